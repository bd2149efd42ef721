// The lock that several processes share, and who holds it and doesn't go on.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import type { Db } from '../../shared/database/db.ts';
import { createAdvisoryLock, createProcessLock, type Lock } from '../../shared/database/lock.ts';
import { endsWithin } from '../../shared/together.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import { hold } from '../support/held.ts';
import { cleanUp, freshDatabase, startTestService, testSettings } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { setForDatabase } from './postgres-session.ts';

const idleMs = 1_000;

/** Two processes on one database, which ends idle sessions after a second, too. */
let one: Workbench;
let other: Workbench;
let lock: Lock;
let locked: Lock;
let db: Db;

beforeAll(async () => {
  const settings = testSettings(await freshDatabase('server'));
  await setForDatabase(settings.DATABASE_URL ?? '', `idle_session_timeout = ${idleMs}`);
  one = await openWorkbench({ settings });
  other = await openWorkbench({ settings });
  db = one.database.db;
  lock = createAdvisoryLock(db, () => false, { holding: idleMs, waiting: idleMs });
  locked = other.database.locked;
});
afterAll(async () => {
  await Promise.all([one.database.close(), other.database.close()]);
  await cleanUp();
});

/** How many are held: the lock, and the place of who is next. */
async function advisoryLocks(db: Db): Promise<number> {
  const places = sql`select from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`;
  return (await places.execute(db)).rows.length;
}

test('a holder keeps it for as long as it goes on', async () => {
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const work = lock('work', async () => {
    held.resolve();
    await delay(4 * idleMs);
    order.push('first');
  });
  await held.promise;
  await locked('work', async () => void order.push('second'));
  await work;
  expect(order).toEqual(['first', 'second']);
});

test('a holder that stands still loses it, and says what came of its work', async () => {
  const outcome = await lock('work', async () => {
    Bun.sleepSync(4 * idleMs); // as when somebody stops the process
    return locked('work', async () => 'somebody else had it');
  });
  expect(outcome).toBe('somebody else had it');
});

test('once the program is ending nobody waits any more, while connections still serve', async () => {
  const settings = testSettings(await freshDatabase('server'));
  const [one, other] = [await openWorkbench({ settings }), await openWorkbench({ settings })];
  const free = await hold(one.database.locked, 'work');
  const failure = failureOf(other.database.locked('work', async () => undefined));
  other.database.stopWaiting();
  expect(await failure).toBe('The lock "work" was not free before the end.');
  expect(await sql`select`.execute(other.database.db)).toMatchObject({ rows: [{}] });
  await free();
  await Promise.all([one.database.close(), other.database.close()]);
});

test('a service that waits for it to rate need not be waited for when it stops', async () => {
  const service = await startTestService('server', { settings: { RATING_DELAY_SECONDS: 0 } });
  const other = await openWorkbench({ settings: service.workbench.settings });
  const free = await hold(other.database.locked, 'ratings');
  const token = await service.token(ids.client, secrets.client);
  const sent = await service.submit(completed(), { authorization: `Bearer ${token}` });
  expect(sent.status).toBe(201);
  await until(async () => (await advisoryLocks(other.database.db)) === 2);
  // Requests under way would get five seconds.
  expect(await endsWithin(4_500, service.stop())).toBe(true);
  await free();
  await other.database.close();
});

test('who lost it is kept from changing anything, and waited for where that is under way', async () => {
  const inTransaction = (work: (tx: Db) => Promise<unknown>) => db.transaction().execute(work);
  const order: string[] = [];
  const next = Promise.withResolvers<void>();
  await lock('work', async (_, hold) => {
    await inTransaction(async (tx) => {
      await hold(tx);
      Bun.sleepSync(4 * idleMs);
      const other = locked('work', (_, holdNext) =>
        inTransaction(async (tx) => {
          next.resolve();
          await holdNext(tx);
          order.push('the next one');
        }),
      );
      await next.promise;
      await delay(idleMs);
      order.push('who lost it');
      void other;
    });
    expect(await failureOf(inTransaction(hold))).toBeString();
  });
  await locked('work', async () => undefined);
  expect(order).toEqual(['who lost it', 'the next one']);
});

test('who waits for a second is told to, once; who has it or gives up before is not', async () => {
  const told: string[] = [];
  const tell = (who: string) => () => void told.push(who);
  const free = await hold(locked, 'work');
  const ending = createAdvisoryLock(db, () => true);
  const givesUp = failureOf(ending('work', async () => undefined, tell('who gave up')));
  const waits = lock('work', async () => undefined, tell('who waits'));
  await locked('other work', () => delay(1_200), tell('who has it'));
  expect(await givesUp).toContain('was not free');
  await until(() => told.length > 0);
  await delay(500);
  await Promise.all([free(), waits]);
  const inProcess = createProcessLock(db);
  await inProcess('work', () => delay(1_200), tell('who has it in one process'));
  expect(told).toEqual(['who waits']);
});
