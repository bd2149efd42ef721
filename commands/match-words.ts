import {
  findMatch,
  findVoided,
  type MatchShown,
  namesIn,
  shownMatch,
} from '../modules/matches/index.ts';
import type { Db } from '../shared/database/db.ts';
import type { MatchId } from '../shared/ids.ts';
import { inWords, plain } from './words.ts';

/** A match in words; `name` gives the words for an id in it. */
export function matchInWords(match: MatchShown, name: (id: string) => string) {
  const { competition_id, venue_id, player_ids, winner_id, retired_player_id, ...rest } = match;
  return {
    ...rest,
    competition: name(competition_id),
    venue: name(venue_id),
    players: player_ids.map(name),
    winner: name(winner_id),
    retired_player: retired_player_id && name(retired_player_id),
    rating_status: plain(match.rating_status),
  };
}

/** The result with the id, whether it counts or is voided. */
export async function recordedResult(db: Db, id: MatchId): Promise<MatchShown | undefined> {
  const voided = await findVoided(db, id);
  return voided ? shownMatch(voided) : findMatch(db, id);
}

/** A result on one line: `2026-05-01 18:00, Anna K. – Jan S., 6-4 6-3, won by Anna K., City League`. */
export async function resultInWords(db: Db, match: MatchShown): Promise<string> {
  const names = await namesIn(db, [match]);
  const words = matchInWords(match, (id) => names.get(id) ?? id);
  const { played_at, players, status, score, winner, competition } = words;
  const how = [...(status === 'completed' ? [] : [status]), ...(score ? [inWords(score)] : [])];
  const parts = [inWords(played_at), players.join(' – '), ...how, `won by ${winner}`, competition];
  return parts.join(', ');
}
