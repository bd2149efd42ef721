import { dayMs, utc } from '../../shared/time.ts';

const zone = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Warsaw',
  timeZoneName: 'longOffset',
});

/** Warsaw's offset at the moment, as `+01:00` or `+02:00`. */
function offsetAt(instant: number): string {
  const name = zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  return name?.replace('GMT', '') || '+00:00';
}

/** The moment in Warsaw's local time with its offset, to the second. */
export function warsawTime(instant: number): string {
  const offset = offsetAt(instant);
  const local = utc(Date.parse(`${utc(instant).slice(0, 19)}${negated(offset)}`));
  return `${local.slice(0, 19)}${offset}`;
}

function negated(offset: string): string {
  return offset.replace(/^[+-]/, (sign) => (sign === '+' ? '-' : '+'));
}

/** The moment of a local time `HH:MM` in Warsaw from 04:00 on, when the day's clock is settled. */
export function warsawInstant(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00${offsetAt(Date.parse(`${day}T${time}:00Z`))}`);
}

/** The calendar day so many days after the other. */
export function addDays(day: string, days: number): string {
  return utc(Date.parse(day) + days * dayMs).slice(0, 10);
}

/** Whether the calendar day is a Saturday or Sunday. */
export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

const seasons = ['winter', 'spring', 'summer', 'autumn'] as const;

/** The season that the calendar day falls in, as `2026-autumn`; December counts as winter. */
export function seasonOf(day: string): string {
  const [year, month] = day.split('-').map(Number);
  return `${year}-${seasons[Math.floor(((month ?? 0) % 12) / 3)]}`;
}
