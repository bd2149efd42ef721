import type { Db } from '../../shared/database/db.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';
import { overlappingAvailability } from './availability.ts';
import { closestOpponents, findPlayer } from './repository.ts';
import type { Suggestion } from './schema.ts';

/**
 * The `limit` opponents closest in rating, at most `max_rating_gap` points away, who share a window
 * with the player; undefined where there is no such player.
 */
export async function matchSuggestions(
  database: Db,
  id: PlayerId,
  query: { limit: number; max_rating_gap: number; venue_id?: VenueId | undefined },
): Promise<Suggestion[] | undefined> {
  const player = await findPlayer(database, id);
  if (!player) return undefined;
  const candidates = await closestOpponents(
    database,
    player,
    query.max_rating_gap,
    query.venue_id,
    query.limit,
  );
  return candidates.map(({ id, display_name, rating, gap, availability, preferred_venue_ids }) => ({
    player: { id, display_name, rating },
    rating_gap: gap,
    overlapping_availability: overlappingAvailability(player.availability, availability),
    shared_venue_ids: player.preferred_venue_ids.filter((venue) =>
      preferred_venue_ids.includes(venue),
    ),
  }));
}
