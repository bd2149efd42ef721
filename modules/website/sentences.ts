import { gamesWon, type MatchShown } from '../matches/index.ts';
import type { Language } from './language.ts';
import { drop, type MatchTold, result, start } from './polish-sentences.ts';

/** What the sentence of an entry of the history is made of. */
export type Told = {
  readonly reason: 'initial_assessment' | 'match_result' | 'inactivity';
  /** The sentence as it is stored, in English. */
  readonly explanation: string;
  readonly value_before: number | null;
  readonly value_after: number;
  readonly confidence_after: number;
  /** Of a match: how it was calculated, whom it was against, and from which side it is told. */
  readonly match?: {
    readonly opponent_name: string;
    readonly opponent_rating: number;
    readonly expected_score: number;
    readonly actual_score: number;
    readonly status: MatchShown['status'];
    readonly score: MatchShown['score'];
    readonly side: 0 | 1;
    readonly won: boolean;
    readonly retired: boolean;
  };
};

/** The sentence of an entry in the language; the English one is the stored one. rules 1.9 */
export function sentence(language: Language, told: Told): string {
  return language === 'en' ? told.explanation : inPolish(told);
}

function inPolish({ reason, explanation, match, ...told }: Told): string {
  if (reason === 'initial_assessment') return start(told.value_after);
  if (reason === 'inactivity') return drop(explanation, told.confidence_after);
  if (!match?.score) throw new RangeError('A match is told by its score.');
  return result(matchOf(match, match.score, told));
}

function matchOf(
  match: NonNullable<Told['match']>,
  score: NonNullable<MatchShown['score']>,
  { value_before, value_after }: Pick<Told, 'value_before' | 'value_after'>,
): MatchTold {
  const [first, second] = gamesWon(score);
  return {
    opponentName: match.opponent_name,
    opponentRating: match.opponent_rating,
    isCompleted: match.status === 'completed',
    won: match.won,
    games: match.side === 0 ? [first, second] : [second, first],
    expectedScore: match.expected_score,
    actualScore: match.actual_score,
    change: value_after - (value_before ?? value_after),
    valueAfter: value_after,
  };
}
