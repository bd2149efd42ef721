import { insufficientScope } from '../../shared/http/access.ts';
import { tooLarge, wrongMediaType } from '../../shared/http/body.ts';
import { exampleId } from '../../shared/ids.ts';
import { parseJson } from '../../shared/json.ts';
import { type Problem, problemAt, problemBy } from '../../shared/problem.ts';
import { validate } from '../../shared/validation.ts';
import { duplicateMatch, idempotencyConflict, notOrganizer } from './problems.ts';
import { documented, SubmissionSchema } from './schema.ts';
import { type Score, scoreFaults } from './score.ts';

/** An example of each error of a submission, for its documentation. */
export function submissionProblems(): Problem[] {
  const { venue_id: _, ...result } = documented.completed.example;
  const format = { games_per_set: 6, final_set: 'match_tiebreak' } as const;
  const score: Score = { sets: [{ games: [6, 4] }, { games: [6, 5] }] };
  return [
    problemBy(() => parseJson('{')),
    insufficientScope(),
    notOrganizer('Mokotów Autumn League'),
    duplicateMatch(exampleId('match')),
    idempotencyConflict(),
    tooLarge(),
    wrongMediaType(),
    problemAt('invalid-score', scoreFaults({ status: 'completed', score }, format)),
    problemBy(() => validate(SubmissionSchema, { ...result, court: 2 })),
  ];
}
