import { Elysia } from 'elysia';
import * as v from 'valibot';
import { parameter } from '../../shared/http/query.ts';
import { type Api, listDetail, listQuery, oneDetail, pathId } from '../../shared/http/reads.ts';
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
        detail: listDetail('venues', 'The venues with their courts, ordered by name.', VenueSchema),
      },
    )
    .get('/:venue_id', one(findVenue), {
      params: v.object({ venue_id: pathId('venue') }),
      detail: oneDetail('venue', 'One venue with its courts.', VenueSchema),
    });
}
