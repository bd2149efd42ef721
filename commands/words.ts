// Values in words, for people.
import * as v from 'valibot';
import type { MatchFormat } from '../modules/competitions/index.ts';
import { ScoreSchema, writtenScore } from '../modules/matches/index.ts';
import type { AvailabilityWindow } from '../modules/players/index.ts';
import type { VenueRecord } from '../modules/venues/index.ts';
import { isObject } from '../shared/json.ts';
import { capitalised } from '../shared/text.ts';
import { parseDateTime, warsawMinute } from '../shared/time.ts';

/** `Mon 18:00–20:00, Sat 09:00–12:30`. */
export function availabilityInWords(windows: readonly AvailabilityWindow[]): string {
  return windows
    .map(({ day, start, end }) => `${capitalised(day).slice(0, 3)} ${start}–${end}`)
    .join(', ');
}

/** `1 clay, 2 hard indoor`. */
export function courtsInWords(courts: VenueRecord['courts']): string {
  return courts
    .map(({ number, surface, indoor }) => `${number} ${plain(surface)}${indoor ? ' indoor' : ''}`)
    .join(', ');
}

/** `full sets, no-ad, match tiebreak`. */
export function formatInWords({ games_per_set, no_ad, final_set }: MatchFormat): string {
  const sets = games_per_set === 4 ? 'short sets' : 'full sets';
  const last = final_set === 'match_tiebreak' ? 'match tiebreak' : 'full third set';
  return [sets, ...(no_ad ? ['no-ad'] : []), last].join(', ');
}

/** `1 match`, `2,000 matches`. */
export function counted(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** A change with its sign, `+12`; null where there is none. */
export function changeInWords(change: number | null): string | null {
  if (change === null) return null;
  return change > 0 ? `+${change}` : String(change);
}

/** A name of the API without its underscores: `not rated`. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}

/**
 * Any value: moments as date and time in Europe/Warsaw, scores as people write them (for a set's tiebreak, the
 * loser's points), the items of lists with commas, the members of other objects by name; `-` where there is none.
 */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(inWords).join(', ') || '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return momentInWords(value) || '-';
  if (typeof value !== 'object') return String(value);
  const score = v.safeParse(ScoreSchema, withoutNulls(value));
  if (score.success) return writtenScore(score.output).join(' ');
  const members = Object.entries(value).map(([name, member]) => {
    return `${plain(name)} ${isObject(member) ? `(${inWords(member)})` : inWords(member)}`;
  });
  return members.join(', ') || '-';
}

function withoutNulls(value: object): unknown {
  return JSON.parse(JSON.stringify(value), (_, member) => member ?? undefined);
}

function momentInWords(text: string): string {
  const moment = parseDateTime(text);
  return moment ? warsawMinute(moment.instant) : text;
}
