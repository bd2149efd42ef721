// Which points, numbers and days a chart shows.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  careerOf,
  levels,
  marks,
  type Point,
  scale,
  thinned,
} from '../../modules/website/chart-line.ts';

const dayMs = 86_400_000;
const dayAt = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * dayMs).toISOString().slice(0, 10);

/** Ratings over some days, of which a day may have several. */
const careers = fc
  .array(fc.record({ day: fc.nat(3_000), value: fc.nat(3_000) }), {
    minLength: 1,
    maxLength: 600,
    size: 'max',
  })
  .map((all): Point[] =>
    all.toSorted((a, b) => a.day - b.day).map(({ day, value }) => ({ day: dayAt(day), value })),
  );

describe('a career', () => {
  test('has the ratings of one day in the order of its matches', () => {
    const on = (rated_matches: number, value: number) => ({
      day: '2026-05-02',
      rated_matches,
      value,
    });
    const player = { created_at: '2026-05-01T12:00:00Z', self_assessed_ntrp: 3.5 };
    const days = [{ day: '2026-05-02', value: 1_410 }];
    const [best, lowest] = [on(3, 1_424), on(1, 1_376)];
    const { points } = careerOf({ ...player, days, best, lowest } as Parameters<
      typeof careerOf
    >[0]);
    expect(points.map(({ value }) => value)).toEqual([1_400, 1_376, 1_424, 1_410]);
  });

  test('that never beat its start has no more than the end of each day', () => {
    const on = (rated_matches: number, value: number) => ({
      day: '2026-05-02',
      rated_matches,
      value,
    });
    const player = { created_at: '2026-05-01T12:00:00Z', self_assessed_ntrp: 3.5 };
    const days = [{ day: '2026-05-02', value: 1_380 }];
    const profile = { ...player, days, best: on(1, 1_390), lowest: on(2, 1_380) };
    const { points, best, lowest } = careerOf(profile as Parameters<typeof careerOf>[0]);
    expect(points.map(({ value }) => value)).toEqual([1_400, 1_380]);
    expect([best.value, lowest.value]).toEqual([1_400, 1_380]);
  });

  test('is drawn with at most 120 of its points, in order, with the first, last, highest and lowest', () => {
    fc.assert(
      fc.property(careers, (points) => {
        const kept = thinned(points);
        expect(kept.length).toBe(Math.min(kept.length, 120, points.length));
        const places = kept.map((point) => points.indexOf(point));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(places).not.toContain(-1);
        if (points.length <= 120) expect(kept).toEqual(points);
        const [values, left] = [points, kept].map((all) => all.map(({ value }) => value));
        expect(kept[0]).toBe(points[0]);
        expect(kept.at(-1)).toBe(points.at(-1));
        expect(Math.max(...(left ?? []))).toBe(Math.max(...(values ?? [])));
        expect(Math.min(...(left ?? []))).toBe(Math.min(...(values ?? [])));
      }),
    );
  });

  test('of 120 points is drawn whole', () => {
    const points = Array.from({ length: 120 }, (_, n) => ({ day: dayAt(n), value: 1_000 }));
    expect(thinned(points)).toEqual(points);
  });

  test('of many years is thinned out evenly, and not at one end', () => {
    const points = Array.from({ length: 2_000 }, (_, n) => ({ day: dayAt(n), value: n % 7 }));
    const kept = thinned(points).map((point) => points.indexOf(point));
    expect(kept.length).toBeWithin(101, 121);
    const gaps = kept.slice(1).map((place, n) => place - (kept[n] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(60);
  });
});

test.each([
  [[1400], '1390 1400 1410'],
  [[1000, 1047], '980 1000 1020 1040 1060'],
  [[1380, 1520], '1350 1400 1450 1500 1550'],
  [[1000, 1300], '900 1000 1100 1200 1300 1400'],
  [[1000, 1600], '800 1000 1200 1400 1600 1800'],
  [[0, 12], '0 10 20'],
  [[800, 2400], '500 1000 1500 2000 2500 3000'],
])('the ratings %p stand between the levels %s', (values, expected) => {
  expect(levels(values).join(' ')).toBe(expected);
});

test('the levels are few, round, evenly apart, and hold every rating', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4_000), { minLength: 1 }), (values) => {
      const found = levels(values);
      const [bottom = 0, next = 0] = found;
      expect(found.length).toBeGreaterThanOrEqual(2);
      expect(found.length).toBeLessThanOrEqual(6);
      expect(bottom).toBeLessThanOrEqual(Math.min(...values));
      expect(bottom).toBeGreaterThanOrEqual(0);
      expect(found.at(-1)).toBeGreaterThan(Math.max(...values));
      expect(found).toEqual(found.map((_, n) => bottom + n * (next - bottom)));
      expect((next - bottom) % 10).toBe(0);
    }),
  );
});

test.each([
  ['03-01', '03-01', '03-01'],
  ['03-01', '03-03', '03-01 03-02 03-03'],
  ['03-01', '03-07', '03-01 03-03 03-05 03-07'],
  ['03-01', '03-08', '03-01 03-08'],
  ['03-01', '11-21', '03-01 05-06 07-11 09-15 11-21'],
])('from %s to %s the days below are %s', (first, last, expected) => {
  const days = expected.split(' ').map((day) => `2026-${day}`);
  expect(marks(`2026-${first}`, `2026-${last}`)).toEqual(days);
});

test('a point stands by its day from left to right, and by its rating from the lower edge up', () => {
  const place = scale('2026-03-01', '2026-03-11', 1_000, 1_500);
  expect(place({ day: '2026-03-01', value: 1_000 })).toEqual({ x: 0, y: 100 });
  expect(place({ day: '2026-03-06', value: 1_250 })).toEqual({ x: 50, y: 50 });
  expect(place({ day: '2026-03-11', value: 1_500 })).toEqual({ x: 100, y: 0 });
  expect(scale('2026-03-01', '2026-03-01', 0, 20)({ day: '2026-03-01', value: 10 })).toEqual({
    x: 50,
    y: 50,
  });
});
