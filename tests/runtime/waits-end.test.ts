import { heapStats } from 'bun:jsc';
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { cleanUp, freshDatabase, inWorkbench, testSettings } from '../support/service.ts';

afterAll(cleanUp);

const workbench = join(import.meta.dirname, '..', '..', 'commands', 'workbench.ts');

/** Waits for a long transaction, as a request does, and tells for how many milliseconds the process lives on. */
const program = `
  import { readSettings } from '${join(import.meta.dirname, '..', '..', 'shared', 'config.ts')}';
  import { openWorkbench } from '${workbench}';
  const { database } = await openWorkbench({ settings: readSettings(process.env) });
  let begun;
  const isBegun = new Promise((resolve) => (begun = resolve));
  const long = database.longTransaction(async () => {
    begun();
    await new Promise((done) => setTimeout(done, 100));
  });
  await isBegun;
  await database.available();
  await long;
  await database.close();
  const closed = performance.now();
  process.on('exit', () => console.log(performance.now() - closed));`;

test('a wait for a long command leaves nothing behind that keeps the process alive', async () => {
  const { DATA_DIR } = await freshDatabase('embedded');
  const child = Bun.spawn([process.execPath, '-e', program], {
    env: { ...process.env, DATA_DIR },
    stderr: 'inherit',
  });
  const told = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  expect(Number(told)).toBeLessThan(1_500);
});

test('whoever has waited for a long command in vain is forgotten', async () => {
  const settings = testSettings(await freshDatabase('embedded'));
  await inWorkbench(settings, async ({ database }) => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const long = database.longTransaction(() => {
      begun.resolve();
      return end.promise;
    });
    await begun.promise;
    const promises = () => {
      Bun.gc(true);
      return heapStats().objectTypeCounts.Promise ?? 0;
    };
    const before = promises();
    const waits = Array.from({ length: 5_000 }, () => database.available());
    const refused = (await Promise.allSettled(waits.splice(0))).filter(
      ({ status }) => status === 'rejected',
    ).length;
    const left = promises() - before;
    end.resolve();
    await long;
    expect(refused).toBe(5_000);
    expect(left).toBeLessThan(2_500);
  });
});
