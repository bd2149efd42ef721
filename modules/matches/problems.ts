import { insufficientScope } from '../../shared/http/access.ts';
import { tooLarge, wrongMediaType } from '../../shared/http/body.ts';
import { exampleId } from '../../shared/ids.ts';
import { parseJson } from '../../shared/json.ts';
import { Problem, problemAt, problemBy } from '../../shared/problem.ts';
import { validate } from '../../shared/validation.ts';
import { documented, SubmissionSchema } from './schema.ts';
import { type Score, scoreFaults } from './score.ts';

/** Refuses the result of another organizer's competition. */
export function notOrganizer(competition: string): Problem {
  const detail = `"${competition}" is run by another organizer; only that one submits its results.`;
  return new Problem('not-competition-organizer', detail);
}

/** Refuses a result that is in already, under this id. */
export function duplicateMatch(id: string | undefined): Problem {
  return new Problem('duplicate-match', `This match is in already: its id is ${id}.`);
}

/** Refuses a key that was used for something else. */
export function idempotencyConflict(): Problem {
  const detail = 'This Idempotency-Key was used within the last 24 hours with a different body.';
  return new Problem('idempotency-conflict', detail);
}

/** An occurrence of each error of a submission, for its documentation. */
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
