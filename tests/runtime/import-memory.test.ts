// How much memory an import takes: a process of its own, which is measured from without.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileOf, manyResults } from '../commands/exchange.ts';
import { testCity } from '../support/city.ts';
import { cleanUp, freshDatabase, temporaryFolder } from '../support/service.ts';
import { root } from './programs.ts';

setDefaultTimeout(240_000); // it takes 20 s, and more where other tests run beside it
afterAll(cleanUp);

const isMeasurable = existsSync('/proc/self/status');

/** Runs `tennis import` in a process of its own; its exit status and the most memory it had. */
async function measuredImport(file: string, settings: Record<string, string>) {
  const main = join(root, 'main.ts');
  // As on a machine of 100 MB: what nobody holds is collected early, so that little of it is measured.
  const env = { ...process.env, ...settings, BUN_JSC_forceRAMSize: '100000000' };
  const child = spawn(process.execPath, [main, 'import', file], { env, stdio: 'ignore' });
  const closed = once(child, 'close');
  let peakKb = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    await delay(20);
  }
  const [status] = await closed;
  return { status, peakMb: peakKb / 1_024 };
}

test.skipIf(!isMeasurable)('an import takes hardly more memory for more matches', async () => {
  const { DATABASE_URL = '' } = await freshDatabase('server');
  const folder = await temporaryFolder();
  const settings = { DATABASE_URL, DATA_DIR: join(folder, 'data') };
  const files = {
    city: fileOf(testCity()),
    few: manyResults(5_000),
    many: manyResults(35_000, 5_000),
  };
  const peaksMb: Record<string, number> = {};
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, `${name}.${name === 'city' ? 'ndjson' : 'csv'}`);
    await writeFile(file, content);
    const { status, peakMb } = await measuredImport(file, settings);
    expect(status).toBe(0);
    peaksMb[name] = peakMb;
  }
  // The 30,000 more take 25 MB as they are, and up to 65 with what is collected late; as objects, 50,000 took 160.
  expect((peaksMb.many ?? 0) - (peaksMb.few ?? 0)).toBeLessThan(80);
});
