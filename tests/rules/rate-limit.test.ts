import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { readSettings } from '../../shared/config.ts';
import { createLimits, createMemoryLimiter } from '../../shared/http/rate-limit.ts';

const minute = 60_000;

// rules 7
describe('The limit in memory, by a clock of its own', () => {
  test('in no span of 60 seconds more than the limit are served, and who waits Retry-After is', () => {
    // The clock has fractions; eighths of a millisecond add up exactly.
    const pause = fc.oneof(
      fc.nat(320).map((n) => ({ by: n / 8 })),
      fc.nat(240_000).map((n) => ({ by: n / 8 })),
      fc.constantFrom(-1_000, -1, -1 / 8, 0, 1 / 8).map((edge) => ({ edge })),
      fc.constant('as told' as const),
    );
    const pauses = fc.array(pause, { minLength: 1, maxLength: 300 });
    const limits = fc.oneof(fc.constant(60), fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(pauses, limits, (pauses, limit) => {
        let now = 0;
        let told = 0;
        const limiter = createMemoryLimiter(() => now);
        const served: number[] = [];
        const oldestAt = (at: number) => served.find((time) => time > at - minute) ?? at;
        for (const pause of pauses) {
          const waits = pause === 'as told';
          if (waits) now += told * 1_000;
          else if ('by' in pause) now += pause.by;
          else now = Math.max(now, oldestAt(now) + minute + pause.edge);
          const allowance = limiter.take('key', limit);
          if (allowance instanceof Promise) throw new Error('It need not wait.');
          const recent = served.filter((at) => at > now - minute);
          expect(allowance.granted).toBe(recent.length < limit);
          if (waits && told > 0) expect(allowance.granted).toBe(true);
          if (allowance.granted) served.push(now);
          const left = limit - recent.length - (allowance.granted ? 1 : 0);
          expect([allowance.limit, allowance.left]).toEqual([limit, left]);
          // One more is free once the oldest is a minute old, and not a whole second earlier.
          const wait = oldestAt(now) + minute - now;
          expect(allowance.resetSeconds * 1_000).toBeGreaterThanOrEqual(wait);
          expect((allowance.resetSeconds - 1) * 1_000).toBeLessThan(wait);
          told = allowance.granted ? 0 : allowance.resetSeconds;
        }
        const crowded = served.some(
          (at, n) => (served[n + limit] ?? Number.POSITIVE_INFINITY) < at + minute,
        );
        expect(crowded).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('each key has its own', () => {
    const limiter = createMemoryLimiter(() => 0);
    expect(limiter.take('key one', 1)).toMatchObject({ granted: true, left: 0 });
    expect(limiter.take('key two', 1)).toMatchObject({ granted: true, left: 0 });
    expect(limiter.take('key one', 1)).toMatchObject({ granted: false, left: 0, resetSeconds: 60 });
  });

  test('its memory does not grow with the requests of a bucket that is never idle', () => {
    let now = 0;
    const limiter = createMemoryLimiter(() => now);
    Bun.gc(true);
    const before = process.memoryUsage().heapUsed;
    for (; now < 300_000 * minute; now += minute / 2) limiter.take('key', 2);
    Bun.gc(true);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000);
    expect(limiter.take('key', 2)).toMatchObject({ granted: true });
  });
});

test('the address that a request came from is asked for only where no credential counts', () => {
  let asked = 0;
  const limits = createLimits({
    settings: readSettings({}),
    shared: undefined,
    peerOf: () => {
      asked += 1;
      return '192.0.2.1';
    },
  });
  const request = new Request('http://localhost/v1/venues');
  limits.take(request, { bucket: 'key 1' });
  expect(asked).toBe(0);
  limits.take(request);
  expect(asked).toBe(1);
});
