import type { Cell } from '../../shared/exchange/cell.ts';
import { weekdayOf } from '../../shared/time.ts';

/** The days of the week in the order of every list of windows. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
type Weekday = (typeof weekdays)[number];

/** A weekly window in local time (rules 10.1): `start` and `end` are HH:MM, the end is later. */
export type AvailabilityWindow = {
  readonly day: Weekday;
  readonly start: string;
  readonly end: string;
};

const written = /^(\p{L}+)[.,]{0,2} +(\d\d?[:.]\d\d) ?[-–—] ?(\d\d?[:.]\d\d)$/u;

/** A window as people write it: `Monday 9:00 - 12:30`, `śr. 18.00-20.00`. Whether the day exists isn't checked. */
export function readWindow(text: string): Cell<Readonly<Record<'day' | 'start' | 'end', string>>> {
  const [, day, start, end] = written.exec(text) ?? [];
  if (!day || !start || !end) {
    return { fault: 'expected a day and two times, such as monday 18:00-20:00.' };
  }
  const [from = '', to = ''] = [start, end].map((time) =>
    time.replace('.', ':').padStart('18:00'.length, '0'),
  );
  return { value: { day: weekdays[weekdayOf(day)] ?? day.toLowerCase(), start: from, end: to } };
}

const dayMinutes = 24 * 60;

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Each minute of a day, and its end, as HH:MM; made once, since one answer may name dozens. */
const clock = Array.from(
  { length: dayMinutes + 1 },
  (_, minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
);

/**
 * The windows as a literal of PostgreSQL's int4multirange, in minutes since Monday 00:00. PostgreSQL sorts
 * them, and joins those that touch.
 */
export function toMultirange(windows: readonly AvailabilityWindow[]): string {
  const ranges = windows.map(({ day, start, end }) => {
    const midnight = weekdays.indexOf(day) * dayMinutes;
    return `[${midnight + minuteOfDay(start)},${midnight + minuteOfDay(end)})`;
  });
  return `{${ranges.join(',')}}`;
}

/** A multirange as windows: whole ones, Monday first, none of which spans midnight (rules 10.2). */
export function windowsOf(multirange: string): AvailabilityWindow[] {
  const windows: AvailabilityWindow[] = [];
  for (const [, from, to] of multirange.matchAll(/(\d+),(\d+)/g)) {
    const end = Number(to);
    for (let start = Number(from); start < end; ) {
      const day = Math.floor(start / dayMinutes);
      const midnight = day * dayMinutes;
      const until = Math.min(end, midnight + dayMinutes);
      const name = weekdays[day % weekdays.length] ?? 'monday';
      windows.push({
        day: name,
        start: clock[start - midnight] ?? '',
        end: clock[until - midnight] ?? '',
      });
      start = until;
    }
  }
  return windows;
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
