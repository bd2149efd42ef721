import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { completed, ids, secrets } from '../support/city.ts';
import { detourTo } from '../support/detour.ts';
import { expectProblem, withTableGone } from '../support/reads.ts';
import {
  cleanUp,
  freshDatabase,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';

const player = `/v1/players/${ids.players[0]}`;
const reads = [
  '/v1/players',
  player,
  `${player}/rating`,
  `${player}/rating-history`,
  `${player}/match-suggestions`,
  '/v1/matches',
  '/v1/matches/mat_0000000000',
  '/v1/competitions',
  `/v1/competitions/${ids.league}`,
  '/v1/venues',
  `/v1/venues/${ids.venues[0]}`,
];

onBothDatabases('probes', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { settings: { RATE_LIMIT_PER_MINUTE: 1 } });
  });

  test('healthz, readyz and metrics answer in plain text, without a key and uncounted', async () => {
    for (const [path, text] of [
      ['/healthz', /^ok$/m],
      ['/readyz', /^ready$/m],
      ['/metrics', /^# TYPE tennis_matches_pending gauge\ntennis_matches_pending 0$/m],
    ] as const) {
      for (const headers of [{}, { 'x-api-key': secrets.key }, { 'x-api-key': 'wrong' }]) {
        const response = await fetch(service.url + path, { headers: new Headers(headers) });
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toStartWith('text/plain');
        expect(response.headers.has('ratelimit')).toBe(false);
        expect(await response.text()).toMatch(text);
      }
    }
    expect((await service.get(player)).status).toBe(200);
  });

  test('metrics count requests by route, method and status, and matches by their state', async () => {
    await service.get(`${player}/rating`);
    expect((await service.submit(completed())).status).toBe(201);
    const text = await (await fetch(`${service.url}/metrics`)).text();
    expect(text).toContain('tennis_matches_pending 1\n');
    expect(text).toMatch(
      /tennis_http_request_duration_seconds_count\{route="\/v1\/players\/:player_id\/rating",method="GET",status="429"\} 1\n/,
    );
    expect(text).not.toContain(ids.players[0] ?? '');
  });

  test('metrics count what this process rates for a command, too', async () => {
    const run = await service.rate();
    expect(run).toEqual({ rated: 1, unrateable: 0 });
    const text = await (await fetch(`${service.url}/metrics`)).text();
    expect(text).toContain('tennis_matches_rated_total 1\n');
  });

  test('metrics tell of the heap by what costs nothing', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    expect(text).toMatch(/^nodejs_heap_size_used_bytes \d+$/m);
    expect(text).not.toContain('heap_space'); // to know these, Bun walks through all of it
  });
});

onBothDatabases('an internal error', (kind) => {
  let service: TestService;
  const lines: string[] = [];
  beforeAll(async () => {
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    service = await startTestService(kind, { log });
  });
  const run = (statement: string) => sql.raw(statement).execute(service.workbench.database.db);

  test('says nothing of the inside; its instance and a request id in the log find it', async () => {
    const instance = `/v1/venues/${ids.venues[0]}`;
    lines.length = 0;
    await run('alter table venue rename column name to gone');
    const response = await service.get(instance);
    await run('alter table venue rename column gone to name');
    const text = await response.clone().text();
    await expectProblem(response, 500);
    expect(text).not.toMatch(/column|select|exist|postgres|pglite|\.ts|node_modules| at /i);
    const entries = lines.map((line) => JSON.parse(line));
    const fault = entries.find(({ err }) => err);
    expect(JSON.stringify(fault)).toContain('column');
    expect(fault).toMatchObject({
      level: 50,
      instance,
      request: expect.stringMatching(/^\S{16,}$/),
    });
    const request = entries.find(({ msg }) => msg === 'request');
    expect(request).toMatchObject({ request: fault.request, path: instance, status: 500 });
    expect((await service.get(instance)).status).toBe(200);
  });

  test('also where the credentials can not be looked up, and it has its limit headers', async () => {
    await withTableGone(service, 'api_key', 'broken', async () => {
      const response = await service.get('/v1/venues', {
        'x-api-key': 'never-seen-before-00000001',
      });
      expect(response.headers.has('ratelimit')).toBe(true);
      await expectProblem(response, 500);
    });
  });

  test('no log line holds a query, nor a key', async () => {
    lines.length = 0;
    await service.get('/v1/competitions?season=canary');
    await service.get('/v1/competitions?canary=%zz');
    await service.get('/v1/nothing?canary');
    // Others tell of the city's import and of the start's jobs, when they get to it.
    const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    const paths = told.map(({ path }) => path);
    expect(paths).toEqual(['/v1/competitions', '/v1/competitions', '/v1/nothing']);
    expect(lines.join()).not.toMatch(/canary|test-key/);
  });
});

