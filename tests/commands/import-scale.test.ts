// Many results at once. How fast, bench/ measures; here is what must hold anywhere.
import { beforeAll, expect, test } from 'bun:test';
import { importRecords } from '../../modules/exchange/index.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { many } from '../support/tier.ts';
import { manyResults } from './exchange.ts';

async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

onBothDatabases('an import of many matches', (kind) => {
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
      const result = await importRecords(database, inChunks(manyResults(count)), by, options);
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
    const rows = many(2_000, count);
    const { database, clock } = service.workbench;
    const by = { actor: { user: 'tests' }, now: clock() };
    const options = { file: 'many.csv', format: 'csv' } as const;
    let isDone = false;
    const answered = (async () => {
      const statuses = new Set<number>();
      while (!isDone) statuses.add((await service.get('/v1/venues')).status);
      return [...statuses];
    })();
    await importRecords(database, inChunks(manyResults(rows)), by, { ...options, dryRun: true });
    isDone = true;
    expect(await answered).toEqual([200]);

    const written: number[] = [];
    const progress = (done: number, total: number) => void written.push(done / total);
    const importing = importRecords(database, inChunks(manyResults(rows)), by, {
      ...options,
      progress,
    });
    expect(await importing).toMatchObject({ ok: true, counts: { match: rows } });
    expect([written.length > 2, written.at(-1)]).toEqual([true, 1]);
    expect(written).toEqual(written.toSorted((a, b) => a - b));
    expect(await service.rate()).toEqual({ rated: rows, unrateable: 0 });
  });
});
