// What two players have won against each other. Pure.
import { gamesWon, setsWon } from '../matches/index.ts';
import type { Compared } from './against-repository.ts';

type Count = Compared['counts'][number];
type Of = readonly [own: number, other: number];

/** Sets and games of rated matches, walkovers, and how many results wait for their rating. */
export function sumsOf(counts: readonly Count[]) {
  const rated = counts.filter(({ rating_status }) => rating_status === 'rated');
  const walkovers = counts.filter(({ rating_status }) => rating_status === 'not_rated');
  const pending = counts.filter(({ rating_status }) => rating_status === 'pending');
  return {
    rated,
    sets: sum(rated, (one) => ofOwn(one, one.score ? setsWon(one.score, one) : [0, 0])),
    games: sum(rated, (one) => ofOwn(one, one.score ? gamesWon(one.score) : [0, 0])),
    walkovers: sum(walkovers, ({ won }) => (won ? [1, 0] : [0, 1])),
    pending: pending.reduce((all, { matches }) => all + matches, 0),
  };
}

function sum(counts: readonly Count[], of: (count: Count) => Of): Of {
  return counts.reduce<Of>(
    ([own, other], count) => {
      const [more, others] = of(count);
      return [own + more * count.matches, other + others * count.matches];
    },
    [0, 0],
  );
}

/** Turns a pair in the order of the match's players into the order of the compared ones. */
function ofOwn({ is_first }: Count, [first, second]: Of): Of {
  return is_first ? [first, second] : [second, first];
}
