import { anyOf, type Db, updateRows } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import type { Calculated } from './history-repository.ts';
import { explainSide } from './standing.ts';

/**
 * Changes the player's name in the sentences of the table that opponents were told of matches with the
 * player; returns how many of its entries have changed.
 */
export async function reword(
  db: Db,
  table: 'rating_history' | 'voided_entry',
  id: PlayerId,
  name: string,
): Promise<number> {
  const entries = await db
    .selectFrom(table)
    .selectAll()
    .$narrowType<Calculated & { value_before: number }>()
    .where('opponent_id', '=', id)
    .where('match_id', 'in', ({ selectFrom }) =>
      selectFrom(table).select('match_id').where('player_id', '=', id),
    )
    .execute();
  const ids = entries.flatMap(({ match_id }) => match_id ?? []);
  const matches = await db
    .selectFrom(table === 'rating_history' ? 'match' : 'voided_match')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .execute();
  const byId = new Map(matches.map((match) => [match.id, match]));
  const rows = entries.flatMap(({ match_id, value_before, value_after, ...entry }) => {
    const match = match_id && byId.get(match_id);
    if (!match) return [];
    const explanation = explainSide(match, match.first_player_id === id ? 1 : 0, name, {
      opponentRating: entry.opponent_rating,
      expectedScore: entry.expected_score,
      actualScore: entry.actual_score,
      change: value_after - value_before,
      valueAfter: value_after,
    });
    return [{ id: entry.id, explanation }];
  });
  await updateRows(db, table, ['id'], rows);
  return rows.length;
}
