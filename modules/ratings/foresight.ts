// What a match between two players would change, by the functions that rate a match. rules 1, 2.5
import { newId, type PlayerId } from '../../shared/ids.ts';
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
 * milliseconds since the epoch. Throws a RangeError if the score holds no completed game.
 */
export function ifPlayed(
  [first, second]: readonly [Standing, Standing],
  ending: Ending,
  at: number,
): readonly [HistoryEntry, HistoryEntry] {
  const standings = new Map([first, second].map((standing) => [standing.player_id, standing]));
  const match = imagined([first.player_id, second.player_id], ending, utc(at));
  const { sides } = rateMatch(match, standings, utc(at), () => '');
  return [sides[0].entry, sides[1].entry];
}

/** A match that nobody has played; if it is completed, its sets don't matter to the ratings. */
function imagined(
  [first, second]: readonly [PlayerId, PlayerId],
  ending: Ending,
  played_at: string,
): RatedMatch {
  const isRetired = ending.status === 'retired';
  const winner = isRetired ? 1 - ending.retired : ending.winner;
  const [winner_id, loser_id] = winner === 0 ? [first, second] : [second, first];
  const games = winner === 0 ? ([6, 0] as const) : ([0, 6] as const);
  return {
    id: newId('match'),
    played_at,
    first_player_id: first,
    second_player_id: second,
    status: ending.status,
    score: isRetired ? ending.score : { sets: [{ games }, { games }] },
    winner_id,
    retired_player_id: isRetired ? loser_id : null,
  };
}
