import type { Db } from '../../shared/database/db.ts';
import type { Admission, Guard } from '../../shared/http/endpoint.ts';
import type { Call, Credential, Security } from '../../shared/http/operation.ts';
import { type Allowance, type Limiter, rateLimitHeaders } from '../../shared/http/rate-limit.ts';
import type { ApiKeyId } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import { remember } from './cache.ts';
import { findClient, findKey, keyHashes } from './repository.ts';
import { accepts, hashSecret, isSecret } from './secret.ts';
import type { Tokens } from './tokens.ts';

export const realm = 'tennis';
export const submissionScope = 'matches:write';

export type Limits = {
  readonly limiter: Limiter;
  readonly credentialPerMinute: number;
  readonly addressPerMinute: number;
};

type Dependencies = {
  readonly database: Db;
  readonly tokens: Tokens;
  readonly limits: Limits;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Is told of each use of a key. */
  readonly noteUse: (key: ApiKeyId) => void;
};

/** Credentials, rate limit and scope, in this order. rules 5.1, 6, 7 */
export function createGuard({ database, tokens, limits, clock, noteUse }: Dependencies): Guard {
  const now = () => performance.now();
  const keys = remember((hash) => findKey(database, hash), now);
  const allKeys = remember(() => keyHashes(database), now);
  const clients = remember((id) => findClient(database, id), now);

  /** Whether it is worth asking for a key; whoever guesses many is told from one list a second. */
  async function mayExist(hash: string, call: Call, cost?: 0 | 1): Promise<boolean> {
    if (keys.isKnown(hash)) return true;
    if (cost === 0) return false; // what doesn't count mustn't cost anything either
    const { granted } = await takeAllowance(limits, call, undefined, 0);
    return granted || (await allKeys.get('all'))?.has(hash) === true;
  }

  async function byKey(call: Call, cost?: 0 | 1): Promise<Credential | undefined> {
    // Two headers arrive as one with a comma, which no key has.
    const key = call.request.headers.get('x-api-key') ?? '';
    if (!isSecret(key)) return undefined;
    const hash = hashSecret(key);
    if (!(await mayExist(hash, call, cost))) return undefined;
    const row = await keys.get(hash);
    if (!row || !accepts(row.key_hash, row, hash, clock())) return undefined;
    noteUse(row.id);
    return { kind: 'apiKey', bucket: `key ${row.id}`, label: row.label };
  }

  async function byToken(request: Request): Promise<Credential | undefined> {
    const claims = await tokens.read(bearerToken(request) ?? '');
    const client = claims && (await clients.get(claims.sub));
    if (!client) return undefined;
    return {
      kind: 'accessToken',
      bucket: `token ${claims.jti}`,
      label: client.client_id,
      organizerId: client.organizer_id,
      // A scope that the operator took back since doesn't count any more.
      scopes: claims.scope.split(' ').filter((scope) => client.scopes.includes(scope)),
    };
  }

  async function identify(call: Call, security: Security, cost?: 0 | 1) {
    if (security === 'apiKey') return byKey(call, cost);
    if (security === 'accessToken') return byToken(call.request);
    return (await byKey(call, cost)) ?? (await byToken(call.request));
  }

  return async (call, security, cost) => {
    const credential = await identify(call, security, cost);
    if (credential) call.log.credential = credential.label;
    const state = await takeAllowance(limits, call, credential, cost);
    return {
      credential,
      headers: rateLimitHeaders(state),
      refusal: refusal(call.request, security, credential, state),
    };
  };
}

/** Counts the request (unless its cost is 0) for its credential, else for its address. */
export function takeAllowance(
  { limiter, credentialPerMinute, addressPerMinute }: Limits,
  call: Call,
  credential: Credential | undefined,
  cost?: 0 | 1,
): Allowance | Promise<Allowance> {
  return credential
    ? limiter.take(credential.bucket, credentialPerMinute, cost)
    : limiter.take(`address ${call.address}`, addressPerMinute, cost);
}

function refusal(
  request: Request,
  security: Security,
  credential: Credential | undefined,
  state: Allowance,
): Admission['refusal'] {
  if (!state.granted) {
    const headers = { 'retry-after': String(state.resetSeconds) };
    const detail = `More than ${state.limit} requests came within a minute; the next is taken in ${state.resetSeconds} s.`;
    return new Problem('rate-limited', detail, { headers });
  }
  if (security === 'none') return undefined;
  if (!credential) return security === 'apiKey' ? keyRequired() : tokenRequired(request);
  if (credential.kind === 'accessToken' && !credential.scopes.includes(submissionScope)) {
    return new Problem('insufficient-scope', `The token lacks the scope ${submissionScope}.`, {
      headers: challenge(`error="insufficient_scope", scope="${submissionScope}"`),
    });
  }
  return undefined;
}

function keyRequired(): Problem {
  return new Problem('unauthenticated', 'Send a valid API key in the header X-API-Key.', {
    headers: { 'www-authenticate': `ApiKey realm="${realm}"` },
  });
}

// RFC 6750, section 3: no error code where no token was sent.
function tokenRequired(request: Request): Problem {
  if (bearerToken(request) === undefined) {
    const detail = 'Send an access token in the header Authorization: Bearer.';
    return new Problem('unauthenticated', detail, { headers: challenge() });
  }
  return new Problem('unauthenticated', 'The access token is not valid, or not any more.', {
    headers: challenge('error="invalid_token"'),
  });
}

function challenge(more?: string): Record<string, string> {
  return { 'www-authenticate': `Bearer realm="${realm}"${more ? `, ${more}` : ''}` };
}

function bearerToken({ headers }: Request): string | undefined {
  return /^bearer +(\S.*)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
}
