// Where a new player begins. Pure.

/** The rating that a self-assessed NTRP level gives a new player (rules 1.1). */
export function startingRating(ntrp: number): number {
  return 1000 + (ntrp - 1.5) * 200;
}

/** The inverse: the level that a starting rating was given for. */
export function startingLevel(rating: number): number {
  return (rating - 1000) / 200 + 1.5;
}

/** The confidence of a new player, and the lowest that inactivity leads to (rules 2.1, 2.2). */
export const startingConfidence = 20;
