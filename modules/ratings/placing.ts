// Which run would have rated a match that comes to count only now, and at which looks it would have waited. Pure.
// rules 11.2
import type { Numbered } from '../runs/index.ts';
import { firstReaching } from './ascending.ts';

/** Where a match comes among runs and looks: the run that rates it, null if none has, and the looks at which it waits. */
export type Placement = {
  readonly came_after: number;
  readonly run: number | null;
  readonly waited: number[];
};

/** Places matches among the runs and looks, which are by number, without gaps. */
export function createPlacing(runs: readonly Numbered[]) {
  const first = runs[0]?.number ?? 1;
  let earliest: string | undefined;
  /** For each the earliest moment at which it or a later one began. */
  const since = runs
    .map(({ began_at }) => began_at)
    .reverse()
    .map((began_at) => {
      if (earliest === undefined || began_at < earliest) earliest = began_at;
      return earliest;
    })
    .reverse();
  return {
    /** The number of the last one that began before the moment; 0 if none did. */
    lastBefore(moment: string): number {
      const began = firstReaching(since, moment);
      return began === 0 ? 0 : first + began - 1;
    },
    /** The place of a match that came in after the run or look with the number. */
    after(came_after: number): Placement {
      const waited: number[] = [];
      for (let index = Math.max(0, came_after + 1 - first); index < runs.length; index += 1) {
        const run = runs[index];
        if (run && run.as_of !== null) waited.push(run.number);
        else if (run?.done) return { came_after, run: run.number, waited };
      }
      return { came_after, run: null, waited };
    },
  };
}
