// A service in a process of its own on a PostgreSQL that is harmed while a load is on it.
import { expect } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkbench } from '../../commands/workbench.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { tokenFrom } from '../runtime/main-job.ts';
import { type Environment, onBun, type Server } from '../runtime/programs.ts';
import { testCity } from '../support/city.ts';
import { expectNoContradiction } from '../support/contract.ts';
import { type OwnServer, startOwnPostgres } from '../support/postgres.ts';
import { load as importInto, temporaryFolder, testSettings } from '../support/service.ts';
import {
  type Account,
  get,
  type Load,
  newResult,
  type Reply,
  type Sent,
  send,
  startLoad,
} from './postgres-load.ts';
import { type DatabaseProxy, startProxy } from './postgres-proxy.ts';
import { ask, beside } from './postgres-session.ts';

export type Scene = {
  readonly postgres: OwnServer;
  /** The database's own address, past the proxy. */
  readonly databaseUrl: string;
  readonly proxy: DatabaseProxy;
  readonly service: Server;
  readonly load: Load;
};

/** From the end of a fault until everything must be served as before it. */
const recoveryMs = 5_000;
/** Within that time every request has an answer, whatever the database does. */
export const answerMs = 8_000;
const poolSize = 10;
const cityTemplate = 'template_city';
let cities = 0;

/** A PostgreSQL server that may be harmed, with the test city as a template. */
export async function startCityServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const postgres = await startOwnPostgres({ settings });
  const DATABASE_URL = await postgres.createDatabase(cityTemplate);
  const workbench = await openWorkbench(testSettings({ DATABASE_URL }), () => undefined);
  await importInto(workbench, testCity());
  await workbench.database.close();
  return postgres;
}

/** The address of a database of its own that holds the test city. */
export function newCity(postgres: OwnServer): Promise<string> {
  cities += 1;
  return postgres.createDatabase(`city_${cities}`, cityTemplate);
}

/** The settings of a service that rates at once and has no limits that get in the way. */
export async function serviceSettings(DATABASE_URL: string): Promise<Environment> {
  return {
    DATABASE_URL,
    DATA_DIR: await temporaryFolder(),
    RATING_DELAY_SECONDS: 0,
    RATE_LIMIT_PER_MINUTE: 1_000_000,
    ADDRESS_LIMIT_PER_MINUTE: 1_000_000,
  };
}

/**
 * Lets the fault happen to a service under load. Within 5 s of its end everything must be served
 * again; what was acknowledged must be there once, and nothing else; and every request must have
 * had an answer in time. `through` says whether the service reaches PostgreSQL by the proxy.
 */
export async function surviveFault(
  postgres: OwnServer,
  { through = 'proxy', more = {} }: { through?: 'proxy' | 'nothing'; more?: Environment },
  fault: (scene: Scene) => Promise<void>,
): Promise<Account> {
  const databaseUrl = await newCity(postgres);
  const proxy = await startProxy(databaseUrl);
  const settings = await serviceSettings(through === 'proxy' ? proxy.url : databaseUrl);
  const service = await onBun.serve({ ...settings, ...more });
  const token = await tokenFrom(service.url);
  const load = startLoad(
    () => service.url,
    () => token,
  );
  await until(() => load.account.acknowledged.size >= 10);

  await fault({ postgres, databaseUrl, proxy, service, load });
  await expectServed(service.url, token, load.account);
  await load.stop();
  await expectRated(service.url, databaseUrl);
  await expectWholePool(service.url, token, databaseUrl, load.account);
  await expectKept(service.url, token, databaseUrl, load.account);
  expectAnswered(load.account);
  expect(service.log().filter(({ msg }) => msg === 'request failed')).toEqual([]);

  service.signal('SIGINT');
  expect((await service.ended).status).toBe(0);
  await proxy.close();
  expectNoContradiction();
  return load.account;
}

/** Waits until it is so; throws after the time, with what is missing. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs = 10_000,
  missing = String(isSo),
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${missing}`);
    await delay(20);
  }
}

/** The promise's value; throws where it takes longer. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  const late = delay(ms, undefined, { ref: false }).then(() => {
    throw new Error(`not within ${ms} ms: ${what}`);
  });
  return Promise.race([promise, late]);
}

/** Holds that submissions, reads and /readyz are served within 5 s. */
async function expectServed(url: string, token: string, account: Account): Promise<void> {
  const deadline = performance.now() + recoveryMs;
  for (;;) {
    const result = goodResult();
    const replies = await Promise.all([
      send(url, token, result),
      get(url, '/v1/venues'),
      get(url, '/readyz'),
    ]);
    note(account, result, replies[0]);
    const statuses = replies.map(({ status }) => status);
    if (statuses.join() === '201,200,200') return;
    if (performance.now() > deadline) expect(statuses).toEqual([201, 200, 200]);
    await delay(50);
  }
}

/**
 * Holds that no connection is lost to the pool: as many submissions as it has connections come to
 * wait in the database for the same lock. Asked when the worker, which also takes some, has no work.
 */
async function expectWholePool(url: string, token: string, databaseUrl: string, account: Account) {
  const results = Array.from({ length: poolSize }, goodResult);
  const waiting = `select count(*)::int as requests from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  let requests = 0;
  const sending = await beside(databaseUrl, 'lock table submission_key in share mode', async () => {
    const replies = Promise.all(results.map((result) => send(url, token, result)));
    for (const end = performance.now() + 2_000; requests < poolSize && performance.now() < end; ) {
      requests = Number((await ask(databaseUrl, waiting))[0]?.requests);
    }
    return { replies };
  });
  for (const [index, reply] of (await sending.replies).entries()) {
    note(account, results[index], reply);
  }
  expect(requests).toBe(poolSize);
}

function note({ acknowledged }: Account, result: Sent | undefined, { status, text }: Reply): void {
  if (result && status === 201) acknowledged.set(result, JSON.parse(text).id);
}

/** Holds that exactly what was acknowledged is there, once, and is answered again to the same key. */
async function expectKept(url: string, token: string, databaseUrl: string, account: Account) {
  const acknowledged = [...account.acknowledged];
  const replays = acknowledged.slice(-100).map(async ([result, id]) => {
    const { status, text } = await send(url, token, result);
    return [status, JSON.parse(text).id, id];
  });
  for (const [status, again, id] of await Promise.all(replays)) {
    expect([status, again]).toEqual([201, id]);
  }
  const stored = await ask(databaseUrl, 'select id from match order by id');
  expect(stored.map(({ id }) => id)).toEqual(acknowledged.map(([, id]) => id).sort());
}

/** Holds that the worker rates what is pending by itself, and that every rating follows. */
async function expectRated(url: string, databaseUrl: string): Promise<void> {
  const pending = async () => (await get(url, '/metrics')).text;
  await until(
    async () => /^tennis_matches_pending 0$/m.test(await pending()),
    recoveryMs,
    'all rated',
  );
  const settings = testSettings({ DATABASE_URL: databaseUrl });
  const workbench = await openWorkbench(settings, () => undefined);
  const { differences } = await verifyRatings(workbench.database.sql);
  await workbench.database.close();
  expect(differences).toEqual([]);
}

/** Holds that each request was answered in time, and none with a fault of the service's own. */
function expectAnswered({ answers, refused }: Account): void {
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 201, 422, 503].includes(Number(status)))).toEqual(
    [],
  );
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(answerMs);
  expect(refused.size).toBeGreaterThan(0);
}

/** A result that will be taken. */
export function goodResult(): Sent {
  for (;;) {
    const result = newResult();
    if (!JSON.stringify(result.body).includes('[6,5]')) return result;
  }
}
