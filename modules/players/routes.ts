import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import type { Cursors } from '../../shared/http/cursor.ts';
import { listOperation, type Operation, readOperation } from '../../shared/http/operation.ts';
import { queryInteger } from '../../shared/http/query.ts';
import { idSchema } from '../../shared/ids.ts';
import { findPlayer, listPlayers } from './repository.ts';
import { PlayerSchema, SuggestionSchema } from './schema.ts';
import { matchSuggestions } from './suggestions.ts';

const preferredVenue = (description: string) =>
  v.optional(v.pipe(idSchema('venue'), v.description(description)));

/** The operations on players and their suggestions. */
export function playerOperations(database: Db, cursors: Cursors): Operation[] {
  return [
    listOperation(cursors, {
      operationId: 'listPlayers',
      path: '/players',
      tag: 'Players',
      summary: 'List players',
      description: 'The players with their ratings, ordered by display name.',
      errors: ['invalid-request'],
      output: PlayerSchema,
      filters: {
        min_rating: v.optional(
          v.pipe(
            queryInteger(0),
            v.description('Only players rated at least this high.'),
            v.metadata({ example: 1300 }),
          ),
        ),
        max_rating: v.optional(
          v.pipe(
            queryInteger(0),
            v.description('Only players rated at most this high.'),
            v.metadata({ example: 1500 }),
          ),
        ),
        venue_id: preferredVenue('Only players who prefer this venue.'),
      },
      rows: ({ filters, limit, after }) => listPlayers(database, filters, limit, after),
      item: (player) => player,
      position: ({ display_name, id }) => [display_name, id],
    }),
    readOperation({
      operationId: 'getPlayer',
      path: '/players/{player_id}',
      tag: 'Players',
      summary: 'Get a player',
      description: 'One player with the current rating.',
      errors: ['not-found'],
      output: PlayerSchema,
      resource: 'player',
      answer: ({ id }) => findPlayer(database, id),
    }),
    readOperation({
      operationId: 'listMatchSuggestions',
      path: '/players/{player_id}/match-suggestions',
      tag: 'Players',
      summary: 'List match suggestions',
      description:
        'Opponents of about the same rating, the closest first, each free at a time when the player is. There are no further pages.',
      errors: ['invalid-request', 'not-found'],
      output: v.strictObject({ data: v.array(SuggestionSchema) }),
      resource: 'player',
      query: {
        limit: v.optional(
          v.pipe(queryInteger(1, 10), v.description('How many opponents to suggest at most.')),
          '5',
        ),
        max_rating_gap: v.optional(
          v.pipe(
            queryInteger(0, 500),
            v.description('How many points the ratings may differ, either way.'),
          ),
          '150',
        ),
        venue_id: preferredVenue('Only opponents who prefer this venue.'),
      },
      answer: async ({ id, query }) => {
        const data = await matchSuggestions(database, id, query);
        return data && { data };
      },
    }),
  ];
}
