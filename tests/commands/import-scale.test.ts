// Many results at once. How fast, bench/ measures; here is what must hold anywhere.
import { beforeAll, expect, test } from 'bun:test';
import { importRecords } from '../../modules/exchange/index.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
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

  test('lets a server answer all the while, and shows all of it or nothing', async () => {
    const rows = many(2_000, count);
    const { database, clock } = service.workbench;
    const by = { actor: { user: 'tests' }, now: clock() };
    const written: number[] = [];
    const progress = (done: number, total: number) => void written.push(done / total);
    let isDone = false;
    const begun = performance.now();
    const options = { file: 'many.csv', format: 'csv', progress } as const;
    const importing = importRecords(database, inChunks(manyResults(rows)), by, options).finally(
      () => {
        isDone = true;
      },
    );
    const newest = async (answer: Response) => (await json(answer)).data[0]?.id;
    const answers: unknown[] = [];
    let slowest = 0;
    while (!isDone) {
      const asked = performance.now();
      const answer = await service.get('/v1/matches?limit=1');
      slowest = Math.max(slowest, performance.now() - asked);
      if (answer.ok) answers.push(await newest(answer));
      else
        expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    }
    expect(await importing).toMatchObject({ ok: true, counts: { match: rows } });
    const last = await newest(await service.get('/v1/matches?limit=1'));
    expect(answers.filter((id) => id !== undefined && id !== last)).toEqual([]);
    expect(answers.length).toBeGreaterThan(3);
    // None takes as long as the import: only what it writes at the end holds one up.
    expect(slowest).toBeLessThan(0.75 * (performance.now() - begun));
    expect([written.length > 2, written.at(-1)]).toEqual([true, 1]);
    expect(written).toEqual(written.toSorted((a, b) => a - b));
    expect(await service.rate()).toEqual({ rated: rows, unrateable: 0 });
  });
});
