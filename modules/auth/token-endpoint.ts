import { Elysia } from 'elysia';
import type { Db } from '../../shared/database/db.ts';
import type { Access } from '../../shared/http/access.ts';
import { calls } from '../../shared/http/access-log.ts';
import { isEncoded, readBytes } from '../../shared/http/body.ts';
import type { Judge } from '../../shared/http/problems.ts';
import { pairsOf, percentDecoded } from '../../shared/http/query.ts';
import {
  notPost,
  TokenError,
  tokenErrorOf,
  wrongClient,
  wrongGrant,
  wrongScope,
} from '../../shared/http/token-error.ts';
import { shortened } from '../../shared/text.ts';
import type { Clock } from '../../shared/time.ts';
import { type Client, findClient } from './repository.ts';
import { clientIdPattern } from './schema.ts';
import { accepts, hashSecret, isSecret } from './secret.ts';
import { type Tokens, tokenLifetimeSeconds } from './tokens.ts';

type Dependencies = {
  readonly database: { readonly db: Db };
  readonly access: Access;
  readonly tokens: Tokens;
  readonly judge: Judge;
  readonly clock: Clock;
};

/** `POST {auth_url}/oauth/token`. rules 6.1; RFC 6749, sections 4.4 and 5 */
export function tokenEndpoint({ database, access, tokens, judge, clock }: Dependencies) {
  return new Elysia({ prefix: '/oauth/token' })
    .use(calls)
    .onError(({ call, error, path, set }) => {
      const refusal = error instanceof TokenError ? error : tokenErrorOf(judge(error, path, call));
      set.status = refusal.status;
      Object.assign(set.headers, uncached, refusal.headers);
      return { error: refusal.code, error_description: refusal.message };
    })
    .use(access.visitors)
    .use(tokens.issuer)
    .post(
      '',
      async ({ call, issueToken, request, set }) => {
        const { id } = await authenticate(database.db, request, clock());
        call.credential = id;
        const form = await access.waitForClient(call, () => readForm(request));
        // Meanwhile it may have been revoked, or its secret ended.
        const client = await authenticate(database.db, request, clock());
        const scope = grantedScope(client, form);
        const access_token = await issueToken(client.id, scope);
        Object.assign(set.headers, uncached);
        return { access_token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds, scope };
      },
      { parse: 'none' },
    )
    .all('', async () => {
      throw notPost();
    });
}

const uncached = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  pragma: 'no-cache',
};

async function authenticate(database: Db, request: Request, now: number): Promise<Client> {
  const [id, secret] = basicCredentials(request) ?? [];
  if (id && secret && clientIdPattern.test(id) && isSecret(secret)) {
    const client = await findClient(database, id);
    if (client && accepts(client, hashSecret(secret), now)) return client;
  }
  throw wrongClient(Boolean(id));
}

/** Client id and secret; percent-decoded (RFC 6749, section 2.3.1) where they hold a valid `%XX`. */
function basicCredentials({ headers }: Request): [id: string, secret: string] | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers.get('authorization')?.trim() ?? '');
  if (!encoded?.[1]) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded[1], 'base64').toString('utf8').split(':');
  const secret = rest.join(':');
  return [percentDecoded(id) ?? id, percentDecoded(secret) ?? secret];
}

const malformed = (detail: string) => new TokenError('invalid_request', detail);

async function readForm(request: Request): Promise<Map<string, string>> {
  const mediaType = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(mediaType.trim())) {
    throw malformed('The body must be application/x-www-form-urlencoded.');
  }
  if (isEncoded(request)) throw malformed('The body must come without Content-Encoding.');
  const form = new Map<string, string>();
  for (const { name, value } of pairsOf(Buffer.from(await readBytes(request)).toString('utf8'))) {
    if (name === undefined || value === undefined) {
      throw malformed('The form is not validly encoded.');
    }
    if (form.has(name)) throw malformed(`${shortened(name)} may be given only once.`);
    if (name !== '') form.set(name, value);
  }
  if (form.get('client_secret')) {
    throw malformed('The secret belongs into the Authorization header, not into the form.');
  }
  return form;
}

function grantedScope(client: Client, form: ReadonlyMap<string, string>): string {
  const grantType = form.get('grant_type');
  if (grantType !== 'client_credentials') throw wrongGrant(Boolean(grantType));
  const requested = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (!requested.every((scope) => client.scopes.includes(scope))) throw wrongScope();
  return (requested.length > 0 ? [...new Set(requested)] : client.scopes).join(' ');
}
