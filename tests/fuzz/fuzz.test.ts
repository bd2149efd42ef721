import { expect, test } from 'bun:test';
import { onBothDatabases, startTestService } from '../support/service.ts';
import { fuzz } from './fuzz.ts';

onBothDatabases('requests made from our own document', (kind) => {
  test('get no 5xx, and only answers that the document lists', async () => {
    const service = await startTestService(kind);
    const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1e9));
    console.log(`fuzzing with the seed ${seed}`);
    const { statuses, faults } = await fuzz(service, { requests: 2_500, seed });
    expect(faults.slice(0, 5)).toEqual([]);
    // Otherwise the generator has lost its way.
    for (const status of [200, 201, 400, 401, 404, 405, 422]) {
      expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.any(Number)]);
      expect(statuses.get(status) ?? 0).toBeGreaterThan(0);
    }
  });
});
