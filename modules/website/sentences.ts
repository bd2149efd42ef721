import { gamesWon, type MatchShown, type Side } from '../matches/index.ts';
import { explainMatch, type HistoryEntry, type MatchExplanation } from '../ratings/index.ts';
import type { Language } from './language.ts';
import { drop, result, start } from './polish-sentences.ts';
import { nameIn } from './words.ts';

/** A match from a player's side. */
export type Meeting = {
  readonly id: string;
  readonly opponent: { readonly id: string; readonly display_name: string | null };
  readonly status: MatchShown['status'];
  readonly score: MatchShown['score'];
  readonly side: Side;
  readonly won: boolean;
};

/** What the sentence of an entry of the history is made of. */
export type Told = {
  readonly reason: HistoryEntry['reason']['code'];
  /** The sentence as it is stored, in English. */
  readonly explanation: string;
  /** How long there had been no rated match; null for what is no drop. */
  readonly inactive_days: number | null;
  readonly value_before: number | null;
  readonly value_after: number;
  readonly confidence_after: number;
  /** How a match was calculated; null for other entries. */
  readonly opponent_rating: number | null;
  readonly expected_score: number | null;
  readonly actual_score: number | null;
  readonly meeting?: Omit<Meeting, 'id'> | undefined;
};

/**
 * The sentence of an entry in the language, with the name that the opponent has today. For a match it is made
 * from the facts, in English in the same way as the stored one. rules 1.9
 */
export function sentence(language: Language, told: Told): string {
  const { reason, explanation, inactive_days, value_after, confidence_after } = told;
  if (reason === 'match_result') {
    const facts = factsOf(language, told);
    return language === 'en' ? explainMatch(facts) : result(facts);
  }
  if (language === 'en') return explanation;
  return inactive_days === null ? start(value_after) : drop(inactive_days, confidence_after);
}

function factsOf(language: Language, { meeting, ...told }: Told): MatchExplanation {
  const { opponent_rating, expected_score, actual_score, value_before, value_after } = told;
  if (
    !meeting?.score ||
    opponent_rating === null ||
    expected_score === null ||
    actual_score === null
  ) {
    throw new RangeError('A match is told by its score and by what was calculated.');
  }
  const { opponent, side, status, won } = meeting;
  const [first, second] = gamesWon(meeting.score);
  return {
    opponent_name: nameIn(language, opponent.display_name),
    opponent_rating,
    status: status === 'retired' ? 'retired' : 'completed',
    won,
    retired: status === 'retired' && !won,
    games: side === 0 ? [first, second] : [second, first],
    expected_score,
    actual_score,
    change: value_after - (value_before ?? value_after),
    value_after,
  };
}