describe('on the embedded database, while a long command runs', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('embedded');
    await service.submit(completed());
  });
  afterAll(cleanUp);

  const occupy = (until: Promise<void>) =>
    service.workbench.database.longTransaction(async ({ db: on }) => {
      await sql`select 1`.execute(on);
      await until;
    });

  test('what it would keep waiting for over 2 s is 503 with Retry-After, and readyz says so', async () => {
    const command = Promise.withResolvers<void>();
    const busy = occupy(command.promise);
    const started = performance.now();
    const [probes, answers] = await Promise.all([
      Promise.all(['/healthz', '/readyz', '/metrics'].map((path) => fetch(service.url + path))),
      Promise.all([...reads.map((path) => service.get(path)), service.submit(completed())]),
    ]);
    expect(performance.now() - started).toBeWithin(1_900, 8_000);
    expect(probes.map(({ status }) => status)).toEqual([200, 503, 200]);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain(
      'tennis_http_request_duration_seconds_count{route="/readyz",method="GET",status="503"} 1\n',
    );
    for (const response of answers) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      await expectProblem(response, 503);
    }
    command.resolve();
    await busy;
    expect((await service.get(player)).status).toBe(200);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  test('OPTIONS waits no longer, and answers, whatever it comes with', async () => {
    const authorization = `Bearer ${await service.token('client_first', secrets.client)}`;
    const sent = [{ authorization }, { 'x-api-key': secrets.key }, {}] as Record<string, string>[];
    for (const headers of sent) await service.get(player, headers);
    await delay(1_100); // so long a credential is remembered
    const command = Promise.withResolvers<void>();
    const busy = occupy(command.promise);
    const started = performance.now();
    const answers = await Promise.all(
      sent.map((headers) => fetch(service.url + player, { method: 'OPTIONS', headers })),
    );
    expect(performance.now() - started).toBeLessThan(6_000);
    for (const { status, headers } of answers) {
      expect([status, headers.has('ratelimit')]).toEqual([204, true]);
    }
    command.resolve();
    await busy;
  });

  test('who is on the way to the database already goes before it', async () => {
    const { database } = service.workbench;
    const order: string[] = [];
    const busy = database.longTransaction(async () => void order.push('command'));
    for (const statement of ['first', 'second']) {
      await sql`select 1`.execute(database.db);
      order.push(statement);
    }
    await busy;
    expect(order).toEqual(['first', 'second', 'command']);
  });

  test('a shorter one only delays requests', async () => {
    const busy = occupy(delay(500));
    const started = performance.now();
    expect((await service.get(player)).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(400);
    await busy;
  });
});

describe('on a PostgreSQL that goes away', () => {
  let service: TestService;
  let way: Awaited<ReturnType<typeof detourTo>>;
  beforeAll(async () => {
    const { DATABASE_URL = '', ...settings } = await freshDatabase('server');
    way = await detourTo(new URL(DATABASE_URL));
    await way.open();
    service = await startTestService('server', {
      settings: { ...settings, DATABASE_URL: way.url },
    });
  });
  afterAll(async () => {
    await cleanUp();
    way.cut();
  });

  test('everything that needs it is 503 with Retry-After, until it is back', async () => {
    expect((await service.submit(completed())).status).toBe(201);
    way.cut();
    const answers = await Promise.all([
      ...reads.map((path) => service.get(path)),
      service.submit(completed()),
    ]);
    for (const response of answers) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(response.headers.has('ratelimit')).toBe(true);
      await expectProblem(response, 503);
    }
    const probes = ['/healthz', '/readyz', '/metrics'].map((path) => fetch(service.url + path));
    const statuses = (await Promise.all(probes)).map(({ status }) => status);
    expect(statuses).toEqual([200, 503, 200]);
    const preflight = await fetch(service.url + player, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.has('ratelimit')]).toEqual([204, true]);
    await way.open();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect((await service.get(player)).status).toBe(200);
    expect((await service.submit(completed())).status).toBe(201);
  });
});
