import { folded } from './text.ts';

/** A moment as it was written, and what it means: milliseconds since the epoch. */
type WrittenTime = { readonly text: string; readonly instant: number };

/** The days of the week as people write them, Monday first, in English and Polish, folded. */
const weekdayWords = [
  'monday mon poniedzialek poniedzialki pon pn',
  'tuesday tues tue wtorek wtorki wt',
  'wednesday wed sroda srody sr',
  'thursday thurs thur thu czwartek czwartki czw cz',
  'friday fri piatek piatki pt',
  'saturday sat sobota soboty sob',
  'sunday sun niedziela niedziele niedz nd',
].map((words) => words.split(' '));

/** The day of the week that a word means, from 0 for Monday; -1 if it means none. */
export function weekdayOf(word: string): number {
  const day = folded(word);
  return weekdayWords.findIndex((words) => words.includes(day));
}

/** Tells the time, in milliseconds since the epoch. */
export type Clock = () => number;

const dateTime =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const exampleDate = '2026-05-01';
export const exampleDateTime = `${exampleDate}T18:00:00+02:00`;

/** What is said of a text that is no date-time, and of one that is no day. */
export const expectedDateTime = `Expected a date and time with its UTC offset, such as ${exampleDateTime}, in the years 1 to 9999.`;
export const expectedDate = `Expected a date such as ${exampleDate}.`;

/**
 * An RFC 3339 date-time with its offset; the fraction is cut to milliseconds, `t` and `z` become
 * capitals. undefined where the text is none, or is outside the years 1 to 9999 in UTC.
 */
export function parseDateTime(text: string): WrittenTime | undefined {
  const match = dateTime.exec(text);
  if (!match) return undefined;
  const [, date = '', hour, minute, second, fraction = '', zone = ''] = match;
  if (!isCalendarDate(date)) return undefined;
  const written = `${date}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${zone.toUpperCase()}`;
  const instant = Date.parse(written);
  if (!(instant >= firstInstant && instant <= lastInstant)) return undefined;
  return { text: written, instant };
}

const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!match || match[1] === '0000') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The service's own way to write a moment (milliseconds since the epoch): UTC with milliseconds. rules 8.4 */
export function utc(instant: number): string {
  return new Date(instant).toISOString();
}

/**
 * The calendar day in Europe/Warsaw on which the moment falls, `YYYY-MM-DD`; the last hour of 9999
 * in UTC already belongs to the year 10000 there, and is given the last day of 9999.
 */
export function warsawDay(instant: number): string {
  const day = inWarsaw(instant).toPlainDate();
  return day.year > 9999 ? '9999-12-31' : day.toString();
}

/** The date and time in Europe/Warsaw at the moment: `YYYY-MM-DD HH:MM:SS`. */
export function warsawTime(instant: number): string {
  return inWarsaw(instant).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** The date and time in Europe/Warsaw at the moment, to the minute: `YYYY-MM-DD HH:MM`. */
export function warsawMinute(instant: number): string {
  return warsawTime(instant).slice(0, -':SS'.length);
}

/** When the calendar day `YYYY-MM-DD` begins and ends in Europe/Warsaw, in milliseconds since the epoch. */
export function warsawHours(day: string): { readonly begin: number; readonly end: number } {
  const date = Temporal.PlainDate.from(day);
  const midnight = (of: Temporal.PlainDate) =>
    of.toZonedDateTime('Europe/Warsaw').epochMilliseconds;
  return { begin: midnight(date), end: midnight(date.add({ days: 1 })) };
}

function inWarsaw(instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('Europe/Warsaw');
}
