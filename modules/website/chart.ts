// How a line over days is drawn: which points, and which numbers and days are shown with it. Pure.
import { dayMs, utc } from '../../shared/time.ts';

/** A rating at the end of a day, `YYYY-MM-DD`, or the best or lowest one of that day. */
export type Point = { readonly day: string; readonly value: number };

/** A place in the drawing, in percent from its left and upper edge. */
export type Place = { readonly x: number; readonly y: number };

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

/** Finds the place of a point in a drawing from the first to the last day and between two levels. */
export function scale(first: string, last: string, bottom: number, top: number) {
  const [begin, end] = [Date.parse(first), Date.parse(last)];
  return ({ day, value }: Point): Place => ({
    // A single day is in the middle.
    x: end === begin ? 50 : tenths(((Date.parse(day) - begin) / (end - begin)) * 100),
    y: tenths(((top - value) / (top - bottom)) * 100),
  });
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}
