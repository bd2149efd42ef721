// Every operation of the document with every status that it lists: a request that gives it. What is added to
// the document needs its case here.
import { beforeAll, describe, expect, test } from 'bun:test';
import { completed, ids, secrets, testCity } from '../support/city.ts';
import { documentAt, membersAt } from '../support/document.ts';
import { rawRequest } from '../support/raw-http.ts';
import { expectProblem, withTableGone } from '../support/reads.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { expectInternalError, expectNothingInside, keptLog } from './inside.ts';

type Ask = (service: TestService) => Promise<Response>;
/** A request that is refused: by that type of problem, or error of OAuth. */
type Refused = {
  readonly status: number;
  readonly type: string;
  readonly ask: Ask;
  readonly pointers?: readonly string[];
};
type Operation = {
  readonly path: string;
  readonly success: 200 | 201;
  readonly good: Ask;
  /** A table without which it can't answer. */
  readonly table: string;
  readonly refused: readonly Refused[];
};

const match = { ...completed(), kind: 'match', id: 'mat_a000000001' };
const known: Readonly<Record<string, string | undefined>> = {
  player_id: ids.players[0],
  match_id: match.id,
  competition_id: ids.league,
  venue_id: ids.venues[0],
};
const idIn = /\{(\w+)\}/;
const pathOf = (template: string) =>
  `/v1${template}`.replace(idIn, (_, name: string) => known[name] ?? name);

/** A read; it takes parameters where there is a query that it refuses. */
function read(template: string, table: string, query?: string): [string, Operation] {
  const path = pathOf(template);
  const at = (path: string, headers?: Record<string, string>): Ask => {
    return ({ get }) => get(path, headers);
  };
  const unknown = path.replace(/(\w{3}_)\w{10}/, '$10000000000');
  const malformed = path.replace(/\w{3}_\w{10}/, 'anna');
  const refused = [
    { status: 401, type: 'unauthenticated', ask: at(path, { 'x-api-key': '' }) },
    ...(unknown === path ? [] : [unknown, malformed]).map((path) => ({
      status: 404,
      type: 'not-found',
      ask: at(path),
    })),
    ...(query ? [query] : []).map((query) => ({
      status: 400,
      type: 'invalid-request',
      ask: at(`${path}?${query}`),
      pointers: [`#/${query.split('=')[0]}`],
    })),
  ];
  return [`get ${template}`, { path, success: 200, good: at(path), table, refused }];
}

const submit =
  (body: unknown, headers?: Record<string, string>): Ask =>
  (service) =>
    service.submit(body, headers);
const twin = completed();
const used = { 'idempotency-key': 'used' };
const sets = [{ games: [6, 4] }, { games: [6, 5] }];
const submission: Operation = {
  path: '/v1/matches',
  success: 201,
  good: (service) => service.submit(completed()),
  table: 'venue',
  refused: [
    { status: 400, type: 'invalid-request', ask: submit('{') },
    { status: 401, type: 'unauthenticated', ask: submit(twin, { authorization: 'Bearer no' }) },
    {
      status: 403,
      type: 'insufficient-scope',
      async ask(service) {
        const token = await service.token(ids.scopelessClient, secrets.scopelessClient);
        return service.submit(completed(), { authorization: `Bearer ${token}` });
      },
    },
    {
      status: 403,
      type: 'not-competition-organizer',
      ask: submit(completed({ competition_id: ids.foreignCup })),
    },
    {
      status: 409,
      type: 'duplicate-match',
      async ask(service) {
        await service.submit(twin);
        return service.submit(twin);
      },
    },
    {
      status: 409,
      type: 'idempotency-conflict',
      async ask(service) {
        await service.submit(completed(), used);
        return service.submit(completed(), used);
      },
    },
    { status: 413, type: 'payload-too-large', ask: submit(' '.repeat(65_537)) },
    {
      status: 415,
      type: 'unsupported-media-type',
      ask: submit(completed(), { 'content-type': 'text/plain' }),
    },
    {
      status: 422,
      type: 'invalid-score',
      ask: submit(completed({ score: { sets } })),
      pointers: ['#/score/sets/1'],
    },
    {
      status: 422,
      type: 'validation-failed',
      ask: submit(completed({ venue_id: 1 })),
      pointers: ['#/venue_id'],
    },
  ],
};

