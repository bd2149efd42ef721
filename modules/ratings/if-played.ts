// What a match between two players would change, by the functions that rate a match. rules 1, 2.5
import { newId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { RatedMatch, Side } from '../matches/index.ts';
import { rateMatch } from './rate-match.ts';
import type { HistoryEntry } from './schema.ts';
import type { Standing } from './standing.ts';

/**
 * The entries that the histories of the two players would get if that side won a match that begins at the moment, in
 * milliseconds since the epoch. rules 13.4
 */
export function ifPlayed(
  [first, second]: readonly [Standing, Standing],
  winner: Side,
  at: number,
): readonly [HistoryEntry, HistoryEntry] {
  const now = utc(at);
  const match: RatedMatch = {
    id: newId('match'),
    played_at: now,
    first_player_id: first.player_id,
    second_player_id: second.player_id,
    status: 'completed',
    score: { sets: [] }, // the winner alone matters to the ratings
    winner_id: winner === 0 ? first.player_id : second.player_id,
    retired_player_id: null,
  };
  const standings = new Map([first, second].map((standing) => [standing.player_id, standing]));
  const { sides } = rateMatch(match, standings, now, () => '');
  return [sides[0].entry, sides[1].entry];
}
