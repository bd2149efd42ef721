import type { Db } from '../../shared/database/db.ts';
import type { Admit } from '../../shared/http/admission.ts';
import { isEncoded, readBytes } from '../../shared/http/body.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import type { Call } from '../../shared/http/operation.ts';
import { rateLimitHeaders } from '../../shared/http/rate-limit.ts';
import { Problem, problemTypes } from '../../shared/problem.ts';
import { type Limits, realm, takeAllowance } from './guard.ts';
import { type ClientRow, findClient } from './repository.ts';
import { clientIdPattern } from './schema.ts';
import { accepts, hashSecret, isSecret } from './secret.ts';
import { type Tokens, tokenLifetimeSeconds } from './tokens.ts';

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
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly admit: Admit;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly problemOf: (error: unknown) => Problem | undefined;
  readonly reportFault: (call: Call, error: unknown) => void;
};

/** `POST {auth_url}/oauth/token`. rules 6.1; RFC 6749, sections 4.4 and 5 */
export function createTokenEndpoint(dependencies: Dependencies): Endpoint {
  const { database, tokens, limits, clock } = dependencies;

  async function grant(call: Call): Promise<Response> {
    const client = await authenticate(database, call.request, clock());
    call.log.credential = client.client_id;
    const form = await readForm(call.request);
    const scope = grantedScope(client, form);
    const token = await tokens.issue(client.client_id, scope);
    return json(200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: tokenLifetimeSeconds,
      scope,
    });
  }

  return async (call) => {
    const { method } = call.request;
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
    let limitHeaders = {};
    try {
      return await dependencies.admit(async () => {
        const state = await takeAllowance(limits, call, undefined);
        limitHeaders = rateLimitHeaders(state);
        if (!state.granted) {
          const wait = { 'retry-after': String(state.resetSeconds) };
          throw new TokenError(
            'invalid_request',
            'Too many requests from this address.',
            429,
            wait,
          );
        }
        if (method !== 'POST') {
          throw new TokenError('invalid_request', 'Use POST.', 405, { allow });
        }
        const response = await grant(call);
        for (const [name, value] of Object.entries(limitHeaders)) {
          response.headers.set(name, String(value));
        }
        return response;
      });
    } catch (error) {
      return errorResponse(error, limitHeaders, call, dependencies);
    }
  };
}

const allow = 'POST, OPTIONS';

function errorResponse(
  error: unknown,
  headers: Record<string, string>,
  call: Call,
  { problemOf, reportFault }: Dependencies,
): Response {
  if (error instanceof TokenError) {
    const body = { error: error.code, error_description: error.message };
    return json(error.status, body, { ...headers, ...error.headers });
  }
  const problem = error instanceof Problem ? error : problemOf(error);
  if (problem) {
    const body = { error: 'invalid_request', error_description: problem.message };
    return json(problemTypes[problem.type].status, body, { ...headers, ...problem.headers });
  }
  reportFault(call, error);
  const body = { error: 'invalid_request', error_description: 'The service failed.' };
  return json(500, body, headers);
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      ...headers,
    },
  });
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
