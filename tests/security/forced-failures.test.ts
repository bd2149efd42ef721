// A fault inside any handler: the client hears that the service failed and nothing else, and one line
// of the log tells the operator what it was, found by the id of the request.
import { beforeAll, beforeEach, expect, test } from 'bun:test';
import { sql } from 'kysely';
import pino from 'pino';
import { createApp } from '../../modules/app.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { operations as described } from '../support/document.ts';
import { withTableGone } from '../support/reads.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

/** What an answer must never hold: words of the database, of code, and of the faults made here. */
const inside =
  /column|relation|table|select|insert|postgres|pglite|kysely|\.ts\b|node_modules|\bat |Error:|42P01|away|the fault/i;
const failed = 'The service failed to answer this request.';

type Entry = Record<string, unknown>;
const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });

/** Expects exactly one line of a fault, which bears the id of the one request that was logged. */
function expectLoggedOnce(path: string, words: RegExp): void {
  const entries: Entry[] = lines.map((line) => JSON.parse(line));
  // The uses of keys are stored each second, beside the requests, and fail while their table is gone.
  const faults = entries.filter(
    ({ err, msg }) => err !== undefined && msg !== 'the use of keys could not be stored',
  );
  const requests = entries.filter(({ msg }) => msg === 'request');
  expect(requests).toEqual([expect.objectContaining({ path, status: 500 })]);
  const [{ request } = {}] = requests;
  expect(request).toEqual(expect.stringMatching(/^[\da-f-]{36}$/));
  expect(faults).toEqual([expect.objectContaining({ level: 50, instance: path, request })]);
  expect(JSON.stringify(faults[0]?.err)).toMatch(words);
}

/** Expects the problem document of an internal error, without a word about the inside. */
async function expectNothingInside(response: Response, path: string): Promise<void> {
  const { type, ...body } = await json(response);
  expect(type).toEndWith('/errors#internal-error');
  expect(body).toEqual({ title: 'Internal error', status: 500, detail: failed, instance: path });
  expectCleanHeaders(response);
}

function expectCleanHeaders({ headers }: Response): void {
  expect([...headers].filter(([, value]) => inside.test(value))).toEqual([]);
}

const player = `/v1/players/${ids.players[0]}`;
/** For each operation a table without which it can't work, and where it is asked; a POST submits. */
const operations: Readonly<
  Record<string, readonly [table: string, path: string, method?: 'POST']>
> = {
  listPlayers: ['player', '/v1/players'],
  getPlayer: ['player', player],
  getPlayerRating: ['rating', `${player}/rating`],
  listRatingHistory: ['rating_history', `${player}/rating-history`],
  listMatchSuggestions: ['player', `${player}/match-suggestions`],
  listMatches: ['match', '/v1/matches'],
  getMatch: ['match', '/v1/matches/mat_0000000000'],
  submitMatch: ['match', '/v1/matches', 'POST'],
  listCompetitions: ['competition', '/v1/competitions'],
  getCompetition: ['competition', `/v1/competitions/${ids.league}`],
  listVenues: ['venue', '/v1/venues'],
  getVenue: ['venue', `/v1/venues/${ids.venues[0]}`],
};

test('each operation of the API has its fault here', () => {
  expect(Object.keys(operations).toSorted()).toEqual(
    described.map(({ operationId }) => operationId).toSorted(),
  );
});

onBothDatabases('a fault inside', (kind) => {
  let service: TestService;
  let token: string;
  beforeAll(async () => {
    service = await startTestService(kind, { log });
    // The credentials are remembered now, so that the fault meets the handler and not the guard.
    await service.submit(completed());
    token = await service.token(ids.otherClient, secrets.otherClient);
  });
  beforeEach(async () => {
    await service.get('/v1/venues');
    lines.length = 0;
  });

  test.each(Object.entries(operations))('%s', async (_, [table, path, method]) => {
    const response = await withTableGone(service, table, 'broken', () =>
      method === 'POST' ? service.submit(completed()) : service.get(path),
    );
    await expectNothingInside(response, path);
    expectLoggedOnce(path, new RegExp(`relation .*\\b${table}\\b.* does not exist`));
  });

  test('a look-up of a key, and of a token’s client', async () => {
    for (const [table, ask] of [
      ['api_key', () => service.get('/v1/venues', { 'x-api-key': secrets.otherKey })],
      ['api_client', () => service.submit(completed(), { authorization: `Bearer ${token}` })],
    ] as const) {
      lines.length = 0;
      const response = await withTableGone(service, table, 'broken', ask);
      const path = new URL(response.url).pathname;
      await expectNothingInside(response, path);
      expectLoggedOnce(path, new RegExp(table));
    }
  });

  test('the token endpoint, in the format of OAuth', async () => {
    const response = await withTableGone(service, 'api_client', 'broken', () =>
      fetch(`${service.url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${ids.client}:${secrets.client}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      }),
    );
    expect(response.status).toBe(500);
    expect(await json(response)).toEqual({
      error: 'invalid_request',
      error_description: 'The service failed.',
    });
    expectCleanHeaders(response);
    expectLoggedOnce('/oauth/token', /api_client/);
  });

  test('the commit of a submission, which then is not there', async () => {
    const run = (statement: string) => sql.raw(statement).execute(service.workbench.database.db);
    await run(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the fault at the commit'; end $$`);
    await run(`create constraint trigger refuse after insert on match
      deferrable initially deferred for each row execute function refuse()`);
    const body = completed();
    const response = await service.submit(body);
    await run('drop function refuse cascade');
    await expectNothingInside(response, '/v1/matches');
    expectLoggedOnce('/v1/matches', /the fault at the commit/);
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
    lines.length = 0;
    await expectNothingInside(await ask(), path);
    expectLoggedOnce(path, /the fault in a page/);
  });

  test('the probes of a service whose database is gone say no more than that', async () => {
    const closed = await startTestService(kind, { log });
    expect((await closed.get('/v1/venues')).status).toBe(200);
    await closed.requests.close();
    const ask = async (path: string) => {
      const response = await fetch(closed.url + path);
      expectCleanHeaders(response);
      return [response.status, await response.text()];
    };
    expect(await ask('/healthz')).toEqual([200, 'ok\n']);
    expect(await ask('/readyz')).toEqual([503, 'not ready: the database takes no requests\n']);
    const [status, metrics] = await ask('/metrics');
    expect(status).toBe(200);
    expect(/^tennis_matches_pending (.*)$/m.exec(String(metrics))?.[1]).toMatch(/^nan$/i);
  });
});
