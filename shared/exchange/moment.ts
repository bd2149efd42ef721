// Readers for days and times of day, in the ways in which people write them.
import { shortened } from '../text.ts';
import { exampleDate, exampleDateTime, isCalendarDate, parseDateTime, weekdayOf } from '../time.ts';
import type { Cell } from './cell.ts';

/** What a text says of a moment: the day, YYYY-MM-DD, and the time of day, HH:MM:SS, with its offset, if it has them. */
type Moment = { readonly day: string; readonly clock?: string; readonly offset?: string };

const yearFirst = /^(\d{4})(?:([-/.])(\d\d?)\2(\d\d?)|(\d\d)(\d\d))(?!\d)/;
/** In Poland also with `r.` for the year. */
const dayFirst = /^(\d\d?)\. ?(\d\d?)\. ?(\d{4}|\d\d)(?!\d)(?: ?r(?!\p{L})\.?)?/u;
const inWords = /^(\d\d?)\.? (\p{L}{3,12})\.?,? (\d{4})(?!\d)(?: ?r(?!\p{L})\.?)?/u;
/** `5/1/2026` and `01-05-2026`: some begin with the day, others with the month. */
const eitherFirst = /^\d\d?([-/])\d\d?\1\d{2,4}(?!\d)/;
const clockWords = String.raw`(?:(?:godz|godzina|g|o|at)(?!\p{L})\.? ?)?`;
const clockText = String.raw`(\d\d?)(?:[:.](\d\d)(?:[:.](\d\d)(?:\.\d+)?)?)?(?: ?([ap])\.?m\.?)?`;
const offsetText = String.raw`(Z|[+-]\d\d(?::?\d\d)?)?`;
const bareClock = RegExp(`^${clockWords}${clockText}$`, 'iu');
const clockAfterDay = RegExp(`^(?:, ?| |T)${clockWords}${clockText}${offsetText}$`, 'iu');

const expected = `Expected a time such as ${exampleDate} 18:00 in Warsaw, 01.05.2026 18:00, or ${exampleDateTime}.`;

/** The number of each month's name, as Polish and English dates have it: `maja`, `May`, `sie`. */
const months = new Map(
  ['pl', 'en'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, index): [string, number] => {
        const form = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
        const parts = form.formatToParts(Date.UTC(2026, index, 1));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        return [name.toLowerCase().replace('.', ''), index + 1];
      }),
    ),
  ),
);

/** The day with which a text begins, and the rest of the text; undefined if it begins with none. */
function dayIn(text: string): readonly [day: string, rest: string] | undefined {
  const of = (parts: readonly (string | number | undefined)[], length: number) => {
    const [year = '', ...others] = parts.map(String);
    const day = [year, ...others.map((part) => part.padStart(2, '0'))].join('-');
    return [day, text.slice(length)] as const;
  };
  const year = yearFirst.exec(text);
  if (year) return of([year[1], year[3] ?? year[5], year[4] ?? year[6]], year[0].length);
  const day = dayFirst.exec(text);
  if (day) return of([day[3]?.padStart(4, '20'), day[2], day[1]], day[0].length);
  const words = inWords.exec(text);
  const month = months.get(words?.[2]?.toLowerCase() ?? '');
  return words && month ? of([words[3], month, words[1]], words[0].length) : undefined;
}

/** HH:MM:SS from its parts; undefined if there is no such time of day. */
function clockOf([hour = '', minute = '00', second = '00', half]: readonly (string | undefined)[]):
  | string
  | undefined {
  const isHalf = half !== undefined;
  if (Number(hour) > (isHalf ? 12 : 23) || Number(minute) > 59 || Number(second) > 59) return;
  const whole = isHalf ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  return [`${whole}`.padStart(2, '0'), minute, second].join(':');
}

/** What a text says of a moment. A number, and a day of which the month can't be told, are refused. */
export function readMoment(given: string): Cell<Moment> {
  const text = given
    .replaceAll(/\s+/g, ' ')
    .replace(/ Europe\/Warsaw$/, '')
    .replace(/^(\p{L}+)\.?,? /u, (all, word) => (weekdayOf(word) < 0 ? all : ''));
  if (/^\d{1,13}([.,]\d+)?$/.test(text) && !yearFirst.test(text)) {
    if (/^\d{1,2}[.,]\d{1,2}$/.test(text)) return { fault: `The year is missing. ${expected}` };
    const is = /^\d{9}/.test(text)
      ? 'a number of seconds since 1970'
      : "a spreadsheet's serial number";
    return { fault: `This is ${is}: give its cell the format of a date there. ${expected}` };
  }
  if (eitherFirst.test(text)) {
    return {
      fault: `This could be either of two days: write the year first, or dots. ${expected}`,
    };
  }
  const [day, rest = ''] = dayIn(text) ?? [];
  if (!day) return { fault: expected };
  if (!isCalendarDate(day)) return { fault: `There is no day ${day}.` };
  if (rest === '') return { value: { day } };
  const [, ...parts] = clockAfterDay.exec(rest) ?? [];
  const clock = parts.length > 0 ? clockOf(parts) : undefined;
  if (!clock) return { fault: expected };
  const offset = parts[4]?.toUpperCase();
  return { value: { day, clock, ...(offset && { offset }) } };
}

/** A time of day as people write it, `18:00`, `18.00` or `18`, as HH:MM:SS. */
export function readClock(text: string): Cell<string> {
  const [, ...parts] = bareClock.exec(text.replaceAll(/\s+/g, ' ')) ?? [];
  const clock = parts.length > 0 ? clockOf(parts) : undefined;
  return clock ? { value: clock } : { fault: 'Expected a time of day such as 18:00.' };
}

/** A moment with an offset, or in Warsaw's local time, as RFC 3339 with its offset. */
export function readTime(text: string): Cell<string> {
  if (parseDateTime(text)) return { value: text };
  const read = readMoment(text);
  if ('fault' in read) return read;
  const { day, clock, offset } = read.value;
  if (!clock) return { fault: `The time of day is missing. ${expected}` };
  if (offset) {
    const [hours, minutes] = [offset.slice(0, 3), offset.slice(3).replace(':', '') || '00'];
    const value = `${day}T${clock}${hours === 'Z' ? hours : `${hours}:${minutes}`}`;
    return parseDateTime(value) ? { value } : { fault: expected };
  }
  const shown = Temporal.PlainDateTime.from(`${day}T${clock}`);
  const inWarsaw = (disambiguation: 'earlier' | 'later') =>
    shown.toZonedDateTime('Europe/Warsaw', { disambiguation });
  const [time, other] = [inWarsaw('earlier'), inWarsaw('later')];
  const written = time.toString({ timeZoneName: 'never' });
  if (time.equals(other)) return { value: written };
  if (!time.toPlainDateTime().equals(shown)) {
    return { fault: `Clocks in Warsaw never show ${shortened(text)}: they go forward that night.` };
  }
  const later = other.toString({ timeZoneName: 'never' });
  return { fault: `Clocks in Warsaw show ${shortened(text)} twice: write ${written} or ${later}.` };
}
