import type { MatchExplanation } from '../ratings/index.ts';

/** Stand in a sentence where the names belong, since a name may be any word of the sentence. */
export const inPlaceOf = { player: '\ufffc', opponent: '\ufffd' } as const;

/** What a sentence tells of a rated match, from one side. */
export type Facts = Omit<MatchExplanation, 'opponent_name'>;

/** Whether both were rated the same before the match. */
export const isSame = ({ opponent_rating, value_after, change }: Facts) =>
  opponent_rating === value_after - change;

/** Whoever retires may have won more games than predicted and gain points, and the other way round. */
export const isContrary = ({ won, change }: Facts) => (won ? change < 0 : change > 0);