const askToken =
  (body: string, secret: string = secrets.client): Ask =>
  ({ url }) =>
    fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${ids.client}:${secret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    });
const grant = 'grant_type=client_credentials';
const token: Operation = {
  path: '/oauth/token',
  success: 200,
  good: askToken(grant),
  table: 'api_client',
  refused: [
    { status: 400, type: 'invalid_request', ask: askToken('') },
    { status: 400, type: 'unsupported_grant_type', ask: askToken('grant_type=password') },
    { status: 400, type: 'invalid_scope', ask: askToken(`${grant}&scope=admin`) },
    { status: 401, type: 'invalid_client', ask: askToken(grant, 'wrong') },
    { status: 413, type: 'invalid_request', ask: askToken(grant.padEnd(65_537, '&')) },
  ],
};

const operations = new Map<string, Operation>([
  read('/players', 'player', 'min_rating=high'),
  read('/players/{player_id}', 'player'),
  read('/players/{player_id}/rating', 'rating'),
  read('/players/{player_id}/rating-history', 'rating_history', 'limit=101'),
  read('/players/{player_id}/match-suggestions', 'player', 'max_rating_gap=501'),
  read('/matches', 'match', 'player_id=anna'),
  read('/matches/{match_id}', 'match'),
  read('/competitions', 'competition', 'type=cup'),
  read('/competitions/{competition_id}', 'competition'),
  read('/venues', 'venue', 'limit=0'),
  read('/venues/{venue_id}', 'venue'),
  ['post /matches', submission],
  ['post /oauth/token', token],
]);

/** The statuses that the document lists for each operation. */
const described = new Map<string, string[]>();
/** What each path allows by the document. */
const allowed = new Map<string, string>([['/metrics', 'GET, HEAD, OPTIONS']]);
const { paths } = documentAt('http://localhost:3000');
for (const [template] of membersAt(paths)) {
  const verbs = membersAt(paths, template).flatMap(([name]) =>
    /^(get|post)$/.test(name) ? name : [],
  );
  for (const verb of verbs) {
    const statuses = membersAt(paths, template, verb, 'responses').map(([status]) => status);
    described.set(
      `${verb} ${template}`,
      statuses.filter((status) => status !== 'default'),
    );
  }
  const methods = verbs.sort().map((verb) => (verb === 'get' ? 'GET, HEAD' : 'POST'));
  const path = operations.get(`${verbs[0]} ${template}`)?.path ?? template;
  allowed.set(path, [...methods, 'OPTIONS'].join(', '));
}
for (const path of ['/', '/errors', '/healthz', '/readyz']) allowed.set(path, 'GET, HEAD, OPTIONS');

/** Expects the refusal in the format that the operation has. */
async function expectRefusal(
  response: Response,
  path: string,
  { status, type, pointers }: Omit<Refused, 'ask'>,
): Promise<void> {
  expect(response.status).toBe(status);
  if (path !== token.path) return expectProblem(response, type, pointers);
  expect(await json(response)).toEqual({ error: type, error_description: expect.any(String) });
  expect(response.headers.get('content-type')).toBe('application/json');
}

const perKey = 1_000;
const perAddress = 2_000;

