import { gamesWon, type MatchShown } from '../matches/index.ts';
import { explainMatch, type MatchExplanation } from '../ratings/index.ts';
import type { Language } from './language.ts';
import { drop, result, start } from './polish-sentences.ts';
import { nameIn } from './words.ts';

/** A match from a player's side. */
export type Meeting = {
  readonly id: string;
  readonly opponent: { readonly id: string; readonly display_name: string | null };
  readonly status: MatchShown['status'];
  readonly score: MatchShown['score'];
  readonly side: 0 | 1;
  readonly won: boolean;
};

/** What the sentence of an entry of the history is made of. */
export type Told = {
  readonly reason: 'initial_assessment' | 'match_result' | 'inactivity';
  /** The sentence as it is stored, in English. */
  readonly explanation: string;
  readonly value_before: number | null;
  readonly value_after: number;
  readonly confidence_after: number;
  /** For a match: how it was calculated, whom it was against, and from which side it is told. */
  readonly match?: Omit<Meeting, 'id'> & {
    readonly opponent_rating: number;
    readonly expected_score: number;
    readonly actual_score: number;
  };
};

/**
 * The sentence of an entry in the language, with the name that the opponent has today. For a match it is made
 * from the facts, in English in the same way as the stored one. rules 1.9
 */
export function sentence(language: Language, told: Told): string {
  const { reason, explanation, match, value_after } = told;
  if (reason === 'match_result') {
    if (!match?.score) throw new RangeError('A match is told by its score.');
    const facts = factsOf(language, match, match.score, told);
    return language === 'en' ? explainMatch(facts) : result(facts);
  }
  if (language === 'en') return explanation;
  return reason === 'inactivity' ? drop(explanation, told.confidence_after) : start(value_after);
}

function factsOf(
  language: Language,
  match: NonNullable<Told['match']>,
  score: NonNullable<MatchShown['score']>,
  { value_before, value_after }: Pick<Told, 'value_before' | 'value_after'>,
): MatchExplanation {
  const [first, second] = gamesWon(score);
  return {
    opponentName: nameIn(language, match.opponent.display_name),
    opponentRating: match.opponent_rating,
    status: match.status === 'retired' ? 'retired' : 'completed',
    won: match.won,
    retired: match.status === 'retired' && !match.won,
    games: match.side === 0 ? [first, second] : [second, first],
    expectedScore: match.expected_score,
    actualScore: match.actual_score,
    change: value_after - (value_before ?? value_after),
    valueAfter: value_after,
  };
}
