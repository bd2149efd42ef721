// Where a new player begins. Pure.

/** The lowest and the highest NTRP level that players can give themselves. rules 1.1 */
export const levelRange = [1.5, 5.5] as const;
const [lowestLevel] = levelRange;

/** The rating that a self-assessed NTRP level gives a new player (rules 1.1). */
export function startingRating(ntrp: number): number {
  return 1000 + (ntrp - lowestLevel) * 200;
}

/** The inverse: the level that a starting rating was given for. */
export function startingLevel(rating: number): number {
  return (rating - 1000) / 200 + lowestLevel;
}

/** The confidence of a new player, and the lowest that inactivity leads to (rules 2.1, 2.2). */
export const startingConfidence = 20;
