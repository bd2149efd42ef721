import { type FieldError, type ProblemType, problemTypes } from '../problem.ts';

type Occurrence = {
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly FieldError[];
};

const wrongSet =
  "Set 2 can't end 6-5: a set is won at 6 games with a lead of 2, at 7-5, or 7-6 by a tiebreak.";

/** One occurrence of every error, as the service words it. */
const occurrences: Readonly<Record<ProblemType, Occurrence>> = {
  'invalid-request': {
    detail: 'limit: Expected a whole number from 1 to 100.',
    instance: '/v1/players',
    errors: [{ pointer: '#/limit', detail: 'limit: Expected a whole number from 1 to 100.' }],
  },
  unauthenticated: {
    detail: 'Send a valid API key in the header X-API-Key.',
    instance: '/v1/players',
  },
  'insufficient-scope': {
    detail: 'The token lacks the scope matches:write.',
    instance: '/v1/matches',
  },
  'not-competition-organizer': {
    detail:
      '"Mokotów Autumn League" is run by another organizer; only that one submits its results.',
    instance: '/v1/matches',
  },
  'not-found': {
    detail: 'There is no player with the id "plr_7k2m9x4q1a".',
    instance: '/v1/players/plr_7k2m9x4q1a',
  },
  'method-not-allowed': {
    detail: 'DELETE is not allowed here, only GET, HEAD, OPTIONS.',
    instance: '/v1/players',
  },
  'duplicate-match': {
    detail: 'This match is in already: its id is mat_6n1t5k8v3h.',
    instance: '/v1/matches',
  },
  'idempotency-conflict': {
    detail: 'This Idempotency-Key was used within the last 24 hours with a different body.',
    instance: '/v1/matches',
  },
  'payload-too-large': { detail: 'The body is longer than 64 KiB.', instance: '/v1/matches' },
  'unsupported-media-type': {
    detail: 'The body must be application/json.',
    instance: '/v1/matches',
  },
  'invalid-score': {
    detail: wrongSet,
    instance: '/v1/matches',
    errors: [{ pointer: '#/score/sets/1', detail: wrongSet }],
  },
  'validation-failed': {
    detail: '"venue_id" is missing. (and 1 more)',
    instance: '/v1/matches',
    errors: [
      { pointer: '#/venue_id', detail: '"venue_id" is missing.' },
      { pointer: '#/court', detail: 'There is no member "court" here.' },
    ],
  },
  'rate-limited': {
    detail: 'More than 60 requests came within a minute; the next is taken in 7 s.',
    instance: '/v1/players',
  },
  'internal-error': {
    detail: 'The service failed to answer this request.',
    instance: '/v1/players',
  },
  'service-unavailable': {
    detail: 'The database can not be reached for the moment.',
    instance: '/v1/players',
  },
};

/** Every error type in the order of its documentation. */
export const allProblemTypes = Object.keys(occurrences) as ProblemType[];

/** An example of the document that answers an error of the type. */
export function exampleProblem(type: ProblemType, errorsUrl: string) {
  const { title, status } = problemTypes[type];
  return { type: `${errorsUrl}#${type}`, title, status, ...occurrences[type] };
}
