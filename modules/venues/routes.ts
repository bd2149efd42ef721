import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import type { Cursors } from '../../shared/http/cursor.ts';
import { listOperation, type Operation, readOperation } from '../../shared/http/operation.ts';
import { findVenue, listVenues } from './repository.ts';
import { VenueSchema } from './schema.ts';

/** The operations on venues. */
export function venueOperations(database: Db, cursors: Cursors): Operation[] {
  return [
    listOperation(cursors, {
      operationId: 'listVenues',
      path: '/venues',
      tag: 'Venues',
      summary: 'List venues',
      description: 'The venues with their courts, ordered by name.',
      errors: ['invalid-request'],
      output: VenueSchema,
      filters: {
        district: v.optional(
          v.pipe(
            v.string(),
            v.description('Only venues in this district, written as in the venue.'),
            v.metadata({ example: 'Mokotów' }),
          ),
        ),
      },
      rows: ({ filters, limit, after }) => listVenues(database, filters, limit, after),
      item: (venue) => venue,
      position: ({ name, id }) => [name, id],
    }),
    readOperation({
      operationId: 'getVenue',
      path: '/venues/{venue_id}',
      tag: 'Venues',
      summary: 'Get a venue',
      description: 'One venue with its courts.',
      errors: ['not-found'],
      output: VenueSchema,
      resource: 'venue',
      answer: ({ id }) => findVenue(database, id),
    }),
  ];
}
