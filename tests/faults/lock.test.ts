// The lock that several processes share, and who holds it and doesn't go on.
import { afterAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkbench } from '../../commands/workbench.ts';
import { createAdvisoryLock } from '../../shared/database/lock.ts';
import { cleanUp, freshDatabase, testSettings } from '../support/service.ts';

const idleMs = 500;
afterAll(cleanUp);

/** Two processes' locks of one database. */
async function locks() {
  const settings = testSettings(await freshDatabase('server'));
  const [one, other] = [await openWorkbench({ settings }), await openWorkbench({ settings })];
  return {
    lock: createAdvisoryLock(one.database.db, () => false, idleMs),
    locked: other.database.locked,
    close: () => Promise.all([one.database.close(), other.database.close()]),
  };
}

test('a holder keeps it for as long as it goes on', async () => {
  const { lock, locked, close } = await locks();
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
  await close();
});

test('a holder that stands still loses it, and says what came of its work', async () => {
  const { lock, locked, close } = await locks();
  const outcome = await lock('work', async () => {
    Bun.sleepSync(4 * idleMs); // as when somebody stops the process
    return locked('work', async () => 'somebody else had it');
  });
  expect(outcome).toBe('somebody else had it');
  await close();
});

test('its connection serves others afterwards, however long it rests', async () => {
  const { lock, locked, close } = await locks();
  await lock('work', async () => undefined);
  await delay(2 * idleMs);
  expect(await lock('work', async () => 'done')).toBe('done');
  expect(await locked('work', async () => 'done')).toBe('done');
  await close();
});
