// What results brought in points: the numbers for what players ask about theirs.
import { rounded } from './figures.ts';
import { forEach, gapGroups, groupOf } from './groups.ts';
import type { Rated } from './repository.ts';
import type { Points } from './result.ts';

/** Follows what the stronger one of each match won or lost by it, and whose win cost points. */
export function createPoints() {
  const byGap = forEach(gapGroups, () => ({ wins: 0, gained: 0, losses: 0, lost: 0 }));
  let [matches, wins_that_cost] = [0, 0];
  return {
    take(match: Rated): void {
      const first = match.first_after - match.first_before;
      const second = match.second_after - match.second_before;
      matches += 1;
      if ((match.first_won ? first : second) < 0) wins_that_cost += 1;
      const gap = match.first_before - match.second_before;
      if (match.status !== 'completed') return;
      const [change, hasWon] = gap >= 0 ? [first, match.first_won] : [second, !match.first_won];
      const sums = byGap[groupOf(gapGroups, Math.abs(gap))];
      if (hasWon) {
        sums.wins += 1;
        sums.gained += change;
      } else {
        sums.losses += 1;
        sums.lost -= change;
      }
    },
    /** By the gap: how many points a win brought the stronger one, and a loss cost, on average. */
    figures: (): Points => ({
      matches,
      wins_that_cost,
      of_the_stronger: forEach(gapGroups, (group) => {
        const { wins, gained, losses, lost } = byGap[group];
        return { wins, gain: meanOf(gained, wins), losses, loss: meanOf(lost, losses) };
      }),
    }),
  };
}

const meanOf = (sum: number, count: number) => (count === 0 ? null : rounded(sum / count));
