import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { cleanUp, freshDatabase } from '../support/service.ts';

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
