import type { Editable } from '../../shared/exchange/kind.ts';
import { isId } from '../../shared/ids.ts';
import { exportVenues, findVenue, insertVenues, updateVenue } from './repository.ts';
import { type VenueRecord, VenueSchema } from './schema.ts';

/** Venues as a kind of record. */
export const venueKind: Editable<VenueRecord> = {
  name: 'venue',
  words: ['venue', 'venues'],
  table: 'venue',
  ids: 'venue',
  schema: VenueSchema,
  insert: (tx, venues) => insertVenues(tx.db, venues),
  list: exportVenues,
  title: ({ name, district }) => [name, district],
  find: async (db, id) => (isId('venue', id) ? findVenue(db, id) : undefined),
  update: updateVenue,
};
