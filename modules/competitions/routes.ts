import { Elysia } from 'elysia';
import * as v from 'valibot';
import type { Api } from '../../shared/http/api.ts';
import { listQuery, pageOf } from '../../shared/http/list.ts';
import { found, pathId } from '../../shared/http/operation.ts';
import { queryWord } from '../../shared/http/query.ts';
import { idSchema } from '../../shared/ids.ts';
import { findCompetition, listCompetitions } from './repository.ts';
import { CompetitionSchema, competitionTypes } from './schema.ts';

/** The operations on competitions. */
export function competitionRoutes({ access, database, list }: Api) {
  return new Elysia({ prefix: '/competitions', tags: ['Competitions'] })
    .use(access.readers)
    .get(
      '',
      async ({ path, query }) =>
        list(path, query, listCompetitions, ({ starts_on, id }) => [starts_on, id]),
      {
        query: listQuery({
          type: v.optional(
            v.pipe(
              queryWord(competitionTypes),
              v.description('Only leagues, or only tournaments.'),
            ),
          ),
          season: v.optional(
            v.pipe(
              v.string(),
              v.description('Only competitions of this season.'),
              v.metadata({ example: '2026-autumn' }),
            ),
          ),
          venue_id: v.optional(
            v.pipe(idSchema('venue'), v.description('Only competitions played at this venue.')),
          ),
        }),
        detail: {
          operationId: 'listCompetitions',
          summary: 'List competitions',
          description: 'The leagues and tournaments, the last to start first.',
          output: pageOf(CompetitionSchema),
        },
      },
    )
    .get(
      '/:competition_id',
      async ({ params }) => found(params, await findCompetition(database, params.competition_id)),
      {
        params: v.object({ competition_id: pathId('competition') }),
        detail: {
          operationId: 'getCompetition',
          summary: 'Get a competition',
          description: 'One competition with its match format.',
          output: CompetitionSchema,
        },
      },
    );
}
