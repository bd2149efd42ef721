import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import { createRatingRun, ratingLock, verifyRatings } from '../../modules/ratings/index.ts';
import type { Settings } from '../../shared/config.ts';
import { oracleOf, randomSeason, ratableIn } from '../ratings/random-season.ts';
import { completed } from '../support/city.ts';
import { hold } from '../support/held.ts';
import {
  cleanUp,
  freshDatabase,
  json,
  load,
  startTestService,
  testSettings,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';

const main = join(import.meta.dirname, '..', '..', 'main.ts');
const season = randomSeason(11, 60, 1_300, 300);
const ratable = ratableIn(season);

setDefaultTimeout(180_000);
afterAll(cleanUp);

/** A service of its own process on the database, which rates what is pending at once. */
function startServer({ DATABASE_URL = '', DATA_DIR }: Settings) {
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { PATH: process.env.PATH, DATABASE_URL, DATA_DIR, PORT: '0', RATING_DELAY_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let log = '';
  child.stdout.on('data', (data) => {
    log += data;
  });
  return {
    /** How many matches each of its runs has rated. */
    runs: () =>
      log
        .split('\n')
        .filter((line) => line.includes('"rating run"'))
        .map((line) => Number(JSON.parse(line).rated)),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function withPending(work: (workbench: Workbench, settings: Settings) => Promise<void>) {
  const settings = testSettings(await freshDatabase('server'));
  const workbench = await openWorkbench({ settings });
  try {
    await load(workbench, [...season.records, ...season.matches.map(({ record }) => record)]);
    await work(workbench, settings);
    await expectOracle(workbench);
  } finally {
    await workbench.database.close();
  }
}

async function expectOracle({ database, run, decay }: Workbench) {
  expect(await run()).toEqual({ rated: 0, unrateable: 0 });
  await decay(); // as the services may have done at their start, or not
  const result = await verifyRatings(database.db);
  expect(result).toEqual({ players: 60, matches: ratable, differences: [] });
  const oracle = oracleOf(season);
  oracle.run(Date.now());
  oracle.decay(Date.now(), Date.now());
  const rows = await database.db
    .selectFrom('rating')
    .select(['player_id', 'value', 'confidence'])
    .execute();
  for (const row of rows) expect<object>(oracle.record(row.player_id)).toMatchObject(row);
}

test('two services on one PostgreSQL rate every match exactly once, in order', async () => {
  await withPending(async (_, settings) => {
    const services = [startServer(settings), startServer(settings)];
    const rated = () => services.flatMap(({ runs }) => runs()).reduce((sum, n) => sum + n, 0);
    const deadline = Date.now() + 40_000;
    while (rated() < ratable && Date.now() < deadline) await delay(50);
    await Promise.all(services.map(({ stop }) => stop()));
    expect(rated()).toBe(ratable);
  });
});

test('even if the lock between them were lost, no match would be rated twice', async () => {
  await withPending(async ({ database, clock }) => {
    const locked: typeof database.locked = (_, work) =>
      database.db.connection().execute((session) => work(session, async () => undefined));
    const unlocked = { ...database, locked };
    const run = createRatingRun({
      database: unlocked,
      clock,
      reportUnrateable: () => undefined,
      batchSize: 500,
    });
    // Those that begin at one moment take one number, so all but one break off.
    const ended = await Promise.allSettled([run(), run(), run()]);
    const results = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const one of ended) {
      if (one.status === 'rejected') expect(String(one.reason)).toContain('"run_pkey"');
    }
    expect(results.reduce((sum, { rated }) => sum + rated, 0)).toBe(ratable);
    expect(results.map(({ unrateable }) => unrateable)).toEqual(results.map(() => 0));
  });
});

test('one run at a time holds the lock: another waits until it is free', async () => {
  const settings = testSettings(await freshDatabase('server'));
  const [one, other] = await Promise.all([
    openWorkbench({ settings }),
    openWorkbench({ settings }),
  ]);
  try {
    let ended = 0;
    const free = await hold(one.database.locked, ratingLock);
    const waiting = [other.run(), other.decay()].map((work) => work.then(() => (ended += 1)));
    await delay(400);
    expect(ended).toBe(0);
    await Promise.all([free(), ...waiting]);
    expect(ended).toBe(2);
  } finally {
    await Promise.all([one.database.close(), other.database.close()]);
  }
});

// The sweep looks every 15 seconds.
test(
  'the worker finds by its sweep what another process imported',
  async () => {
    const service = await startTestService('server', { settings: { RATING_DELAY_SECONDS: 1 } });
    const pending = async () =>
      (await json(await service.get('/v1/matches?rating_status=pending'))).data.length;
    // What the start itself set going has passed then.
    await delay(2_500);
    const other = await openWorkbench({ settings: service.workbench.settings });
    await load(other, [{ kind: 'match', ...completed() }]);
    await other.database.close();
    expect(await pending()).toBe(1);
    await until(async () => (await pending()) === 0, 25_000, 'the rating');
  },
  { retry: 2, timeout: 40_000 },
);
