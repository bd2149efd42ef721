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

test('ten restarts in a row, fast or immediate, leave a whole service', async () => {
  await surviveFault(postgres, 'nothing', async ({ load: { account } }) => {
    for (let round = 0; round < 10; round++) {
      const before = account.acknowledged.size;
      await postgres.restart(round % 4 < 2 ? 'SIGINT' : 'SIGQUIT');
      // Some restarts find connections that work, some find those that are just being made.
      if (round % 2 === 0) await until(() => account.acknowledged.size > before);
    }
  });
});

test('sessions ended by pg_terminate_backend, all or that with the lock, leave a whole service', async () => {
  const holder = `select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and database =
      (select oid from pg_database where datname = current_database())`;
  await surviveFault(postgres, 'nothing', async ({ databaseUrl }) => {
    for (let round = 0; round < 12; round++) {
      await ask(databaseUrl, `select pg_terminate_backend(pid) from (select ${backends}) tennis`);
      await delay(20 * (round % 4));
    }
    for (let ended = 0; ended < 5; ) ended += (await ask(databaseUrl, holder)).length;
  });
});

test('kill -9 of a process of PostgreSQL, twice, leaves a whole service', async () => {
  await surviveFault(postgres, 'nothing', async ({ databaseUrl, load: { account } }) => {
    for (let round = 0; round < 2; round++) {
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
