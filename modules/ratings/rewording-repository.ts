import { anyOf, type Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import type { StoredMatch } from '../matches/index.ts';
import { type Calculated, shownEntry } from './history-repository.ts';
import type { HistoryEntry } from './schema.ts';

/** The entries of the player's opponents for matches with the player, and these matches. */
export async function entriesAgainst(
  db: Db,
  table: 'rating_history' | 'voided_entry',
  id: PlayerId,
): Promise<{ readonly entry: HistoryEntry; readonly match: StoredMatch }[]> {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .$narrowType<Calculated>()
    .where('opponent_id', '=', id)
    .where('match_id', 'in', ({ selectFrom }) =>
      selectFrom(table).select('match_id').where('player_id', '=', id),
    )
    .execute();
  const ids = rows.flatMap(({ match_id }) => match_id ?? []);
  const matches = await db
    .selectFrom(table === 'rating_history' ? 'match' : 'voided_match')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .execute();
  const byId = new Map(matches.map((match) => [match.id, match]));
  return rows.flatMap((row) => {
    const match = row.match_id && byId.get(row.match_id);
    return match ? [{ entry: shownEntry(row), match }] : [];
  });
}
