// Many results at once. How fast, bench/ measures; here is what must hold anywhere.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { importRecords } from '../../modules/exchange/index.ts';
import { createProgress } from '../../shared/console/progress.ts';
import { minuteMs, utc } from '../../shared/time.ts';
import { testCity } from '../support/city.ts';
import {
  cleanUp,
  freshDatabase,
  onBothDatabases,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../support/service.ts';
import { fileOf } from './exchange.ts';
import { tennis } from './terminal.ts';

setDefaultTimeout(240_000); // the longest takes 40 s, and more where other tests run beside it

/** So many results as a spreadsheet, one a minute after those before it, and none like another of its day. */
function table(count: number, before = 0): Buffer {
  const rows = Array.from({ length: count }, (_, row) => {
    const index = before + row;
    const time = utc(Date.parse('2026-03-02T08:00:00Z') + index * minuteMs);
    const score = `6-${index % 5} 7-6(${Math.floor(index / 5) % 300})`;
    return `League;Agrykola;1;${time};Anna K.;Bartek Ł.;${score}`;
  });
  const header = 'competition;venue;court_number;played_at;player_1;player_2;score';
  return Buffer.from([header, ...rows, ''].join('\r\n'));
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

onBothDatabases('an import of 10,000 matches', (kind) => {
  const count = 10_000;
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });

  /** How long others have waited for the process at the most, while the work was done, and how long that took. */
  async function heldUp(work: () => Promise<void>): Promise<{ longestMs: number; allMs: number }> {
    let longestMs = 0;
    const begun = performance.now();
    let last = begun;
    const tick = () => {
      const now = performance.now();
      longestMs = Math.max(longestMs, now - last);
      last = now;
    };
    const timer = setInterval(tick, 1);
    await work();
    tick();
    clearInterval(timer);
    return { longestMs, allMs: performance.now() - begun };
  }

  test('leaves the process time for others while it is checked', async () => {
    const { longestMs, allMs } = await heldUp(async () => {
      const { database, clock } = service.workbench;
      const by = { actor: { user: 'tests' }, now: clock() };
      const remark = () => undefined;
      const options = { file: 'many.csv', format: 'csv', dryRun: true, remark } as const;
      const result = await importRecords(database, inChunks(table(count)), by, options);
      expect(result).toMatchObject({ ok: true, counts: { match: count } });
    });
    expect(longestMs).toBeLessThan(allMs / 5);
  });

  test('leaves the process time for others while many faults are told', async () => {
    let told = 0;
    const report = () => {
      const end = performance.now() + 0.05;
      while (performance.now() < end);
      told += 1;
    };
    const { longestMs, allMs } = await heldUp(async () => {
      const { database, clock } = service.workbench;
      const by = { actor: { user: 'tests' }, now: clock() };
      const lines = inChunks(Buffer.from('{"kind":"nothing"}\n'.repeat(count)));
      await importRecords(database, lines, by, { file: 'faults.ndjson', report });
    });
    expect(told).toBe(count);
    expect(longestMs).toBeLessThan(allMs / 3);
  });

  test('lets a server answer while it is checked, and shows all of it once it is in', async () => {
    const { database, clock } = service.workbench;
    let isDone = false;
    const answered = (async () => {
      const statuses = new Set<number>();
      while (!isDone) statuses.add((await service.get('/v1/venues')).status);
      return statuses;
    })();
    const chunks = inChunks(table(count));
    const by = { actor: { user: 'tests' }, now: clock() };
    const options = { file: 'many.csv', format: 'csv', dryRun: true } as const;
    await importRecords(database, chunks, by, options);
    isDone = true;
    expect([...(await answered)]).toEqual([200]);

    const written: number[] = [];
    const result = await importRecords(database, inChunks(table(count)), by, {
      file: 'many.csv',
      format: 'csv',
      progress: (done, total) => written.push(done / total),
    });
    expect(result).toMatchObject({ ok: true, counts: { match: count } });
    expect([written.length > 10, written.at(-1)]).toEqual([true, 1]);
    expect(written).toEqual(written.toSorted((a, b) => a - b));
    expect(await service.rate()).toEqual({ rated: count, unrateable: 0 });
  });
});

const isMeasurable = existsSync('/proc/self/status');

/** Runs `tennis import` in a process of its own; its exit status and the most memory it had. */
async function measuredImport(file: string, settings: Record<string, string>) {
  const main = join(import.meta.dirname, '../../main.ts');
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

describe('the import command', () => {
  afterAll(cleanUp);

  test.skipIf(!isMeasurable)('takes hardly more memory for more matches', async () => {
    const { DATABASE_URL = '' } = await freshDatabase('server');
    const folder = await temporaryFolder();
    const settings = { DATABASE_URL, DATA_DIR: join(folder, 'data') };
    const files = { city: fileOf(testCity()), few: table(5_000), many: table(35_000, 5_000) };
    const peaksMb: Record<string, number> = {};
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, `${name}.${name === 'city' ? 'ndjson' : 'csv'}`);
      await writeFile(file, content);
      const { status, peakMb } = await measuredImport(file, settings);
      expect(status).toBe(0);
      peaksMb[name] = peakMb;
    }
    // The 30,000 more take 25 MB as they are; as objects, 50,000 took 160.
    expect((peaksMb.many ?? 0) - (peaksMb.few ?? 0)).toBeLessThan(60);
  });

  test('writes no progress where nobody looks', async () => {
    const { DATABASE_URL } = await freshDatabase('server');
    const settings = { DATABASE_URL, DATA_DIR: join(await temporaryFolder(), 'data') };
    const outcome = await tennis(['import', '-'], settings, fileOf(testCity()));
    expect(outcome).toMatchObject({ status: 0, err: '' });
  });
});

describe('a progress bar', () => {
  test('shows how much is done, at most ten times a second, and goes away', () => {
    const shown: string[] = [];
    const console = { status: (line: string) => void shown.push(line), columns: 80 };
    const bar = createProgress(console);
    bar.show('Checking', 1, 2);
    for (let done = 0; done < 1_000; done += 1) bar.show('Checking', done, 1_000);
    bar.end();
    bar.end();
    expect(shown.slice(0, 1)).toEqual(['Checking  [###############...............]  50 %']);
    expect(shown.at(-1)).toBe('');
    expect(shown.length).toBeLessThan(5);
    expect(shown.filter((line) => line === '')).toEqual(['']);
  });

  test('counts where nobody knows how much there is', () => {
    const shown: string[] = [];
    const console = { status: (line: string) => void shown.push(line), columns: 80 };
    createProgress(console).show('Checking', 12_345, undefined);
    expect(shown).toEqual(['Checking  12,345']);
  });

  test.each([
    [48, 'Checking  [###############...............]  50 %'],
    [47, 'Checking  [##############...............]  50 %'],
    [30, 'Checking  [######......]  50 %'],
    [18, 'Checking  []  50 %'],
    [10, 'Checking  '],
  ])('is no wider than a terminal of %i columns', (columns, line) => {
    const shown: string[] = [];
    createProgress({ status: (line) => void shown.push(line), columns }).show('Checking', 1, 2);
    expect(shown).toEqual([line]);
  });
});
