// Readers for the text of a table's cell or of an option, in the ways in which people write it.
import { shortened } from '../text.ts';
import { exampleDate, exampleDateTime, isCalendarDate, parseDateTime } from '../time.ts';

/** What a text means, with what is to be said of that, or what is wrong with it. */
export type Cell<T> =
  | { readonly value: T; readonly remark?: string | undefined }
  | { readonly fault: string };
export type Reader<T = unknown> = (text: string) => Cell<T>;

/** A number with a decimal point or comma; `fault` is said of anything else. */
export function readNumber(text: string, fault = 'Expected a number.'): Cell<number> {
  if (!/^\d{1,9}([.,]\d{1,9})?$/.test(text)) return { fault };
  return { value: Number(text.replace(',', '.')) };
}

/** A hint where a text is a date that a spreadsheet makes of 4-6 or 3.5: `04.cze`, `4-Jun`, `2026-06-04`. */
export function dateHint(text: string): string | undefined {
  const isDate =
    /^(\d{1,2}[-.]\p{L}{3,}|\p{L}{3,}[-.]\d{1,4})\.?$/u.test(text) ||
    /^\d{1,4}([-./:])\d{1,2}\1\d{2,4}$/.test(text);
  return isDate
    ? '; a spreadsheet has made a date of it: make its column one of text first'
    : undefined;
}

/** A word of the exchange format, in small or capital letters. */
export function readWord(text: string): Cell<string> {
  return { value: text.toLowerCase() };
}

const yes: readonly string[] = ['yes', 'tak', 'true'];
const no: readonly string[] = ['no', 'nie', 'false'];

/** A yes or a no, in English or Polish. */
export function readYesNo(text: string): Cell<boolean> {
  const word = text.toLowerCase();
  if (yes.includes(word)) return { value: true };
  return no.includes(word) ? { value: false } : { fault: 'Expected yes or no.' };
}

/** How many of a cell's wrong parts are named. */
const mostNamed = 5;

/** A list of several, with `|` or a line break between them. */
export function readList<T>(text: string, read: Reader<T>): Cell<T[]> {
  const parts = text.split(/[|\n]/).flatMap((part) => part.trim() || []);
  const cells = parts.map((part) => ({ part, cell: read(part) }));
  const faults = cells.flatMap(({ part, cell }) =>
    'fault' in cell ? [`"${shortened(part)}": ${cell.fault}`] : [],
  );
  if (faults.length > mostNamed) faults.splice(mostNamed, faults.length, '…');
  if (faults.length > 0) return { fault: faults.join(' ') };
  return { value: cells.flatMap(({ cell }) => ('value' in cell ? [cell.value] : [])) };
}

/** `2026-05-01 18:00`, or `01.05.2026 18:00`, which Excel makes of it in Poland. */
const localTime =
  /^(?:(\d{4})-(\d\d?)-(\d\d?)|(\d\d?)\.(\d\d?)\.(\d{4}))[ T]+([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

const expected = `Expected a time such as ${exampleDate} 18:00 in Warsaw, 01.05.2026 18:00, or ${exampleDateTime}.`;
/** A day without a time of day. */
const bareDay = /^(?:\d{4}-\d\d?-\d\d?|\d\d?\.\d\d?\.\d{4})$/;

/** A moment with an offset, or in Warsaw's local time, as RFC 3339 with its offset. */
export function readTime(given: string): Cell<string> {
  const text = given.replaceAll(/[\u00a0\u202f]/g, ' '); // spaces at which no line breaks
  if (parseDateTime(text)) return { value: text };
  const parts = localTime.exec(text)?.slice(1);
  if (!parts) {
    return { fault: bareDay.test(text) ? `The time of day is missing. ${expected}` : expected };
  }
  const [y1, m1, d1, d2, m2, y2, hour = '', minute, second = '00'] = parts;
  const day = [y1 ?? y2, m1 ?? m2, d1 ?? d2].map((part = '') => part.padStart(2, '0')).join('-');
  if (!isCalendarDate(day)) return { fault: `There is no day ${day}.` };
  const shown = Temporal.PlainDateTime.from(`${day}T${hour.padStart(2, '0')}:${minute}:${second}`);
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
