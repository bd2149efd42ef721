// A player's ratings as a line over the days: its points, and the numbers and days beside it. Pure.
import { dayMs, utc, warsawDay } from '../../shared/time.ts';
import { startingRating } from '../players/index.ts';
import type { Profile } from './player-repository.ts';

/** The ratings of a player from the first one on, by day of play. */
export type Career = ReturnType<typeof careerOf>;

/** The ratings of a player; the best and the lowest one count even if they didn't last the day. */
export function careerOf({ created_at, self_assessed_ntrp, ...profile }: Profile) {
  const joined = warsawDay(Date.parse(created_at));
  const firstDay = profile.days[0]?.day ?? joined;
  // Results may be older than the membership.
  const [day = joined] = [joined, firstDay].toSorted();
  const start = { day, value: startingRating(self_assessed_ntrp) };
  const best = profile.best && profile.best.value > start.value ? profile.best : null;
  const lowest = profile.lowest && profile.lowest.value < start.value ? profile.lowest : null;
  return {
    points: [start, ...profile.days.flatMap((point) => dayOf(point, [best, lowest]))],
    best: best ?? start,
    lowest: lowest ?? start,
  };
}

/** The points of a day: what was reached during it, in the order of the matches, then where it ended. */
function dayOf(end: Point, reached: readonly Profile['best'][]): Point[] {
  const before = reached
    .filter((point) => point !== null)
    .filter(({ day, value }) => day === end.day && value !== end.value)
    .toSorted((one, other) => one.rated_matches - other.rated_matches);
  return [...before, end];
}

/** A rating at the end of a day, `YYYY-MM-DD`, or the best or lowest one of that day. */
export type Point = { readonly day: string; readonly value: number };

/** A spot in the drawing, in percent from its left and upper edge. */
export type Spot = { readonly x: number; readonly y: number };

const mostPoints = 120;

/**
 * Up to 120 of the points, which are in order: the first and the last, and the highest and the lowest
 * of each span of time, so that the line keeps its shape.
 */
export function thinned(points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= mostPoints) return points;
  const spans = mostPoints / 2 - 1;
  const [begin, end] = [Date.parse(first.day), Date.parse(last.day)];
  const spanOf = ({ day }: Point) =>
    Math.min(spans - 1, Math.floor(((Date.parse(day) - begin) / (end - begin || 1)) * spans));
  const kept = new Set([first, last]);
  for (const span of Map.groupBy(points, spanOf).values()) {
    kept.add(span.reduce((a, b) => (b.value > a.value ? b : a)));
    kept.add(span.reduce((a, b) => (b.value < a.value ? b : a)));
  }
  return points.filter((point) => kept.has(point));
}

/** Round numbers from below the lowest value to above the highest one, at most six. */
export function levels(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(high - low, 20) * 0.15;
  const [from, to] = [Math.max(0, low - room), high + room];
  const step = roundSteps.find((one) => Math.ceil(to / one) - Math.floor(from / one) <= 5) ?? 5_000;
  const bottom = Math.floor(from / step);
  return Array.from({ length: Math.ceil(to / step) - bottom + 1 }, (_, n) => (bottom + n) * step);
}

const roundSteps = [10, 20, 50, 100, 200, 500, 1_000, 2_000];

/**
 * Days that divide the time from the first to the last one evenly, including these: at most five. If there
 * are less than 20 days that can't be divided so, there are fewer.
 */
export function marks(first: string, last: string): string[] {
  const [begin, end] = [Date.parse(first), Date.parse(last)];
  const length = (end - begin) / dayMs;
  const parts = [4, 3, 2].find((count) => length >= 20 || length % count === 0) ?? 1;
  const days = Array.from({ length: parts + 1 }, (_, n) =>
    utc(begin + ((end - begin) * n) / parts).slice(0, 'YYYY-MM-DD'.length),
  );
  return [...new Set(days)];
}

/** Finds the spot of a point in a drawing from the first to the last day and between two levels. */
export function scale(first: string, last: string, bottom: number, top: number) {
  const [begin, end] = [Date.parse(first), Date.parse(last)];
  return ({ day, value }: Point): Spot => ({
    // A single day is in the middle.
    x: end === begin ? 50 : tenths(((Date.parse(day) - begin) / (end - begin)) * 100),
    y: tenths(((top - value) / (top - bottom)) * 100),
  });
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}
