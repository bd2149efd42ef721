// What is told of the quality of ratings: shares and means are null where there is nothing to take them of.
import type { confidenceGroups, gapGroups } from './groups.ts';

type Figure = number | null;

/** Matches in which the favourite was given from one share to another, how many were won, and between what. */
export type Bin = {
  readonly from: number;
  readonly to: number;
  readonly matches: number;
  readonly expected: Figure;
  readonly won: Figure;
  readonly low: number;
  readonly high: number;
};

/** How good forecasts were; `low` and `high` are 95 % intervals. */
export type Figures = {
  readonly matches: number;
  readonly favourite_won: Figure;
  readonly favourite_won_low: number;
  readonly favourite_won_high: number;
  readonly log_loss: Figure;
  readonly brier: Figure;
  readonly calibration_error: Figure;
  readonly slope: Figure;
  readonly slope_low: Figure;
  readonly slope_high: Figure;
  readonly intercept: Figure;
  readonly bins: readonly Bin[];
};

type Baseline = {
  readonly log_loss: Figure;
  readonly brier: Figure;
  readonly favourite_won: Figure;
};
export const baselineNames = ['coin', 'level', 'wins', 'elo32'] as const;

/** The pool at the latest match of a month, and what happened to it in that month. */
export type PoolMonth = {
  readonly month: string;
  readonly players: number;
  readonly mean: number;
  readonly median: number;
  readonly created: number;
  readonly destroyed: number;
  readonly floor: number;
  readonly newcomers: number;
  readonly newcomers_mean: Figure;
};

/** What the first matches of those who began at a level changed for them and for their opponents. */
type Newcomers = {
  readonly level: number;
  readonly players: number;
  readonly matches: number;
  readonly own_change: number;
  readonly others_change: number;
};

export type Pool = {
  readonly months: readonly PoolMonth[];
  readonly newcomers: readonly Newcomers[];
};

type Stronger = {
  readonly wins: number;
  readonly gain: Figure;
  readonly losses: number;
  readonly loss: Figure;
};

/** What results brought: how many wins cost points; what the stronger one gained by a win and lost by a loss. */
export type Points = {
  readonly matches: number;
  readonly wins_that_cost: number;
  readonly of_the_stronger: Readonly<Record<(typeof gapGroups)[number], Stronger>>;
};

export type Quality = Figures & {
  readonly by_confidence: Readonly<Record<(typeof confidenceGroups)[number], Figures>>;
  readonly by_gap: Readonly<Record<(typeof gapGroups)[number], Figures>>;
  readonly by_month: Readonly<Record<string, Figures>>;
  readonly baselines: Readonly<Record<(typeof baselineNames)[number], Baseline>>;
  readonly retired: number;
  readonly late: number;
  readonly apart: { readonly retired: Figures; readonly late: Figures };
  readonly points: Points;
  readonly pool: Pool;
};

/** What is kept of it for the page. */
export type Kept = Omit<Quality, 'by_month'>;
