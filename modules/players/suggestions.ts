import type { Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { windowsOf } from './availability.ts';
import type { Suggestion } from './schema.ts';
import {
  furtherOpponents,
  knownOpponents,
  nearestOpponents,
  opponentsAtVenue,
  type Search,
} from './suggestion-repository.ts';

/**
 * The `limit` opponents closest in rating, at most `max_rating_gap` points away, who share a window
 * with the player; undefined where there is no such player.
 */
export async function matchSuggestions(
  database: Db,
  id: PlayerId,
  { limit, ...others }: Omit<Search, 'id'> & { readonly limit: number },
): Promise<Suggestion[] | undefined> {
  const search = { id, ...others };
  const { venue_id } = search;
  let found = venue_id
    ? await opponentsAtVenue(database, { ...search, venue_id }, limit)
    : await nearestOpponents(database, search, limit);
  // Where nobody nearer than the last ones has time then, few have: they are soon looked up.
  if (isCut(found) && !found.every(({ is_last }) => is_last)) {
    found = await furtherOpponents(database, search, limit);
  }
  if (isCut(found)) found = await knownOpponents(database, search, limit);
  if (found.length === 0) return undefined;
  return found.flatMap(
    ({ id, display_name, rating_value, rating_confidence, gap, shared, shared_venue_ids }) =>
      id === null
        ? []
        : {
            player: {
              id,
              display_name,
              rating: { value: rating_value, confidence: rating_confidence },
            },
            rating_gap: gap,
            overlapping_availability: windowsOf(shared),
            shared_venue_ids,
          },
  );
}

/** Whether there may be more before the last of them. */
const isCut = (found: readonly { readonly is_last: boolean }[]): boolean =>
  found.some(({ is_last }) => is_last);
