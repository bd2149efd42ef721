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
  const rows = entries.flatMap((entry) => {
    const match = entry.match_id && byId.get(entry.match_id);
    if (!match) return [];
    const side = match.first_player_id === id ? 1 : 0;
    const change = entry.value_after - entry.value_before;
    const explanation = explainSide(match, side, name, { ...entry, change });
    return [{ id: entry.id, explanation }];
  });
  await updateRows(db, table, ['id'], rows);
  return rows.length;
}
