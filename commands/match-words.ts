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

/**
 * A result on one line, whether it counts or is voided, for whoever is asked about it: `2026-05-01 18:00, Anna K. –
 * Jan S., 6-4 6-3, won by Anna K., City League`. Undefined if there is none with the id.
 */
export async function resultInWords(db: Db, id: MatchId): Promise<string | undefined> {
  const voided = await findVoided(db, id);
  const match = voided ? shownMatch(voided) : await findMatch(db, id);
  return match && matchOnOneLine(db, match);
}

/** The same of a match that is given. */
export async function matchOnOneLine(db: Db, match: MatchShown): Promise<string> {
  const names = await namesIn(db, [match]);
  const words = matchInWords(match, (id) => names.get(id) ?? id);
  const { played_at, players, status, score, winner, competition } = words;
  const how = [...(status === 'completed' ? [] : [status]), ...(score ? [inWords(score)] : [])];
  const parts = [inWords(played_at), players.join(' – '), ...how, `won by ${winner}`, competition];
  return parts.join(', ');
}
