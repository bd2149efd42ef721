import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import type { Cursors } from '../../shared/http/cursor.ts';
import { listOperation, type Operation, readOperation } from '../../shared/http/operation.ts';
import { queryWord } from '../../shared/http/query.ts';
import { idSchema } from '../../shared/ids.ts';
import { findCompetition, listCompetitions } from './repository.ts';
import { CompetitionSchema, competitionTypes } from './schema.ts';

/** The operations on competitions. */
export function competitionOperations(database: Db, cursors: Cursors): Operation[] {
  return [
    listOperation(cursors, {
      operationId: 'listCompetitions',
      path: '/competitions',
      tag: 'Competitions',
      summary: 'List competitions',
      description: 'The leagues and tournaments, the last to start first.',
      errors: ['invalid-request'],
      output: CompetitionSchema,
      filters: {
        type: v.optional(
          v.pipe(queryWord(competitionTypes), v.description('Only leagues, or only tournaments.')),
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
      },
      rows: ({ filters, limit, after }) => listCompetitions(database, filters, limit, after),
      item: (competition) => competition,
      position: ({ starts_on, id }) => [starts_on, id],
    }),
    readOperation({
      operationId: 'getCompetition',
      path: '/competitions/{competition_id}',
      tag: 'Competitions',
      summary: 'Get a competition',
      description: 'One competition with its match format.',
      errors: ['not-found'],
      output: CompetitionSchema,
      resource: 'competition',
      answer: ({ id }) => findCompetition(database, id),
    }),
  ];
}
