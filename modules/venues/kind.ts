import type { Editable } from '../../shared/exchange/kind.ts';
import { isId } from '../../shared/ids.ts';
import { exportVenues, findVenue, insertVenues, updateVenue } from './repository.ts';
import { type Venue, VenueSchema } from './schema.ts';

/** Venues as a kind of record. */
export const venueKind: Editable<Venue> = {
  name: 'venue',
  words: ['venue', 'venues'],
  table: 'venue',
  ids: 'venue',
  schema: VenueSchema,
  insert: (tx, venues) => insertVenues(tx.db, venues),
  list: exportVenues,
  async *names(on) {
    for await (const { id, name, district } of exportVenues(on)) yield { id, name, note: district };
  },
  find: async (on, id) => (isId('venue', id) ? findVenue(on, id) : undefined),
  update: updateVenue,
};
