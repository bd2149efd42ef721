// What a match between two players would come to, by the functions that rate one. rules 1, 2.5
import { newId, type PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { Score, Side, StoredMatch } from '../matches/index.ts';
import { rateMatch } from './rate-match.ts';
import type { HistoryEntry } from './schema.ts';
import type { Standing } from './standing.ts';

/** How a match ends: a side wins it, or one retires at a score. */
type Ending =
  | { readonly status: 'completed'; readonly winner: Side }
  | { readonly status: 'retired'; readonly retired: Side; readonly score: Score };

/**
 * The entries that the histories of the two players would get for a match that begins at the moment, in
 * milliseconds since the epoch. Throws a RangeError where the score holds no completed game.
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

/** A match that nobody has played; of a completed one, the sets don't matter to the ratings. */
function imagined(
  [first, second]: readonly [PlayerId, PlayerId],
  ending: Ending,
  at: string,
): StoredMatch {
  const isRetired = ending.status === 'retired';
  const winner = isRetired ? 1 - ending.retired : ending.winner;
  const wonBy = (side: Side) => (winner === side ? 6 : 0);
  const set = { games: [wonBy(0), wonBy(1)] } as const;
  const { sets, match_tiebreak: last }: Score = isRetired ? ending.score : { sets: [set, set] };
  return {
    id: newId('match'),
    competition_id: newId('competition'),
    venue_id: newId('venue'),
    court_number: null,
    played_at: at,
    played_at_text: at,
    first_player_id: first,
    second_player_id: second,
    status: ending.status,
    score: {
      sets: sets.map(({ games: [own, other] }) => ({ games: [own, other] })),
      ...(last && { match_tiebreak: [last[0], last[1]] }),
    },
    winner_id: winner === 0 ? first : second,
    retired_player_id: isRetired ? (winner === 0 ? second : first) : null,
    rating_status: 'pending',
    created_at: at,
  };
}
