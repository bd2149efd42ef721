// rules 2
import { dayMs } from '../../shared/time.ts';
import { startingConfidence } from '../players/index.ts';

export const highestConfidence = 95;
const gain = 10;
const drop = 5;
// A day is 24 hours from the instant, whatever the clocks do.
export const firstDropDays = 60;
export const dropIntervalDays = 30;

/** Confidence after one more rated match. */
export function confidenceAfterMatch(confidence: number): number {
  return Math.min(confidence + gain, highestConfidence);
}

/** Days without a rated match at which the nth drop (from 1) falls due: 60, 90, 120, … */
export function daysUntilDrop(nth: number): number {
  return firstDropDays + (nth - 1) * dropIntervalDays;
}

/** How many drops in all have fallen due by `at`, that moment included (both epoch ms). */
export function dropsDue(lastRatedMatchAt: number, at: number): number {
  const days = (at - lastRatedMatchAt) / dayMs;
  return Math.max(0, Math.floor((days - firstDropDays) / dropIntervalDays) + 1);
}

/**
 * The confidence after each drop that is given, up to `count` of them: none is given at 20, so there
 * can be fewer. A `count` of 0 or less gives none: with a late match, fewer drops may be due than
 * were applied.
 */
export function applyDrops(confidence: number, count: number): number[] {
  const after: number[] = [];
  let now = confidence;
  while (now > startingConfidence && after.length < count) {
    now = Math.max(now - drop, startingConfidence);
    after.push(now);
  }
  return after;
}
