import { Problem } from '../../shared/problem.ts';

/** Refuses the result of another organizer's competition. */
export function notOrganizer(competition: string): Problem {
  const detail = `"${competition}" is run by another organizer; only that one submits its results.`;
  return new Problem('not-competition-organizer', detail);
}

/** Refuses a result that is already stored under this id. rules 5.4 */
export function duplicateMatch(id: string): Problem {
  return new Problem('duplicate-match', `This match is in already: its id is ${id}.`);
}

/** Refuses a key that was used for something else. */
export function idempotencyConflict(): Problem {
  const detail = 'This Idempotency-Key was used within the last 24 hours with a different body.';
  return new Problem('idempotency-conflict', detail);
}
