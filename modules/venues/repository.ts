import { collated, type Db, filled } from '../../shared/database/db.ts';
import { listBy } from '../../shared/database/paging.ts';
import { preparedById } from '../../shared/database/prepared.ts';
import type { Transaction } from '../../shared/events.ts';
import type { VenueId } from '../../shared/ids.ts';
import { Venue } from './entity.ts';
import type { VenueRecord } from './schema.ts';

/** Venues, as they are shown and as an import takes them. */
export function shownVenues(db: Db) {
  return db.selectFrom('venue').select(['id', 'name', 'district', 'address', 'courts']);
}

/** The venue with the id. */
export const findVenue = preparedById<VenueId, VenueRecord>((db, id) =>
  shownVenues(db).where('id', '=', id),
);

/** Up to `limit` venues by name after the position `[name, id]`. */
export const listVenues = listBy(
  (db, { district }: { readonly district?: string | undefined }) =>
    shownVenues(db).where(({ and }) => and(filled({ district }))),
  ({ ref }) => [collated(ref('name')), ref('id')],
  'asc',
);

/** Replaces the stored venue that has its id; throws if there is none. */
export async function updateVenue({ em }: Transaction, venue: VenueRecord): Promise<void> {
  em.assign(await em.findOneOrFail(Venue, venue.id), venue);
}
