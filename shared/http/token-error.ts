import type { Problem, ProblemType } from '../problem.ts';
import { realm } from './access.ts';
import { answerTo } from './problems.ts';

type Code = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type';

/** What an `error_description` may not hold; a description can repeat the name of a parameter. */
const undescribable = /[^\x20\x21\x23-\x5b\x5d-\x7e]/gu;

/** A refusal in OAuth's own format. RFC 6749, section 5.2 */
export class TokenError extends Error {
  readonly code: Code;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: Code, description: string, status = 400, headers = {}) {
    super(description.replaceAll(undescribable, '?'));
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

const words: Partial<Record<ProblemType, string>> = {
  'rate-limited': 'Too many requests from this address.',
  'internal-error': 'The service failed.',
};

/** OAuth has no codes for what can go wrong with any request. */
export function tokenErrorOf(problem: Problem): TokenError {
  const { status, headers } = answerTo(problem);
  return new TokenError('invalid_request', words[problem.type] ?? problem.message, status, headers);
}

/** Refuses a client that isn't known, or didn't say who it is. */
export function wrongClient(isNamed: boolean): TokenError {
  const detail = isNamed
    ? 'The client id or the secret is wrong.'
    : 'Send client id and secret by HTTP Basic authentication.';
  const headers = { 'www-authenticate': `Basic realm="${realm}", charset="UTF-8"` };
  return new TokenError('invalid_client', detail, 401, headers);
}

/** Refuses any grant other than client credentials. */
export function wrongGrant(isGiven: boolean): TokenError {
  return isGiven
    ? new TokenError('unsupported_grant_type', 'The only grant_type is client_credentials.')
    : new TokenError('invalid_request', 'grant_type is missing.');
}

/** Refuses a scope that the client may not have. */
export function wrongScope(): TokenError {
  return new TokenError('invalid_scope', 'The scope does not exist or is not allowed.');
}

/** Refuses another method than POST. */
export function notPost(): TokenError {
  return new TokenError('invalid_request', 'Use POST.', 405, { allow: 'POST, OPTIONS' });
}
