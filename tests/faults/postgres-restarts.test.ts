// PostgreSQL, or the process behind a connection, ends under load.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { endPrograms } from '../runtime/programs.ts';
import type { OwnServer } from '../support/postgres.ts';
import { cleanUp } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { startCityServer, surviveFault } from './postgres-scene.ts';
import { ask } from './postgres-session.ts';

setDefaultTimeout(180_000);
let postgres: OwnServer;
beforeAll(async () => {
  postgres = await startCityServer();
});
afterAll(async () => {
  await endPrograms();
  await cleanUp();
  await postgres.stop();
});

const backends = "pid from pg_stat_activity where application_name = 'tennis'";

test.each([
  ['SIGINT', 'fast'],
  ['SIGQUIT', 'immediate'],
] as const)('twelve restarts in a row by %s (%s) leave a whole service', async (signal) => {
  await surviveFault(postgres, 'nothing', async ({ load: { account } }) => {
    for (let round = 0; round < 12; round++) {
      const before = account.acknowledged.size;
      await postgres.restart(signal);
      // Some restarts find connections that work, some find those that are just being made.
      if (round % 2 === 0) await until(() => account.acknowledged.size > before);
    }
  });
});

test('every connection ended by pg_terminate_backend, twenty times, leaves a whole service', async () => {
  await surviveFault(postgres, 'nothing', async ({ databaseUrl }) => {
    for (let round = 0; round < 20; round++) {
      await ask(databaseUrl, `select pg_terminate_backend(pid) from (select ${backends}) tennis`);
      await delay(20 * (round % 4));
    }
  });
});

test('the session that holds the lock of the ratings ended ten times leaves a whole service', async () => {
  const holder = `select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and database =
      (select oid from pg_database where datname = current_database())`;
  await surviveFault(postgres, 'nothing', async ({ databaseUrl }) => {
    for (let ended = 0; ended < 10; ) ended += (await ask(databaseUrl, holder)).length;
  });
});

test('kill -9 of a process of PostgreSQL, three times, leaves a whole service', async () => {
  await surviveFault(postgres, 'nothing', async ({ databaseUrl, load: { account } }) => {
    for (let round = 0; round < 3; round++) {
      const sessions = await ask(databaseUrl, `select ${backends}`);
      const pids = sessions.map(({ pid }) => Number(pid));
      process.kill(pids[0] ?? 0, 'SIGKILL');
      await until(() => !pids.some(isAlive)); // PostgreSQL ends the others, too
      await until(() => ask(databaseUrl, 'select').then(Boolean, () => false)); // and recovers
      const before = account.acknowledged.size;
      await until(() => account.acknowledged.size > before);
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