onBothDatabases('each status', (kind) => {
  let service: TestService;
  /** One whose limits are used up, of everybody. */
  let busy: TestService;
  const { log, clear, expectFault } = keptLog();
  beforeAll(async () => {
    const settings = { RATE_LIMIT_PER_MINUTE: perKey, ADDRESS_LIMIT_PER_MINUTE: perAddress };
    service = await startTestService(kind, { log, settings, records: [...testCity(), match] });
    const one = { RATE_LIMIT_PER_MINUTE: 1, ADDRESS_LIMIT_PER_MINUTE: 1 };
    busy = await startTestService(kind, { settings: one });
    expect((await busy.submit(completed())).status).toBe(201);
    expect((await busy.get('/v1/venues')).status).toBe(200);
  });

  test('each operation of the document has a request here for each status that it lists', () => {
    const always = [429, 500, 503];
    const here = [...operations].map(([name, { success, refused }]) => {
      const statuses = new Set([success, ...refused.map(({ status }) => status), ...always]);
      return [name, [...statuses].map(String).sort()];
    });
    const there = [...described].map(([name, statuses]) => [name, statuses.sort()]);
    expect(here.sort()).toEqual(there.sort());
  });

  for (const [name, { path, success, good, table, refused }] of operations) {
    describe(name, () => {
      const expectLimit = ({ status, headers }: Response) => {
        // Without a valid credential, and for tokens, it is the address's limit that counts.
        const quota = status === 401 || path === token.path ? perAddress : perKey;
        expect(headers.get('ratelimit-policy')).toBe(`"default";q=${quota};w=60`);
        expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=([1-9]|[1-5]\d|60)$/);
      };
      const other = path === token.path ? 'invalid_request' : undefined;

      test(`${success}`, async () => {
        const response = await good(service);
        expect([response.status, response.headers.get('content-type')]).toEqual([
          success,
          'application/json',
        ]);
        expect(await json(response)).toBeObject();
        expectLimit(response);
      });

      test.each(refused)('$status $type', async ({ ask, ...refusal }) => {
        const response = await ask(service);
        await expectRefusal(response, path, refusal);
        expectLimit(response);
      });

      test('429 where the limit is used up', async () => {
        const refusal = { status: 429, type: other ?? 'rate-limited' };
        await expectRefusal(await good(busy), path, refusal);
      });

      test('500 where the service is broken, which is told the log alone', async () => {
        await (await good(service)).text(); // the credentials are remembered, so that the fault meets the handler
        clear();
        const response = await withTableGone(service, table, 'broken', () => good(service));
        expectFault(path, new RegExp(`relation .*\\b${table}\\b.* does not exist`));
        expectLimit(response);
        if (!other) return expectInternalError(response);
        await expectNothingInside(response);
        await expectRefusal(response, path, { status: 500, type: other });
      });

      test('503 where the database refuses', async () => {
        const response = await withTableGone(service, table, 'away', () => good(service));
        expectLimit(response);
        await expectRefusal(response, path, { status: 503, type: other ?? 'service-unavailable' });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      });
    });
  }

  const key = { 'x-api-key': secrets.key };
  for (const [path, allow] of allowed) {
    describe(path, () => {
      test('OPTIONS answers 204 with Allow, with a key or without', async () => {
        for (const headers of [{}, key, { 'x-api-key': 'wrong' }]) {
          const response = await fetch(service.url + path, { method: 'OPTIONS', headers });
          const told = [response.status, response.headers.get('allow'), await response.text()];
          expect(told).toEqual([204, allow, '']);
          const isApi = path.startsWith('/v1/');
          expect(response.headers.get('cache-control')).toBe(isApi ? 'no-store' : null);
        }
      });

      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter(
        (method) => !allow.includes(method),
      );
      test.each(others)('%s is 405 with Allow, whatever comes with it', async (method) => {
        for (const credential of [[], [`X-API-Key: ${secrets.key}`]]) {
          const sent = [...credential, 'Content-Type: application/json', 'Content-Length: 8'];
          const body = method === 'GET' || method === 'TRACE' ? '' : '{"broken';
          const headers = body ? sent : credential;
          const answer = await rawRequest(service.url, `${method} ${path}`, headers, body);
          const { type, error } = JSON.parse(answer.body);
          const told = [answer.status, answer.headers.get('allow'), error ?? type?.split('#')[1]];
          const expected = path === token.path ? 'invalid_request' : 'method-not-allowed';
          expect(told).toEqual([405, allow, expected]);
        }
      });

      if (!allow.includes('HEAD')) return;
      const wrong = ['', '?limit=0', '/nothing'].map((more) => path + more);
      test('HEAD answers what GET does, without a body', async () => {
        for (const target of path === '/metrics' ? [] : wrong) {
          for (const credential of [[], [`X-API-Key: ${secrets.key}`]]) {
            const [full, head] = [
              await rawRequest(service.url, `GET ${target}`, credential),
              await rawRequest(service.url, `HEAD ${target}`, credential),
            ];
            const told = ({ status, headers }: typeof full) => {
              for (const name of ['date', 'ratelimit']) headers.delete(name);
              return [target, status, [...headers]];
            };
            expect(head.headers.get('content-length')).toBe(`${Buffer.byteLength(full.body)}`);
            expect(told(head)).toEqual(told(full));
            expect([full.body === '', head.body]).toEqual([false, '']);
          }
        }
      });
    });
  }

  test('methods that somebody makes up make up no more of what is measured', async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('method="other"');
    expect(metrics).not.toMatch(/TRACE|PROPFIND/);
  });
});
