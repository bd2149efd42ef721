import type { Side } from '../matches/index.ts';

/** What a rated match came to; `games` are the completed ones, a finished match tiebreak is one. */
type RatedResult =
  | { readonly status: 'completed'; readonly winner: Side }
  | { readonly status: 'retired'; readonly games: readonly [number, number] };

export const kFactors = [48, 32, 16] as const;
export type KFactor = (typeof kFactors)[number];

/** The most points that one match can move a rating of this confidence (rules 1.2). */
export function kFactor(confidence: number): KFactor {
  if (confidence < 40) return 48;
  return confidence < 70 ? 32 : 16;
}

/** The score, 0 to 1, that the two ratings predict (Elo's formula, rules 1.3), to 3 decimals. */
export function expectedScore(rating: number, opponentRating: number): number {
  return thousandths(1 / (1 + 10 ** ((opponentRating - rating) / 400))) / 1000;
}

/**
 * What one side scored, 0 to 1: the result, or after a retirement its share of the games, rounded
 * half up to 3 decimals (rules 1.4). Throws a RangeError if no game was completed.
 */
export function actualScore(side: Side, result: RatedResult): number {
  if (result.status === 'completed') return result.winner === side ? 1 : 0;
  const total = result.games[0] + result.games[1];
  if (total === 0) throw new RangeError('A retired match without a completed game has no score');
  // One division of integers, the last step before rounding, so that an exact tie stays exact.
  return Math.round((1000 * result.games[side]) / total) / 1000;
}

/**
 * The points that a match adds to `value`, to the nearest integer (rules 1.5), but never so few
 * that it would go below 0 (rules 1.6).
 */
export function ratingChange(k: number, expected: number, actual: number, value: number): number {
  const change = Math.round((k * (thousandths(actual) - thousandths(expected))) / 1000);
  return Math.max(change, -value) + 0; // + 0: JavaScript has a -0, a rating doesn't
}

function thousandths(score: number): number {
  return Math.round(score * 1000);
}
