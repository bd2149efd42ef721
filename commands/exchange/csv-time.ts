import { dayMs, isCalendarDate, parseDateTime } from '../../shared/time.ts';
import type { Cell } from './csv-cells.ts';

/** `2026-05-01 18:00`, or `01.05.2026 18:00`, which Excel makes of it in Poland. */
const localTime =
  /^(?:(\d{4})-(\d\d?)-(\d\d?)|(\d\d?)\.(\d\d?)\.(\d{4}))[ T]+([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

const zone = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Warsaw',
  timeZoneName: 'longOffset',
});

/** Warsaw's offset at the moment, as `+01:00`. */
function offsetAt(instant: number): string {
  const name = zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  return name?.slice('GMT'.length) || '+00:00';
}

/** Reads moments, and remembers the offsets of each day, which are slow to find out. */
export function createTimeReader() {
  const offsets = new Map<string, readonly string[]>();

  /** The offsets that hold at some time of a day of Warsaw's calendar. */
  function offsetsOf(day: string): readonly string[] {
    const known = offsets.get(day);
    if (known) return known;
    const noon = Date.parse(`${day}T12:00:00Z`);
    const found = [...new Set([offsetAt(noon - dayMs), offsetAt(noon + dayMs)])];
    offsets.set(day, found);
    return found;
  }

  /** A moment with an offset, or in Warsaw's local time, as RFC 3339 with its offset. */
  return (text: string): Cell<string> => {
    if (parseDateTime(text)) return { value: text };
    const parts = localTime.exec(text)?.slice(1);
    if (!parts) return { fault: expected };
    const [y1, m1, d1, d2, m2, y2, hour = '', minute = '', second = '00'] = parts;
    const day = `${y1 ?? y2}-${padded(m1 ?? m2)}-${padded(d1 ?? d2)}`;
    if (!isCalendarDate(day)) return { fault: `There is no day ${day}.` };
    const local = `${day}T${padded(hour)}:${minute}:${second}`;
    const possible = offsetsOf(day);
    const [time, other] = possible
      .filter((offset) => possible.length === 1 || offsetAt(Date.parse(local + offset)) === offset)
      .map((offset) => local + offset);
    if (!time) {
      return { fault: `Clocks in Warsaw never show ${text}: they go forward that night.` };
    }
    if (other) {
      return { fault: `Clocks in Warsaw show ${text} twice: write ${time} or ${other}.` };
    }
    return { value: time };
  };
}

const expected =
  'Expected a time such as 2026-05-01 18:00 in Warsaw, or 2026-05-01T18:00:00+02:00.';

function padded(number = ''): string {
  return number.padStart(2, '0');
}
