// Where a new player begins. Pure.

/** The NTRP levels that players can give themselves, in steps of half a level. rules 1.1 */
export const lowestLevel = 1.5;
export const highestLevel = 5.5;

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
