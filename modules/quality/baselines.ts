// What simpler forecasts would have made of the same matches.

import { rounded } from './figures.ts';
import { logLoss } from './fit.ts';
import { forEach } from './groups.ts';
import { baselineNames, type Quality } from './result.ts';

/** What baselines know of a player. */
export type Past = { readonly start: number; matches: number; wins: number; elo: number };

const k = 32;

/** Elo's formula, unrounded: what a rating scores against another. */
const elo = (own: number, opponent: number) => 1 / (1 + 10 ** ((opponent - own) / 400));

/** A player's share of wins so far, as if one more had been won and one lost. */
const winShare = ({ wins, matches }: Past) => (wins + 1) / (matches + 2);

/** What each of them expects of the first player. */
const baselines = {
  coin: () => 0.5,
  level: (first: Past, second: Past) => elo(first.start, second.start),
  wins(first: Past, second: Past) {
    const [one, other] = [winShare(first), winShare(second)];
    return (one * (1 - other)) / (one * (1 - other) + other * (1 - one));
  },
  elo32: (first: Past, second: Past) => elo(first.elo, second.elo),
} as const;

/** How good baselines were so far: add what each expected of a match, then what came of it. */
export function createBaselines() {
  const sums = forEach(baselineNames, () => ({ losses: 0, squares: 0, named: 0 }));
  let matches = 0;
  return {
    score(first: Past, second: Past, firstWon: boolean): void {
      matches += 1;
      for (const name of baselineNames) {
        const sum = sums[name];
        const expected = baselines[name](first, second);
        const given = firstWon ? expected : 1 - expected;
        sum.losses += logLoss(expected, firstWon);
        sum.squares += (1 - given) ** 2;
        sum.named += given > 0.5 ? 1 : given === 0.5 ? 0.5 : 0;
      }
    },
    /** Their log loss and Brier score; how often the favourite of each won, half for a match without one. */
    figures(): Quality['baselines'] {
      const each = (sum: number) => (matches === 0 ? null : rounded(sum / matches));
      return forEach(baselineNames, (name) => {
        const { losses, squares, named } = sums[name];
        return { log_loss: each(losses), brier: each(squares), favourite_won: each(named) };
      });
    },
  };
}

/** Lets the baselines learn from a completed match; retired ones teach them nothing. */
export function learn(first: Past, second: Past, firstWon: boolean): void {
  const change = k * ((firstWon ? 1 : 0) - elo(first.elo, second.elo));
  first.elo += change;
  second.elo -= change;
  first.matches += 1;
  second.matches += 1;
  (firstWon ? first : second).wins += 1;
}
