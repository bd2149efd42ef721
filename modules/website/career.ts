// What a player's page shows of all the ratings that the player has had. Pure.
import { warsawDay } from '../../shared/time.ts';
import { startingRating } from '../players/index.ts';
import type { Point } from './chart.ts';
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
    .toSorted((one, other) => one.sequence - other.sequence);
  return [...before, end];
}
