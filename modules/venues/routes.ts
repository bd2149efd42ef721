import { Elysia } from 'elysia';
import * as v from 'valibot';
import { parameter } from '../../shared/http/query.ts';
import { type Api, listQuery, pageOf, pathId } from '../../shared/http/reads.ts';
import { findVenue, listVenues } from './repository.ts';
import { VenueSchema } from './schema.ts';

/** The operations on venues. */
export function venueRoutes({ access, list, one }: Api) {
  return new Elysia({ prefix: '/venues', tags: ['Venues'] })
    .use(access.readers)
    .get(
      '',
      list(listVenues, ({ name, id }) => [name, id]),
      {
        query: listQuery({
          district: parameter(
            v.string(),
            'Only venues in this district, written as in the venue.',
            'Mokotów',
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
    .get('/:venue_id', one(findVenue), {
      params: v.object({ venue_id: pathId('venue') }),
      detail: {
        operationId: 'getVenue',
        summary: 'Get a venue',
        description: 'One venue with its courts.',
        output: VenueSchema,
      },
    });
}
