import { type Counts, createCounts, forecastsIn, logisticFit, logLoss, wilson } from './fit.ts';
import type { Bin, Figures } from './result.ts';

/** Below so many matches figures say little: people are shown intervals alone. */
export const enoughMatches = 200;

/** Forecasts of matches: of the favourite's side of each, and of both sides. */
export type Tally = { readonly favourites: Counts; readonly sides: Counts };

export function createTally(): Tally {
  return { favourites: createCounts(), sides: createCounts() };
}

/** Counts a match by what was expected of its favourite and of the other side, in thousandths. */
export function count(tally: Tally, favourite: number, other: number, favouriteWon: boolean): void {
  note(tally.favourites, favourite, favouriteWon);
  note(tally.sides, favourite, favouriteWon);
  note(tally.sides, other, !favouriteWon);
}

function note(counts: Counts, thousandths: number, cameTrue: boolean): void {
  counts.made[thousandths] = (counts.made[thousandths] ?? 0) + 1;
  if (cameTrue) counts.true[thousandths] = (counts.true[thousandths] ?? 0) + 1;
}

/** How good the forecasts were; a figure that can't be had is null. */
export function figuresOf({ favourites, sides }: Tally): Figures {
  let [matches, won, losses, squares] = [0, 0, 0, 0];
  for (const { thousandths, made, true: wins } of forecastsIn(favourites)) {
    const expected = thousandths / 1000;
    matches += made;
    won += wins;
    losses += wins * logLoss(expected, true) + (made - wins) * logLoss(expected, false);
    squares += wins * (1 - expected) ** 2 + (made - wins) * expected ** 2;
  }
  const bins = binsOf(favourites);
  const missed = bins.map((bin) => bin.matches * Math.abs((bin.won ?? 0) - (bin.expected ?? 0)));
  const [low, high] = wilson(won, matches);
  const line = logisticFit(sides);
  const each = (sum: number) => (matches === 0 ? null : rounded(sum / matches));
  return {
    matches,
    favourite_won: each(won),
    favourite_won_low: rounded(low),
    favourite_won_high: rounded(high),
    log_loss: each(losses),
    brier: each(squares),
    calibration_error: each(missed.reduce((all, one) => all + one, 0)),
    slope: line && rounded(line.slope),
    slope_low: line && rounded(line.slope - line.reach),
    slope_high: line && rounded(line.slope + line.reach),
    intercept: line && rounded(line.intercept),
    bins,
  };
}

/** Ten bins of equal width over 0.5 to 1, as shares. */
function binsOf(favourites: Counts): Bin[] {
  const bins = Array.from({ length: 10 }, (_, n) => ({
    from: 500 + 50 * n,
    made: 0,
    sum: 0,
    won: 0,
  }));
  for (const { thousandths, made, true: won } of forecastsIn(favourites)) {
    const bin = bins[Math.min(Math.floor((thousandths - 500) / 50), 9)];
    if (!bin) throw new RangeError(`${thousandths} thousandths are expected of no favourite`);
    bin.made += made;
    bin.sum += (made * thousandths) / 1000;
    bin.won += won;
  }
  return bins.map(({ from, made, sum, won }) => {
    const [low, high] = wilson(won, made);
    return {
      from: from / 1000,
      to: (from + 50) / 1000,
      matches: made,
      expected: made === 0 ? null : rounded(sum / made),
      won: made === 0 ? null : rounded(won / made),
      low: rounded(low),
      high: rounded(high),
    };
  });
}

/** To six decimals. */
export const rounded = (value: number) => Math.round(value * 1e6) / 1e6 + 0;
