// What happened to a rating in one sentence about the player, from the same facts as the one that the API tells the
// player. rules 1.9
import { gamesWon, type MatchShown, type Side } from '../matches/index.ts';
import { startingLevel } from '../players/index.ts';
import type { HistoryEntry } from '../ratings/index.ts';
import type { Language } from './language.ts';
import type { Facts } from './sentence-facts.ts';
import { matchInEnglish, startInEnglish } from './sentence-in-english.ts';
import { matchInPolish, startInPolish } from './sentence-in-polish.ts';

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
  /** Whose history it is; null and empty as in `nameIn`. */
  readonly player: { readonly display_name: string | null };
  readonly reason: HistoryEntry['reason']['code'];
  readonly value_before: number | null;
  readonly value_after: number;
  /** How a match was calculated; null for other entries. */
  readonly opponent_rating: number | null;
  readonly expected_score: number | null;
  readonly actual_score: number | null;
  readonly meeting?: Omit<Meeting, 'id'> | undefined;
};

/** The sentence of a match or of where a rating starts, with marks in place of the names. */
export function sentence(language: Language, told: Told): string {
  const { start, match } = {
    en: { start: startInEnglish, match: matchInEnglish },
    pl: { start: startInPolish, match: matchInPolish },
  }[language];
  if (told.reason === 'match_result') return match(factsOf(told));
  return start(startingLevel(told.value_after).toFixed(1), told.value_after);
}

function factsOf({ meeting, ...told }: Told): Facts {
  const { opponent_rating, expected_score, actual_score, value_before, value_after } = told;
  if (
    !meeting?.score ||
    opponent_rating === null ||
    expected_score === null ||
    actual_score === null
  ) {
    throw new RangeError('A match is told by its score and by what was calculated.');
  }
  const { side, status, won } = meeting;
  const [first, second] = gamesWon(meeting.score);
  return {
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
