// A player's rating as a line over time: its points, and the numbers and days beside it. Pure.
import { dayMs } from '../../shared/time.ts';
import { startingRating } from '../players/index.ts';
import { firstDropDays } from '../ratings/index.ts';
import type { Profile } from './player-repository.ts';

/** A rating, and since when it was so, in milliseconds since the epoch; after a match, or at the start. */
export type Point = {
  readonly at: number;
  readonly value: number;
  readonly match?: Profile['steps'][number];
};

/** What the chart is made from. */
type Given = Pick<Profile, 'created_at' | 'self_assessed_ntrp' | 'steps' | 'pauses'>;

/** The ratings of a player from the first one on, and what the chart says of them. */
export type Career = ReturnType<typeof careerOf>;

/** The ratings from the first one to the moment `now`; the start has no day if it was noted after the first match. */
export function careerOf({ created_at, self_assessed_ntrp, steps, pauses }: Given, now: number) {
  const played = steps.map((match): Point => {
    return { at: Date.parse(match.reached), value: match.value, match };
  });
  const joined = Date.parse(created_at);
  const [first, last] = [played[0]?.at ?? joined, played.at(-1)?.at ?? joined];
  const isNotedLate = joined > first;
  // Until midnight, so that the same page stays the same for a day.
  const end = Math.ceil((Math.max(now, last, joined) + 1) / dayMs) * dayMs;
  const begin = isNotedLate ? first - (end - first) / 25 : joined;
  const points = [{ at: begin, value: startingRating(self_assessed_ntrp) }, ...played];
  return {
    points,
    isNotedLate,
    ...{ begin, end },
    best: points.reduce((one, other) => (other.value > one.value ? other : one)),
    lowest: points.reduce((one, other) => (other.value < one.value ? other : one)),
    pauses: pauses
      .map(({ from, until }) => ({
        from: Date.parse(from),
        until: until === null ? undefined : Date.parse(until),
      }))
      .filter(({ from, until = now }) => until - from >= firstDropDays * dayMs),
  };
}

/** A spot in the drawing, in percent from its left and upper edge. */
export type Spot = { readonly x: number; readonly y: number };

/** Round numbers from below the lowest value to above the highest one, at most six, over at least 100 points. */
export function levels(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((high - low) * 0.15, (100 - (high - low)) / 2);
  const from = Math.max(0, low - room);
  const to = Math.max(high + room, from + 100);
  const step = roundSteps.find((one) => Math.ceil(to / one) - Math.floor(from / one) <= 5) ?? 5_000;
  const bottom = Math.floor(from / step);
  return Array.from({ length: Math.ceil(to / step) - bottom + 1 }, (_, n) => (bottom + n) * step);
}

const roundSteps = [20, 50, 100, 200, 500, 1_000, 2_000];

/** Where days or months of the calendar begin, in milliseconds since the epoch. */
export type Ticks = { readonly unit: 'day' | 'month' | 'year'; readonly at: readonly number[] };

const mostTicks = 8;

/** The beginnings of days, weeks, months, quarters or years in a span of time: as many as have room. */
export function ticks(begin: number, end: number): Ticks {
  const days = [1, 7].map((step): Ticks => ({ unit: 'day', at: everyDays(step, begin, end) }));
  const found = days.find(({ at }) => at.length <= mostTicks);
  // The first day of a career tells more than the midnight that ends it.
  if (found === days[0] && found?.at.length === 1) return { unit: 'day', at: [begin] };
  if (found) return found;
  for (const step of [1, 3, 12, 24, 60]) {
    const at = everyMonths(step, begin, end);
    if (at.length <= mostTicks) return { unit: step < 12 ? 'month' : 'year', at };
  }
  return { unit: 'year', at: everyMonths(12 * 25, begin, end) };
}

/** Each nth day; of weeks, the Mondays. */
function everyDays(step: number, begin: number, end: number): number[] {
  const monday = 4 * dayMs;
  const length = step * dayMs;
  const first = Math.ceil((begin - monday) / length);
  const count = Math.floor((end - monday) / length) - first + 1;
  return Array.from({ length: count }, (_, n) => monday + (first + n) * length);
}

function everyMonths(step: number, begin: number, end: number): number[] {
  const day = new Date(begin);
  const first = Math.ceil(((day.getUTCFullYear() - 1970) * 12 + day.getUTCMonth()) / step);
  const found: number[] = [];
  for (let n = first; Date.UTC(1970, n * step) <= end; n += 1) {
    const at = Date.UTC(1970, n * step);
    if (at >= begin) found.push(at);
  }
  return found;
}

/** Finds the spot of a point in a drawing of a span of time, between two levels. */
export function scale(begin: number, end: number, bottom: number, top: number) {
  return ({ at, value }: Pick<Point, 'at' | 'value'>): Spot => ({
    x: tenths(((at - begin) / (end - begin)) * 100),
    y: tenths(((top - value) / (top - bottom)) * 100),
  });
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}
