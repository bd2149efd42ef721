// What a match between two players would change, by the functions that rate a match. rules 1, 2.5
import { newId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { RatedMatch, Score, Side } from '../matches/index.ts';
import { rateMatch } from './rate-match.ts';
import type { HistoryEntry } from './schema.ts';
import type { Standing } from './standing.ts';

/** How a match ends: a side wins it, or one retires at a score. */
type Ending =
  | { readonly status: 'completed'; readonly winner: Side }
  | { readonly status: 'retired'; readonly retired: Side; readonly score: Score };

/**
 * The entries that the histories of the two players would get for a match that begins at the moment, in
 * milliseconds since the epoch. Throws a RangeError if the score holds no completed game. rules 13.4
 */
export function ifPlayed(
  [first, second]: readonly [Standing, Standing],
  ending: Ending,
  at: number,
): readonly [HistoryEntry, HistoryEntry] {
  const now = utc(at);
  const isRetired = ending.status === 'retired';
  const winner = isRetired ? 1 - ending.retired : ending.winner;
  const [won, lost] = winner === 0 ? [first, second] : [second, first];
  const games = winner === 0 ? ([6, 0] as const) : ([0, 6] as const);
  const match: RatedMatch = {
    id: newId('match'),
    played_at: now,
    first_player_id: first.player_id,
    second_player_id: second.player_id,
    status: ending.status,
    // If it is completed, its sets don't matter to the ratings.
    score: isRetired ? ending.score : { sets: [{ games }, { games }] },
    winner_id: won.player_id,
    retired_player_id: isRetired ? lost.player_id : null,
  };
  const standings = new Map([first, second].map((standing) => [standing.player_id, standing]));
  const { sides } = rateMatch(match, standings, now, () => '');
  return [sides[0].entry, sides[1].entry];
}
