import { afterAll, beforeAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createApp } from '../../modules/app.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { detourTo } from '../support/detour.ts';
import { expectProblem, withTableGone } from '../support/reads.ts';
import {
  freshDatabase,
  json,
  onBothDatabases,
  onDatabase,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { expectInternalError, expectNothingInside, failed, keptLog } from './inside.ts';

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

// Faults of each operation's own are in statuses.test.ts.
onBothDatabases('a fault inside', (kind) => {
  let service: TestService;
  let token: string;
  const { log, clear, expectFault } = keptLog();
  beforeAll(async () => {
    service = await startTestService(kind, { log });
    // The client's credentials are remembered now, so that a fault meets the handler and not the guard.
    await service.submit(completed());
    token = await service.token(ids.otherClient, secrets.otherClient);
  });

  test('a look-up of a key, and of a token’s client', async () => {
    for (const [table, ask] of [
      ['api_key', () => service.get('/v1/venues', { 'x-api-key': secrets.otherKey })],
      ['api_client', () => service.submit(completed(), { authorization: `Bearer ${token}` })],
    ] as const) {
      clear();
      const response = await withTableGone(service, table, 'broken', ask);
      await expectInternalError(response);
      expectFault(new URL(response.url).pathname, new RegExp(table));
    }
  });

  test('the commit of a submission, which then is not there', async () => {
    const run = (statement: string) => sql.raw(statement).execute(service.workbench.database.db);
    await run(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the fault at the commit'; end $$`);
    await run(`create constraint trigger refuse after insert on match
      deferrable initially deferred for each row execute function refuse()`);
    const body = completed();
    clear();
    const response = await service.submit(body);
    await run('drop function refuse cascade');
    await expectInternalError(response);
    expectFault('/v1/matches', /the fault at the commit/);
    expect((await service.submit(body)).status).toBe(201);
  });

  // These need no database, or answer without one: what they are made of fails instead. /healthz is
  // made of nothing, and the documentation was made before the first request.
  test.each(['/', '/errors', '/readyz', '/metrics'])('the page %s', async (path) => {
    let broken = false;
    const orFail = <T>(value: T): T => {
      if (broken) throw new Error('the fault in a page');
      return value;
    };
    const { settings, database, clock } = service.workbench;
    const app = createApp({
      settings,
      addresses: {
        base: 'http://localhost/v1',
        get auth() {
          return orFail('http://localhost');
        },
        get errors() {
          return orFail('http://localhost/errors');
        },
      },
      peerOf: () => '127.0.0.1',
      database,
      noteOutage: () => false,
      secrets: async () => ['a secret of at least 32 characters'],
      keyUses: { note: () => undefined, write: async () => undefined },
      passUses: { note: () => undefined, write: async () => undefined },
      clock,
      log,
      metrics: {
        observeRequest: () => undefined,
        countRated: () => undefined,
        text: async () => orFail(''),
      },
      ready: () => orFail(true),
    });
    const ask = async () => app.fetch(new Request(`http://localhost${path}`));
    expect((await ask()).status).toBe(200);
    broken = true;
    clear();
    const response = await ask();
    await expectNothingInside(response);
    expect(await json(response)).toMatchObject({ detail: failed, instance: path, status: 500 });
    expectFault(path, /the fault in a page/);
  });

  test('the probes of a service whose database is gone say no more than that', async () => {
    const closed = await startTestService(kind, { log });
    expect((await closed.get('/v1/venues')).status).toBe(200);
    await closed.requests.close();
    const ask = async (path: string) => {
      const response = await fetch(closed.url + path);
      await expectNothingInside(response);
      return [response.status, await response.text()];
    };
    expect(await ask('/healthz')).toEqual([200, 'ok\n']);
    expect(await ask('/readyz')).toEqual([503, 'not ready: the database takes no requests\n']);
    const [status, metrics] = await ask('/metrics');
    expect(status).toBe(200);
    expect(/^tennis_matches_pending (.*)$/m.exec(String(metrics))?.[1]).toMatch(/^nan$/i);
  });
});

onDatabase('embedded', 'while a long command runs', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
    await service.submit(completed());
  });

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

  test('a shorter one only delays requests', async () => {
    const busy = occupy(delay(500));
    const started = performance.now();
    expect((await service.get(player)).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(400);
    await busy;
  });
});

onDatabase('server', 'where it goes away', (kind) => {
  let service: TestService;
  let way: Awaited<ReturnType<typeof detourTo>>;
  beforeAll(async () => {
    const { DATABASE_URL = '', ...settings } = await freshDatabase(kind);
    way = await detourTo(new URL(DATABASE_URL));
    await way.open();
    service = await startTestService(kind, {
      settings: { ...settings, DATABASE_URL: way.url },
    });
  });
  afterAll(() => way.cut());

  test('everything that needs it is 503 with Retry-After, until it is back', async () => {
    expect((await service.submit(completed())).status).toBe(201);
    way.cut();
    const answers = await Promise.all([
      ...reads.map((path) => service.get(path)),
      service.submit(completed()),
    ]);
    for (const response of answers) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      await expectProblem(response, 503);
    }
    const probes = ['/healthz', '/readyz', '/metrics'].map((path) => fetch(service.url + path));
    const statuses = (await Promise.all(probes)).map(({ status }) => status);
    expect(statuses).toEqual([200, 503, 200]);
    await way.open();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect((await service.get(player)).status).toBe(200);
    expect((await service.submit(completed())).status).toBe(201);
  });
});
