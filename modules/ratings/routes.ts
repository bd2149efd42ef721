import type { Db } from '../../shared/database/db.ts';
import type { Cursors } from '../../shared/http/cursor.ts';
import { listOperation, type Operation, readOperation } from '../../shared/http/operation.ts';
import { kFactor } from './rating.ts';
import { findRating, listHistory } from './repository.ts';
import { HistoryEntrySchema, RatingSchema } from './schema.ts';

/** The operations on ratings. */
export function ratingOperations(database: Db, cursors: Cursors): Operation[] {
  return [
    readOperation({
      operationId: 'getPlayerRating',
      path: '/players/{player_id}/rating',
      tag: 'Ratings',
      summary: 'Get a player’s rating',
      description: 'The current rating, how settled it is, and what it rests on.',
      errors: ['not-found'],
      output: RatingSchema,
      resource: 'player',
      async answer({ id }) {
        const rating = await findRating(database, id);
        if (!rating) return undefined;
        const { player_id, value, confidence, ...rest } = rating;
        return { player_id, value, confidence, k_factor: kFactor(confidence), ...rest };
      },
    }),
    listOperation(cursors, {
      operationId: 'listRatingHistory',
      path: '/players/{player_id}/rating-history',
      tag: 'Ratings',
      summary: 'List a player’s rating history',
      description:
        'Every change of the player’s rating or confidence, the newest first, each with a sentence that explains it.',
      errors: ['invalid-request', 'not-found'],
      output: HistoryEntrySchema,
      resource: 'player',
      async rows({ id, limit, after }) {
        if (!id) return undefined;
        const entries = await listHistory(database, id, limit, after && Number(after[0]));
        // Every player has a first entry, so that an empty first page means that there is no such one.
        return entries.length === 0 && !after ? undefined : entries;
      },
      item: ({ entry }) => entry,
      position: ({ sequence }) => [sequence],
    }),
  ];
}
