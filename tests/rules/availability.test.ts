import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type AvailabilityWindow,
  overlappingAvailability,
  toMultirange,
  weekdays,
  weekMinutes,
} from '../../modules/players/availability.ts';

/** `mon 09:00-11:00, tue …` as windows. */
function windows(text: string): AvailabilityWindow[] {
  return text.split(', ').flatMap((item) => {
    const [, short, start, end] = /^(\w{3}) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(item) ?? [];
    const day = weekdays.find((name) => short && name.startsWith(short));
    return day && start && end ? [{ day, start, end }] : [];
  });
}

const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);

const anyWindow = fc
  .record({
    day: fc.constantFrom(...weekdays),
    ends: fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 2 }),
  })
  .map(({ day, ends }) => ({
    day,
    start: clock(Math.min(...ends)),
    end: clock(Math.max(...ends)),
  }));
// Two days and quarter hours, so that windows often touch, overlap and repeat each other.
const crowdedWindow = fc
  .tuple(fc.constantFrom('monday', 'tuesday'), fc.integer({ min: 0, max: 8 }), fc.nat(4))
  .map(([day, start, length]) => ({
    day,
    start: clock(540 + start * 15),
    end: clock(555 + (start + length) * 15),
  }));
const anyWindows: fc.Arbitrary<AvailabilityWindow[]> = fc.oneof(
  fc.array(anyWindow, { maxLength: 12 }),
  fc.array(crowdedWindow, { maxLength: 12 }),
);

/** The oracle: every single minute of the week that the windows cover. */
function minutes(list: readonly AvailabilityWindow[]): Set<number> {
  const covered = new Set<number>();
  for (const { day, start, end } of list) {
    const midnight = Date.UTC(2024, 0, 1 + weekdays.indexOf(day)); // 1 January 2024 was a Monday
    const at = (time: string) => {
      const [hours, rest] = time.split(':');
      return (midnight - Date.UTC(2024, 0, 1)) / 60_000 + Number(hours) * 60 + Number(rest);
    };
    for (let minute = at(start); minute < at(end); minute++) covered.add(minute);
  }
  return covered;
}

const sorted = (set: Set<number>) => [...set].sort((a, b) => a - b);

describe('overlapping availability: the windows when both are available', () => {
  test.each([
    ['mon 09:00-12:00', 'mon 10:00-14:00', 'mon 10:00-12:00'],
    ['mon 09:00-12:00', 'mon 09:00-12:00', 'mon 09:00-12:00'],
    ['mon 09:00-18:00', 'mon 10:00-11:00, mon 13:00-14:30', 'mon 10:00-11:00, mon 13:00-14:30'],
    ['mon 09:00-12:00', 'mon 12:00-14:00', ''], // touching is no overlap
    ['mon 09:00-12:00', 'tue 09:00-12:00', ''],
    ['mon 09:00-12:00', '', ''],
    ['', '', ''],
    ['mon 09:00-10:00, mon 10:00-11:00', 'mon 09:30-10:30', 'mon 09:30-10:30'],
    ['mon 09:00-11:00, mon 10:00-12:00', 'mon 08:00-20:00', 'mon 09:00-12:00'],
    ['mon 09:00-12:00', 'mon 10:30-11:00, mon 09:00-10:30', 'mon 09:00-11:00'],
    ['mon 08:00-20:00, mon 10:00-11:00', 'mon 12:00-13:00', 'mon 12:00-13:00'],
    [
      'sun 07:00-08:00, mon 07:00-08:00',
      'sun 07:00-08:00, mon 07:00-08:00',
      'mon 07:00-08:00, sun 07:00-08:00',
    ],
    [
      'fri 18:00-20:00, wed 18:00-20:00',
      'wed 19:00-21:00, fri 19:59-20:01',
      'wed 19:00-20:00, fri 19:59-20:00',
    ],
    ['mon 00:00-23:59', 'mon 00:00-00:01, mon 23:58-23:59', 'mon 00:00-00:01, mon 23:58-23:59'],
    [
      'mon 22:00-24:00, tue 00:00-02:00',
      'mon 23:00-24:00, tue 00:00-01:00',
      'mon 23:00-24:00, tue 00:00-01:00',
    ],
  ])('%p and %p share %p', (a, b, shared) => {
    expect(overlappingAvailability(windows(a), windows(b))).toEqual(windows(shared));
    expect(overlappingAvailability(windows(b), windows(a))).toEqual(windows(shared));
  });

  test('it covers exactly the minutes that both cover, in separate windows from Monday on', () => {
    fc.assert(
      fc.property(anyWindows, anyWindows, (a, b) => {
        const shared = overlappingAvailability(a, b);
        const theirs = minutes(b);
        const both = new Set([...minutes(a)].filter((minute) => theirs.has(minute)));
        expect(sorted(minutes(shared))).toEqual(sorted(both));
        expect(overlappingAvailability(b, a)).toEqual(shared);
        for (const [index, { day, start, end }] of shared.entries()) {
          expect(start < end).toBe(true);
          const next = shared[index + 1];
          if (next?.day === day) expect(end < next.start).toBe(true);
          if (next) expect(weekdays.indexOf(day)).toBeLessThanOrEqual(weekdays.indexOf(next.day));
        }
      }),
    );
  });
});

describe('the minutes of the week', () => {
  test.each([
    ['', '{}'],
    ['mon 10:00-12:00, tue 01:00-02:00', '{[600,720),[1500,1560)}'],
    ['sun 23:00-23:59, mon 00:00-00:01', '{[0,1),[10020,10079)}'],
    ['mon 10:00-11:00, mon 11:00-12:00, mon 10:30-10:45', '{[600,720)}'],
    ['sat 00:00-00:30', '{[7200,7230)}'],
    ['mon 23:00-24:00, tue 00:00-01:00', '{[1380,1500)}'],
  ])('of %p are, for PostgreSQL, %p', (text, literal) => {
    expect(toMultirange(windows(text))).toBe(literal);
  });

  test('are exactly those that the windows cover, in sorted ranges that never touch', () => {
    fc.assert(
      fc.property(anyWindows, (list) => {
        const ranges = weekMinutes(list);
        const covered = ranges.flatMap(([start, end]) =>
          Array.from({ length: end - start }, (_, offset) => start + offset),
        );
        expect(covered).toEqual(sorted(minutes(list)));
        for (const [index, [start, end]] of ranges.entries()) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThan(ranges[index + 1]?.[0] ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });
});
