import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import {
  type AvailabilityWindow,
  toMultirange,
  weekdays,
  windowsOf,
} from '../../modules/players/availability.ts';
import { cleanUp, freshDatabase, testSettings } from '../support/service.ts';

setDefaultTimeout(180_000);

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

/** The windows in minutes of the week, as PostgreSQL keeps them. */
async function stored(list: readonly AvailabilityWindow[]): Promise<string> {
  const { rows } = await sql<{ week: string }>`
    select ${toMultirange(list)}::int4multirange::text as week`.execute(workbench.database.db);
  return rows[0]?.week ?? '';
}

let workbench: Workbench;
beforeAll(async () => {
  const settings = testSettings(await freshDatabase('embedded'));
  workbench = await openWorkbench({ settings, purpose: 'use' });
});
afterAll(async () => {
  await workbench.database.close();
  await cleanUp();
});

const sorted = (set: Set<number>) => [...set].sort((a, b) => a - b);

describe('the windows of minutes of the week', () => {
  test.each([
    ['{}', ''],
    ['{[600,720),[1500,1560)}', 'mon 10:00-12:00, tue 01:00-02:00'],
    ['{[0,1),[10020,10079)}', 'mon 00:00-00:01, sun 23:00-23:59'],
    ['{[1380,1500)}', 'mon 23:00-24:00, tue 00:00-01:00'],
    ['{[0,2880)}', 'mon 00:00-24:00, tue 00:00-24:00'],
  ])('of %p are %p', (literal, text) => {
    expect(windowsOf(literal)).toEqual(windows(text));
  });

  test('cover the same minutes as those from which they come, in separate ones from Monday on', async () => {
    await fc.assert(
      fc.asyncProperty(anyWindows, async (list) => {
        const merged = windowsOf(await stored(list));
        expect(sorted(minutes(merged))).toEqual(sorted(minutes(list)));
        for (const [index, { day, start, end }] of merged.entries()) {
          expect(start < end).toBe(true);
          const next = merged[index + 1];
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
  ])('of %p are, for PostgreSQL, %p', async (text, literal) => {
    expect(await stored(windows(text))).toBe(literal);
  });

  test('are exactly those that the windows cover, in sorted ranges that never touch', async () => {
    await fc.assert(
      fc.asyncProperty(anyWindows, async (list) => {
        const found = (await stored(list)).matchAll(/\[(\d+),(\d+)\)/g);
        const ranges = [...found].map(([, from, to]) => [Number(from), Number(to)] as const);
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
