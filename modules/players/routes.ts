import { Elysia } from 'elysia';
import * as v from 'valibot';
import { parameter, queryInteger, querySchema } from '../../shared/http/query.ts';
import {
  type Api,
  found,
  listDetail,
  listQuery,
  oneDetail,
  pathId,
} from '../../shared/http/reads.ts';
import { idSchema } from '../../shared/ids.ts';
import { listPlayers } from './list-repository.ts';
import { findPlayer } from './repository.ts';
import { PlayerSchema, SuggestionSchema, widestGap } from './schema.ts';
import { matchSuggestions } from './suggestions.ts';

const params = v.object({ player_id: pathId('player') });

const suggestionQuery = querySchema({
  limit: v.optional(
    v.pipe(queryInteger(1, 10), v.description('How many opponents to suggest at most.')),
    '5',
  ),
  max_rating_gap: v.optional(
    v.pipe(
      queryInteger(0, widestGap),
      v.description('How many points the ratings may differ, either way.'),
    ),
    '150',
  ),
  venue_id: parameter(idSchema('venue'), 'Only opponents who prefer this venue.'),
});

/** The operations on players and their suggestions. */
export function playerRoutes({ access, db, list, one }: Api) {
  return new Elysia({ prefix: '/players', tags: ['Players'] })
    .use(access.readers)
    .get(
      '',
      list(listPlayers, ({ display_name, id }) => [display_name, id]),
      {
        query: listQuery({
          min_rating: parameter(queryInteger(0), 'Only players rated at least this high.', 1300),
          max_rating: parameter(queryInteger(0), 'Only players rated at most this high.', 1500),
          venue_id: parameter(idSchema('venue'), 'Only players who prefer this venue.'),
        }),
        detail: listDetail(
          'players',
          'The players with their ratings, ordered by display name.',
          PlayerSchema,
        ),
      },
    )
    .get('/:player_id', one(findPlayer), {
      params,
      detail: oneDetail('player', 'One player with the current rating.', PlayerSchema),
    })
    .get(
      '/:player_id/match-suggestions',
      async ({ params, query }) => {
        const data = found(params, await matchSuggestions(db, params.player_id, query));
        return { data };
      },
      {
        params,
        query: suggestionQuery,
        detail: {
          operationId: 'listMatchSuggestions',
          summary: 'List match suggestions',
          description:
            'Opponents of about the same rating, the closest first, each free at a time when the player is. There are no further pages.',
          output: v.strictObject({ data: v.array(SuggestionSchema) }),
        },
      },
    );
}
