import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import { createRatingRun, ratingLock, verifyRatings } from '../../modules/ratings/index.ts';
import type { Settings } from '../../shared/config.ts';
import { hold } from '../support/held.ts';
import { Oracle } from '../support/oracle.ts';
import { cleanUp, freshDatabase, load, testSettings } from '../support/service.ts';
import { randomSeason } from './random-season.ts';

const main = join(import.meta.dirname, '..', '..', 'main.ts');
const season = randomSeason(11, 60, 2_500, 300);
const ratable = season.matches.filter(({ match }) => match.status !== 'walkover').length;

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
  const oracle = new Oracle();
  for (const player of season.players) oracle.register(player);
  for (const { match } of season.matches) oracle.submit(match);
  oracle.run(Date.now());
  oracle.decay(Date.now(), Date.now());
  const { rows } = await sql<{ id: string }>`select player_id as id, value, confidence
    from rating`.execute(database.db);
  for (const row of rows) {
    const { value, confidence } = oracle.record(row.id);
    expect(row).toEqual({ id: row.id, value, confidence } as typeof row);
  }
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
    const results = await Promise.all([run(), run(), run()]);
    expect(results.reduce((sum, { rated }) => sum + rated, 0)).toBe(ratable);
    expect(results.map(({ unrateable }) => unrateable)).toEqual([0, 0, 0]);
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
