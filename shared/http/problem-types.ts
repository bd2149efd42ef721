import type { ProblemType } from '../problem.ts';
import { tooLarge } from './body.ts';

/** What HTTP says of a kind of error, and the documentation; `pointer` is where an example has a fault. */
export type ProblemTold = {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  readonly pointer?: string;
};

/** Every kind of error as HTTP has it: its status and title, and what the documentation says. rules 8.1 */
export const problemTypes = {
  'invalid-request': {
    status: 400,
    title: 'Invalid request',
    meaning: 'A query parameter or the request itself is malformed.',
    remedy: 'Correct what `errors` points at, or what `detail` names, and send it again.',
    pointer: '#/limit',
  },
  unauthenticated: {
    status: 401,
    title: 'Authentication required',
    meaning: 'No valid credentials came with the request.',
    remedy:
      'Reads need an API key in `X-API-Key`. A submission needs an access token that is younger than an hour in `Authorization: Bearer`.',
  },
  'insufficient-scope': {
    status: 403,
    title: 'Insufficient scope',
    meaning: 'The access token is valid, but it was not granted `matches:write`.',
    remedy: 'Ask for a token with that scope; if it is refused, ask the operator to allow it.',
  },
  'not-competition-organizer': {
    status: 403,
    title: 'Not the competition organizer',
    meaning: 'The competition is run by another organizer.',
    remedy: 'Check `competition_id`, or use the credentials of the organizer who runs it.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    meaning: 'Nothing lives at this address, or nothing has this id.',
    remedy: 'Check the path and the id in it.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, but not for this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'duplicate-match': {
    status: 409,
    title: 'Duplicate match',
    meaning: 'The two players already have a match in this competition at this very moment.',
    remedy:
      'The result is in already: `detail` names its id. Send nothing more; if that one is wrong, the operator corrects it.',
  },
  'idempotency-conflict': {
    status: 409,
    title: 'Idempotency key conflict',
    meaning: 'The `Idempotency-Key` was used within the last 24 hours for something else.',
    remedy: 'Use a fresh key for every new result, and the same key only to repeat a request.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    meaning: tooLarge().message,
    remedy: 'Send one result a request; a result is a few hundred bytes long.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body is not plain JSON.',
    remedy: 'Send `Content-Type: application/json` without a `Content-Encoding`.',
  },
  'invalid-score': {
    status: 422,
    title: 'Invalid score',
    meaning: 'The score is not possible under the match format of the competition.',
    remedy: '`errors` points at each set that is wrong and says why.',
    pointer: '#/score/sets/1',
  },
  'validation-failed': {
    status: 422,
    title: 'Validation failed',
    meaning: 'The body is JSON, but a member of it breaks a rule.',
    remedy: '`errors` points at each member that is wrong and says why.',
    pointer: '#/venue_id',
  },
  'rate-limited': {
    status: 429,
    title: 'Rate limit reached',
    meaning: 'Too many requests came within a minute.',
    remedy: 'Wait as many seconds as `Retry-After` says, then go on.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    meaning: 'The service failed; the request is not to blame.',
    remedy: 'Try again later. If it persists, tell the operator the `instance` and the time.',
  },
  'service-unavailable': {
    status: 503,
    title: 'Service unavailable',
    meaning: 'The service can not answer for the moment.',
    remedy: 'Wait as many seconds as `Retry-After` says, then try again.',
  },
} as const satisfies Record<ProblemType, ProblemTold>;
