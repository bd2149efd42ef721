import type { MatchShown } from '../matches/index.ts';
import type { Language } from './language.ts';

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

/** The sentence of an entry in the language. rules 1.9 */
export function sentence(_language: Language, { explanation }: Told): string {
  return explanation;
}
