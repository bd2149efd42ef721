// All players' points together: what comes in, what goes, and where the middle lies.

import { dayMs } from '../../shared/time.ts';
import { rounded } from './figures.ts';
import type { Rated } from './repository.ts';
import type { Pool, PoolMonth } from './result.ts';

/** A player counts while they have a match in so many days. */
const poolDays = 90;
/** Who has played fewer is a newcomer. */
const newcomerMatches = 10;

/** What the pool knows of a player. */
export type Member = {
  readonly level: number;
  readonly start: number;
  played: number;
  value: number;
  latest: number;
};

const none = () => ({ created: 0, destroyed: 0, floor: 0, newcomers: 0, brought: 0 });
const nobody = () => ({ players: 0, matches: 0, own_change: 0, others_change: 0 });

/** Follows the pool through the matches in the order in which they were rated; `monthOf` gives `YYYY-MM` of a moment. */
export function createPool(members: ReadonlyMap<string, Member>, monthOf: (at: number) => string) {
  const months: PoolMonth[] = [];
  const byLevel = new Map<number, ReturnType<typeof nobody>>();
  let [month, latest] = ['', Number.NEGATIVE_INFINITY];
  let sums = none();

  /** The month that ends, by who has played in the 90 days before its latest match. */
  function monthNow(): PoolMonth {
    const since = latest - poolDays * dayMs;
    const values = [...members.values()]
      .filter((member) => member.played > 0 && member.latest > since)
      .map(({ value }) => value);
    const { created, destroyed, floor, newcomers, brought } = sums;
    return {
      month,
      players: values.length,
      mean: rounded(values.reduce((all, value) => all + value, 0) / values.length),
      median: medianOf(values),
      ...{ created, destroyed, floor, newcomers },
      newcomers_mean: newcomers === 0 ? null : rounded(brought / newcomers),
    };
  }

  function takeSide(own: Member, change: number, others: number, at: number): void {
    if (own.played === 0) {
      sums.newcomers += 1;
      sums.brought += own.start;
    }
    if (own.played < newcomerMatches) {
      const level = byLevel.getOrInsertComputed(own.level, nobody);
      if (own.played === 0) level.players += 1;
      level.matches += 1;
      level.own_change += change;
      level.others_change += others;
    }
    own.played += 1;
    own.value += change;
    own.latest = Math.max(own.latest, at);
  }

  return {
    take(match: Rated, at: number, first: Member, second: Member): void {
      // A late result counts in the month in which it was rated: that of the latest match so far.
      if (at > latest) {
        const begun = monthOf(at);
        if (month !== '' && begun !== month) {
          months.push(monthNow());
          sums = none();
        }
        [month, latest] = [begun, at];
      }
      const one = match.first_after - match.first_before;
      const other = match.second_after - match.second_before;
      const { floor } = match;
      const net = one + other - floor;
      sums.floor += floor;
      if (net > 0) sums.created += net;
      else sums.destroyed -= net;
      takeSide(first, one, other, at);
      takeSide(second, other, one, at);
    },
    figures: (): Pool => ({
      months: month === '' ? months : [...months, monthNow()],
      newcomers: [...byLevel]
        .map(([level, changes]) => ({ level, ...changes }))
        .sort((one, other) => one.level - other.level),
    }),
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
