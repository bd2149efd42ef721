import { Elysia } from 'elysia';
import * as v from 'valibot';
import type { Api } from '../../shared/http/api.ts';
import { listQuery, pageOf } from '../../shared/http/list.ts';
import { found, pathId } from '../../shared/http/operation.ts';
import { findVenue, listVenues } from './repository.ts';
import { VenueSchema } from './schema.ts';

/** The operations on venues. */
export function venueRoutes({ access, database, list }: Api) {
  return new Elysia({ prefix: '/venues', tags: ['Venues'] })
    .use(access.readers)
    .get(
      '',
      async ({ path, query }) => list(path, query, listVenues, ({ name, id }) => [name, id]),
      {
        query: listQuery({
          district: v.optional(
            v.pipe(
              v.string(),
              v.description('Only venues in this district, written as in the venue.'),
              v.metadata({ example: 'Mokotów' }),
            ),
          ),
        }),
        detail: {
          operationId: 'listVenues',
          summary: 'List venues',
          description: 'The venues with their courts, ordered by name.',
          output: pageOf(VenueSchema),
        },
      },
    )
    .get(
      '/:venue_id',
      async ({ params }) => found(params, await findVenue(database, params.venue_id)),
      {
        params: v.object({ venue_id: pathId('venue') }),
        detail: {
          operationId: 'getVenue',
          summary: 'Get a venue',
          description: 'One venue with its courts.',
          output: VenueSchema,
        },
      },
    );
}
