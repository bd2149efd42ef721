// Which looks for inactive players would give somebody a drop. Pure. rules 2.3
import { dayMs } from '../../shared/time.ts';
import { startingConfidence } from '../players/index.ts';
import type { Look } from '../runs/index.ts';
import { firstReaching } from './ascending.ts';
import { dropIntervalDays, firstDropDays } from './confidence.ts';
import type { Standing } from './standing.ts';

/** The looks, which are by number. */
export function createLooks(all: readonly Look[]) {
  const numbers = all.map(({ number }) => number);
  let peak = Number.NEGATIVE_INFINITY;
  const peaks = all.map(({ as_of }) => {
    peak = Math.max(peak, Date.parse(as_of));
    return peak;
  });
  return {
    /** The index of the first look with the number or a later one. */
    from: (number: number) => firstReaching(numbers, number),
    numberOf: (index: number) => numbers[index] ?? Number.POSITIVE_INFINITY,
    /** The index of a look, none before the index, and before it none that gives the player a drop; then the look. */
    next(standing: Standing, index: number): readonly [number, Look | undefined] {
      const due = nextDrop(standing);
      const next = due === undefined ? all.length : Math.max(index, firstReaching(peaks, due));
      return [next, all[next]];
    },
  };
}

/** When the player's next drop is due, in milliseconds; undefined if there is none. rules 2.2, 2.4 */
function nextDrop({ confidence, last_rated_match_at: last, drops_applied }: Standing) {
  if (last === null || confidence <= startingConfidence) return undefined;
  return Date.parse(last) + (firstDropDays + dropIntervalDays * drops_applied) * dayMs;
}
