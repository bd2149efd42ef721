import type { Db } from '../../shared/database/db.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';
import { windowsOf } from './availability.ts';
import type { Suggestion } from './schema.ts';
import {
  furtherOpponents,
  knownBeyondNearest,
  knownOpponents,
  nearestOpponents,
  nearestWithLast,
  opponentsAtVenue,
  type Search,
} from './suggestion-repository.ts';

type Wanted = Omit<Search, 'id'> & {
  readonly limit: number;
  /** The venue that opponents must prefer, if it matters. */
  readonly venue_id?: VenueId | undefined;
  /** Whether the first search gives its last players: that takes longer, and among few it saves the second one. */
  readonly withLast?: boolean;
};

/**
 * The `limit` opponents closest in rating, at most `max_rating_gap` points away, who share a window
 * with the player; undefined if there is no such player.
 */
export async function matchSuggestions(
  db: Db,
  id: PlayerId,
  { limit, max_rating_gap, venue_id, withLast = false }: Wanted,
): Promise<Suggestion[] | undefined> {
  const search = { id, max_rating_gap };
  const found = venue_id
    ? await opponentsAtVenue(db, { ...search, venue_id }, limit)
    : await opponentsAnywhere(db, search, limit, withLast);
  if (found.length === 0) return undefined;
  const suggestions = found.flatMap(
    ({ id, gap, shared, own_venue_ids, preferred_venue_ids, ...opponent }) => {
      if (id === null) return [];
      const { display_name, rating_value: value, rating_confidence: confidence } = opponent;
      return {
        player: { id, display_name, rating: { value, confidence } },
        rating_gap: gap,
        overlapping_availability: windowsOf(shared),
        shared_venue_ids: own_venue_ids.filter((venue) => preferred_venue_ids.includes(venue)),
      };
    },
  );
  return suggestions.sort(
    (a, b) => a.rating_gap - b.rating_gap || (a.player.id < b.player.id ? -1 : 1),
  );
}

/** Looks at no more players than necessary. */
async function opponentsAnywhere(db: Db, search: Search, limit: number, withLast: boolean) {
  const near = await (withLast ? nearestWithLast : nearestOpponents)(db, search, limit);
  if (!isCut(near)) return near;
  // If nobody near has time, few have, and an index finds them soonest.
  if (near.every(({ is_last }) => is_last)) {
    return (withLast ? knownOpponents : knownBeyondNearest)(db, search, limit);
  }
  const further = await furtherOpponents(db, search, limit);
  return isCut(further) ? knownOpponents(db, search, limit) : further;
}

/** Whether the search may have missed some of them. */
const isCut = (found: readonly { readonly is_last: boolean }[]): boolean =>
  found.some(({ is_last }) => is_last);
