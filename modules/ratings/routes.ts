import { Elysia } from 'elysia';
import * as v from 'valibot';
import { type Api, found, listQuery, pageOf, pathId } from '../../shared/http/reads.ts';
import { listHistory, placeOfKeys } from './history-repository.ts';
import { kFactor } from './rating.ts';
import { findRating } from './repository.ts';
import { HistoryEntrySchema, RatingSchema } from './schema.ts';

const params = v.object({ player_id: pathId('player') });

/** The operations on ratings. */
export function ratingRoutes({ access, db, list }: Api) {
  return new Elysia({ prefix: '/players/:player_id', tags: ['Ratings'] })
    .use(access.readers)
    .get(
      '/rating',
      async ({ params }) => {
        const rating = found(params, await findRating(db, params.player_id));
        const { player_id, value, confidence, ...rest } = rating;
        return { player_id, value, confidence, k_factor: kFactor(confidence), ...rest };
      },
      {
        params,
        detail: {
          operationId: 'getPlayerRating',
          summary: 'Get a player’s rating',
          description: 'The current rating, how settled it is, and what it rests on.',
          output: RatingSchema,
        },
      },
    )
    .get(
      '/rating-history',
      async ({ params, path, query }) => {
        const answer = list(
          (_, __, limit, after) =>
            listHistory(db, params.player_id, limit, after && placeOfKeys(after)),
          ({ at }) => at,
        );
        const { data, next_cursor } = await answer({ path, query });
        // Every player has a first entry, so an empty first page means that there is no such player. By
        // the time of a later page, the player may have been merged into another one.
        const isThere =
          data.length > 0 ||
          (query.cursor !== undefined && (await findRating(db, params.player_id)) !== undefined);
        return found(
          params,
          isThere ? { data: data.map(({ entry }) => entry), next_cursor } : undefined,
        );
      },
      {
        params,
        query: listQuery({}),
        detail: {
          operationId: 'listRatingHistory',
          summary: 'List a player’s rating history',
          description:
            'Every change of the player’s rating or confidence, the newest first, each with a sentence that explains it.',
          output: pageOf(HistoryEntrySchema),
        },
      },
    );
}
