// When a set and a tiebreak are won, and what is said of it (rules 4).
import type { MatchFormat } from '../competitions/index.ts';

export type Pair = readonly [number, number];

type Progress = 'finished' | 'unfinished' | 'unreachable';

export const setTiebreakPoints = 7;
export const matchTiebreakPoints = 10;

/** How far a set is that stands at these games. */
export function setProgress(
  games: Pair,
  { games_per_set: target }: Pick<MatchFormat, 'games_per_set'>,
): Progress {
  const high = Math.max(...games);
  const low = Math.min(...games);
  const byLead = high === target && low <= target - 2;
  const byOneMoreGame = high === target + 1 && (low === target - 1 || low === target);
  if (byLead || byOneMoreGame) return 'finished';
  return high <= target ? 'unfinished' : 'unreachable';
}

/** How far a tiebreak to `target` points is. */
export function tiebreakProgress(points: Pair, target: number): Progress {
  const high = Math.max(...points);
  const lead = high - Math.min(...points);
  if (high < target || lead < 2) return 'unfinished';
  return high === target || lead === 2 ? 'finished' : 'unreachable';
}

// What has no place in the specification.
export const unfinished =
  ' Did a player retire (retired_player_id)? A match that time ended has no place here.';
export const proSet = ' A match of one longer set has no place here: all are best of three.';

export const pointsAdvice = 'give its points, as in 6-4 4-6 [10-8]';
export const formatAdvice =
  'a competition has one format, so results of another need one of their own';

/** How a set to `target` games is won. */
export function setRule(target: number): string {
  const late = `at ${target + 1}-${target - 1}, or ${target + 1}-${target} by a tiebreak`;
  return `a set is won at ${target} games with a lead of 2, ${late}`;
}

/** How a tiebreak to `target` points is won. */
export function tiebreakRule(target: number): string {
  return `it is won at ${target} points with a lead of 2, or later as soon as the lead is 2`;
}
