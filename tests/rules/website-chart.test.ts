// Which points, numbers and days a chart shows.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { careerOf, levels, scale, ticks } from '../../modules/website/chart-line.ts';

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}Z`);
const isoOf = (ms: number) => new Date(ms).toISOString();

type Career = Parameters<typeof careerOf>[0];

/** A career of matches: when each was played, when the rating was reached, and the rating after it. */
function career(joined: string, steps: readonly (readonly [reached: string, value: number])[]) {
  const given = {
    created_at: isoOf(at(joined)),
    self_assessed_ntrp: 3.5, // at 1400
    steps: steps.map(([reached, value]) => ({ reached: isoOf(at(reached)), value })),
    pauses: [],
  };
  return given as unknown as Career;
}

describe('a career', () => {
  const now = at('2026-06-01T12:00');

  test('goes from the day of joining to the end of today, in the order of its matches', () => {
    const given = career('2026-05-01T10:00', [
      ['2026-05-02T10:00', 1_424],
      ['2026-05-02T12:00', 1_390],
    ]);
    const { points, begin, end, best, lowest, isNotedLate } = careerOf(given, now);
    expect(points.map(({ value }) => value)).toEqual([1_400, 1_424, 1_390]);
    expect([begin, end]).toEqual([at('2026-05-01T10:00'), at('2026-06-02T00:00')]);
    expect([best.value, lowest.value, isNotedLate]).toEqual([1_424, 1_390, false]);
  });

  test('whose start was noted after the first match has it before that', () => {
    const given = career('2026-05-10T10:00', [['2026-05-02T10:00', 1_424]]);
    const { points, begin, isNotedLate } = careerOf(given, now);
    expect(isNotedLate).toBe(true);
    expect(points[0]).toEqual({ at: begin, value: 1_400 });
    expect(begin).toBeLessThan(at('2026-05-02T10:00'));
  });

  test('that never beat its start has that as its best, and of equal ones the first', () => {
    const given = career('2026-05-01T10:00', [
      ['2026-05-02T10:00', 1_380],
      ['2026-05-03T10:00', 1_400],
      ['2026-05-04T10:00', 1_380],
    ]);
    const { points, best, lowest } = careerOf(given, now);
    expect(best).toBe(points[0] as typeof best);
    expect(lowest).toBe(points[1] as typeof lowest);
  });

  test('has a pause from the last match on once it lasts 60 days', () => {
    const from = '2026-04-02T12:00:00.000Z';
    const paused = (days: number) =>
      careerOf(
        { ...career('2026-01-01T10:00', []), pauses: [{ from, until: null }] } as Career,
        Date.parse(from) + days * dayMs,
      ).pauses.length;
    expect([59.9, 60].map(paused)).toEqual([0, 1]);
  });
});

test.each([
  [[1400], '1350 1400 1450'],
  [[1000, 1047], '950 1000 1050 1100'],
  [[1380, 1520], '1350 1400 1450 1500 1550'],
  [[1000, 1300], '900 1000 1100 1200 1300 1400'],
  [[1000, 1600], '800 1000 1200 1400 1600 1800'],
  [[0, 12], '0 20 40 60 80 100'],
  [[800, 2400], '500 1000 1500 2000 2500 3000'],
])('the ratings %p stand between the levels %s', (values, expected) => {
  expect(levels(values).join(' ')).toBe(expected);
});

test('the levels are few, round, evenly apart, over at least 100 points, and hold every rating', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4_000), { minLength: 1 }), (values) => {
      const found = levels(values);
      const [bottom = 0, next = 0] = found;
      expect(found.length).toBeWithin(2, 7);
      expect(bottom).toBeWithin(0, Math.min(...values) + 1);
      expect(found.at(-1)).toBeGreaterThan(Math.max(...values));
      expect((found.at(-1) ?? 0) - bottom).toBeGreaterThanOrEqual(100);
      expect(found).toEqual(found.map((_, n) => bottom + n * (next - bottom)));
      expect((next - bottom) % 10).toBe(0);
    }),
  );
});

test.each([
  ['2026-03-01', '2026-03-04', 'day', '03-01 03-02 03-03 03-04'],
  ['2026-03-01', '2026-03-20', 'day', '03-02 03-09 03-16'], // Mondays
  ['2026-01-15', '2026-07-02', 'month', '02-01 03-01 04-01 05-01 06-01 07-01'],
  ['2025-09-20', '2026-11-21', 'month', '10-01 01-01 04-01 07-01 10-01'],
  ['2021-02-03', '2026-11-21', 'year', '01-01 01-01 01-01 01-01 01-01'],
] as const)('from %s to %s each %s that begins is named', (first, last, unit, expected) => {
  const found = ticks(at(`${first}T00:00`), at(`${last}T00:00`));
  expect(found.unit).toBe(unit);
  expect(found.at.map((ms) => isoOf(ms).slice(5, 10)).join(' ')).toBe(expected);
});

test('of the first day alone, that day is named', () => {
  const [joined, midnight] = [at('2026-03-01T10:00'), at('2026-03-02T00:00')];
  expect(ticks(joined, midnight)).toEqual({ unit: 'day', at: [joined] });
});

test('the days that are named begin something, and are neither many nor none', () => {
  const begin = fc.integer({ min: at('1990-01-01T00:00'), max: at('2040-01-01T00:00') });
  fc.assert(
    fc.property(begin, fc.integer({ min: 7, max: 50_000 }), (first, days) => {
      const found = ticks(first, first + days * dayMs);
      expect(found.at.length).toBeWithin(1, 9);
      for (const ms of found.at) {
        expect(ms).toBeWithin(first, first + days * dayMs + 1);
        expect(isoOf(ms)).toEndWith('T00:00:00.000Z');
        if (found.unit !== 'day') expect(new Date(ms).getUTCDate()).toBe(1);
        if (found.unit === 'year') expect(new Date(ms).getUTCMonth()).toBe(0);
      }
    }),
  );
});

test('a point stands by its moment from left to right, and by its rating from the lower edge up', () => {
  const place = scale(0, 10 * dayMs, 1_000, 1_500);
  expect(place({ at: 0, value: 1_000 })).toEqual({ x: 0, y: 100 });
  expect(place({ at: 5 * dayMs, value: 1_250 })).toEqual({ x: 50, y: 50 });
  expect(place({ at: 10 * dayMs, value: 1_500 })).toEqual({ x: 100, y: 0 });
});
