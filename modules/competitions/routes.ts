import { Elysia } from 'elysia';
import * as v from 'valibot';
import { parameter, queryWord } from '../../shared/http/query.ts';
import { type Api, listDetail, listQuery, oneDetail, pathId } from '../../shared/http/reads.ts';
import { idSchema } from '../../shared/ids.ts';
import { findCompetition, listCompetitions } from './repository.ts';
import { CompetitionSchema, competitionTypes } from './schema.ts';

/** The operations on competitions. */
export function competitionRoutes({ access, list, one }: Api) {
  return new Elysia({ prefix: '/competitions', tags: ['Competitions'] })
    .use(access.readers)
    .get(
      '',
      list(listCompetitions, ({ starts_on, id }) => [starts_on, id]),
      {
        query: listQuery({
          type: parameter(queryWord(competitionTypes), 'Only leagues, or only tournaments.'),
          season: parameter(v.string(), 'Only competitions of this season.', '2026-autumn'),
          venue_id: parameter(idSchema('venue'), 'Only competitions played at this venue.'),
        }),
        detail: listDetail(
          'competitions',
          'The leagues and tournaments, the last to start first.',
          CompetitionSchema,
        ),
      },
    )
    .get('/:competition_id', one(findCompetition), {
      params: v.object({ competition_id: pathId('competition') }),
      detail: oneDetail('competition', 'One competition with its match format.', CompetitionSchema),
    });
}
