import { InvalidArgumentError, Option } from 'commander';
import type { Until } from '../modules/auth/index.ts';
import { hourMs, utc } from '../shared/time.ts';

const mostHours = 8_760;

export type Overlap = { readonly overlap: number };

/** `--overlap HOURS`: how long the replaced key or secret stays valid. */
export function overlapOption(standard: number): Option {
  const says = 'how many hours the old one stays valid; 0 ends it at once';
  return new Option('--overlap <hours>', says).default(standard).argParser(hoursOf);
}

/** The end of an overlap that begins `now`, in milliseconds. */
export function endOf({ overlap }: Overlap, now: number): Until {
  return overlap === 0 ? null : utc(now + overlap * hourMs);
}

function hoursOf(text: string): number {
  const hours = /^\d{1,4}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (hours <= mostHours) return hours;
  throw new InvalidArgumentError(`Expected a number of hours from 0 to ${mostHours}, such as 24.`);
}
