import { Elysia } from 'elysia';
import type { Db } from '../../shared/database/db.ts';
import { type Access, realm } from '../../shared/http/access.ts';
import { calls } from '../../shared/http/access-log.ts';
import { isEncoded, readBytes } from '../../shared/http/body.ts';
import type { Judge } from '../../shared/http/problems.ts';
import { type Problem, type ProblemType, problemTypes } from '../../shared/problem.ts';
import { type ClientRow, findClient } from './repository.ts';
import { clientIdPattern } from './schema.ts';
import { accepts, hashSecret, isSecret } from './secret.ts';
import { type tokenIssuer, tokenLifetimeSeconds } from './tokens.ts';

type ErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type';

/** A refusal in the format of RFC 6749, section 5.2. */
class TokenError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, description: string, status = 400, headers = {}) {
    super(description);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

type Dependencies = {
  readonly database: Db;
  readonly access: Access;
  readonly issuer: ReturnType<typeof tokenIssuer>;
  readonly judge: Judge;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
};

/** `POST {auth_url}/oauth/token`. rules 6.1; RFC 6749, sections 4.4 and 5 */
export function tokenEndpoint({ database, access, issuer, judge, clock }: Dependencies) {
  return new Elysia({ prefix: '/oauth/token' })
    .use(calls)
    .onError(({ call, error, path, set }) => {
      const refusal = error instanceof TokenError ? error : refusalOf(judge(error, path, call));
      set.status = refusal.status;
      Object.assign(set.headers, uncached, refusal.headers);
      return { error: refusal.code, error_description: refusal.message };
    })
    .use(access.clients)
    .use(issuer)
    .post(
      '',
      async ({ call, issueToken, request, set }) => {
        const client = await authenticate(database, request, clock());
        call.credential = client.client_id;
        const scope = grantedScope(client, await readForm(request));
        const access_token = await issueToken(client.client_id, scope);
        Object.assign(set.headers, uncached);
        return { access_token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds, scope };
      },
      { parse: 'none' },
    )
    .all('', async () => {
      throw new TokenError('invalid_request', 'Use POST.', 405, { allow: 'POST, OPTIONS' });
    });
}

const uncached = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  pragma: 'no-cache',
};

const words: Partial<Record<ProblemType, string>> = {
  'rate-limited': 'Too many requests from this address.',
  'internal-error': 'The service failed.',
};

/** OAuth has no words of its own for what can go wrong with any request. */
function refusalOf({ type, message, headers }: Problem): TokenError {
  const { status } = problemTypes[type];
  return new TokenError('invalid_request', words[type] ?? message, status, headers);
}

async function authenticate(database: Db, request: Request, now: number): Promise<ClientRow> {
  const [id, secret] = basicCredentials(request) ?? [];
  if (id && secret && clientIdPattern.test(id) && isSecret(secret)) {
    const client = await findClient(database, id);
    if (client && accepts(client.client_secret_hash, client, hashSecret(secret), now))
      return client;
  }
  const detail = id
    ? 'The client id or the secret is wrong.'
    : 'Send client id and secret by HTTP Basic authentication.';
  throw new TokenError('invalid_client', detail, 401, {
    'www-authenticate': `Basic realm="${realm}", charset="UTF-8"`,
  });
}

/** Client id and secret; percent-decoded (RFC 6749, section 2.3.1) where they hold a sound `%XX`. */
function basicCredentials({ headers }: Request): [id: string, secret: string] | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers.get('authorization')?.trim() ?? '');
  if (!encoded?.[1]) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded[1], 'base64').toString('utf8').split(':');
  return [percentDecoded(id), percentDecoded(secret.join(':'))];
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function readForm(request: Request): Promise<Map<string, string>> {
  const mediaType = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(mediaType.trim())) {
    const detail = 'The body must be application/x-www-form-urlencoded.';
    throw new TokenError('invalid_request', detail);
  }
  if (isEncoded(request)) {
    throw new TokenError('invalid_request', 'The body must come without Content-Encoding.');
  }
  const form = new Map<string, string>();
  for (const pair of Buffer.from(await readBytes(request))
    .toString('utf8')
    .split('&')) {
    const [name = '', ...value] = pair.split('=').map(formDecoded);
    if (form.has(name)) {
      throw new TokenError('invalid_request', `"${name}" may be given only once.`);
    }
    if (name !== '') form.set(name, value.join('='));
  }
  if (form.get('client_secret')) {
    const detail = 'The secret belongs into the Authorization header, not into the form.';
    throw new TokenError('invalid_request', detail);
  }
  return form;
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new TokenError('invalid_request', 'The form is not validly encoded.');
  }
}

function grantedScope(client: ClientRow, form: ReadonlyMap<string, string>): string {
  const grantType = form.get('grant_type');
  if (!grantType) throw new TokenError('invalid_request', '"grant_type" is missing.');
  if (grantType !== 'client_credentials') {
    throw new TokenError('unsupported_grant_type', 'The only grant_type is client_credentials.');
  }
  const requested = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const refused = requested.find((scope) => !client.scopes.includes(scope));
  if (refused !== undefined) {
    throw new TokenError('invalid_scope', 'The scope does not exist or is not allowed.');
  }
  return (requested.length > 0 ? [...new Set(requested)] : client.scopes).join(' ');
}
