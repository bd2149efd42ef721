import type { Db } from '../../shared/database/db.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';
import { windowsOf } from './availability.ts';
import type { Suggestion } from './schema.ts';
import { opponentsOf } from './suggestion-repository.ts';

type Wanted = {
  readonly limit: number;
  /** By how many points the ratings may differ, either way. */
  readonly max_rating_gap: number;
  /** The venue that opponents must prefer, if it matters. */
  readonly venue_id?: VenueId | undefined;
  /** Whether opponents must be on the public pages. rules 13.5 */
  readonly only_listed?: true | undefined;
};

/**
 * The `limit` opponents closest in rating, at most `max_rating_gap` points away, who share a window
 * with the player; undefined if there is no such player. rules 10.2
 */
export async function matchSuggestions(
  db: Db,
  id: PlayerId,
  { limit, ...wanted }: Wanted,
): Promise<Suggestion[] | undefined> {
  const rows = await opponentsOf(db, { id, ...wanted }, limit);
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ id, gap, shared, own_venue_ids, preferred_venue_ids, ...opponent }) => {
    if (id === null) return [];
    const { display_name, rating_value: value, rating_confidence: confidence } = opponent;
    return {
      player: { id, display_name, rating: { value, confidence } },
      rating_gap: gap,
      overlapping_availability: windowsOf(shared),
      shared_venue_ids: own_venue_ids.filter((venue) => preferred_venue_ids.includes(venue)),
    };
  });
}
