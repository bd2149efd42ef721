import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { startingConfidence } from '../../modules/players/index.ts';
import {
  applyDrops,
  confidenceAfterMatch,
  daysUntilDrop,
  dropsDue,
} from '../../modules/ratings/confidence.ts';

const day = 86_400_000;
const lastMatch = Date.UTC(2026, 2, 1, 17, 30); // the clocks in Warsaw change within the 60 days

test('a new player starts at 20', () => {
  expect(startingConfidence).toBe(20);
});

describe('each rated match adds 10, up to 95', () => {
  test.each([
    [20, 30],
    [25, 35],
    [80, 90],
    [85, 95],
    [90, 95],
    [95, 95],
  ])('%p becomes %p', (before, after) => {
    expect(confidenceAfterMatch(before)).toBe(after);
  });
});

describe('the first drop is due 60 days after the last rated match, then one every 30 days', () => {
  test.each([
    [-1, 0, 0],
    [0, 0, 0],
    [1, 0, 0],
    [60 * day - 1, 0, 0],
    [60 * day, 1, 0],
    [60 * day + 1, 1, 1],
    [90 * day - 1, 1, 1],
    [90 * day, 2, 1],
    [90 * day + 1, 2, 2],
    [120 * day, 3, 2],
    [3660 * day, 121, 120],
  ])('%p ms after it %p are due, and %p were strictly before', (elapsed, due, dueBefore) => {
    expect(dropsDue(lastMatch, lastMatch + elapsed)).toBe(due);
    expect(dropsDue(lastMatch, lastMatch + elapsed - 1)).toBe(dueBefore);
  });

  test('the nth drop falls due to the millisecond when its days are over', () => {
    expect([1, 2, 3].map(daysUntilDrop)).toEqual([60, 90, 120]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(4_000_000_000_000), (nth, since) => {
        const moment = since + daysUntilDrop(nth) * day;
        expect(dropsDue(since, moment - 1)).toBe(nth - 1);
        expect(dropsDue(since, moment)).toBe(nth);
      }),
    );
  });
});

describe('a drop is 5 points, down to 20, and a player at 20 gets none', () => {
  test.each([
    [50, 0, []],
    [50, 1, [45]],
    [50, 3, [45, 40, 35]],
    [30, 5, [25, 20]],
    [22, 2, [20]],
    [20, 3, []],
    [95, 99, [90, 85, 80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30, 25, 20]],
    [50, -2, []], // a late match: more were applied than were due before it
  ])('at %p, %p drops lead through %p', (confidence, count, after) => {
    expect(applyDrops(confidence, count)).toEqual(after);
  });

  test('giving what is due at once or in two looks comes to the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 19 }).map((fives) => fives * 5),
        fc.nat(900),
        fc.nat(900),
        (confidence, firstLook, later) => {
          const due = dropsDue(0, (firstLook + later) * day);
          const first = applyDrops(confidence, dropsDue(0, firstLook * day));
          const second = applyDrops(first.at(-1) ?? confidence, due - first.length);
          expect([...first, ...second]).toEqual(applyDrops(confidence, due));
        },
      ),
    );
  });

  test('drops withheld at 20 are given once a late match has lifted the confidence', () => {
    const due = dropsDue(0, 150 * day);
    const applied = applyDrops(30, due);
    expect([due, applied]).toEqual([4, [25, 20]]);
    expect(applyDrops(confidenceAfterMatch(20), due - applied.length)).toEqual([25, 20]);
  });
});
