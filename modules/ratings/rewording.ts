import { type Db, updateRows } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { entriesAgainst } from './rewording-repository.ts';
import { explainSide } from './standing.ts';

/**
 * Changes the player's name in the sentences of the table that are told to opponents; returns how many of
 * its entries have changed.
 */
export async function reword(
  db: Db,
  table: 'rating_history' | 'voided_entry',
  id: PlayerId,
  name: string,
): Promise<number> {
  const entries = await entriesAgainst(db, table, id);
  const rows = entries.map(({ entry, match }) => {
    const { calculation, change, value_after } = entry;
    if (!calculation || change === null) throw new Error(`The entry ${entry.id} is of no match.`);
    const side = match.first_player_id === id ? 1 : 0;
    const explanation = explainSide(match, side, name, {
      opponentRating: calculation.opponent_rating,
      expectedScore: calculation.expected_score,
      actualScore: calculation.actual_score,
      change,
      valueAfter: value_after,
    });
    return { id: entry.id, explanation };
  });
  await updateRows(db, table, ['id'], rows);
  return rows.length;
}
