import { capitalised } from '../../shared/text.ts';
import { gamesWon, type MatchShown, type Side } from '../matches/index.ts';
import { startingLevel } from '../players/index.ts';
import {
  comparisonOf,
  daysUntilDrop,
  explainMatch,
  type HistoryEntry,
  isKeptAtZero,
  type MatchExplanation,
  oneLine,
  outlookOf,
} from '../ratings/index.ts';
import { formFor, type Language, nameIn } from './language.ts';

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
  /** How many drops there had been since the last rated match, with this one. */
  readonly drops_applied: number;
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
  const { reason, explanation, drops_applied, value_after, confidence_after } = told;
  if (reason === 'match_result') {
    const facts = factsOf(language, told);
    return language === 'en' ? explainMatch(facts) : resultInPolish(facts);
  }
  if (language === 'en') return explanation;
  return reason === 'initial_assessment'
    ? startInPolish(value_after)
    : dropInPolish(daysUntilDrop(drops_applied), confidence_after);
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

// The sentences of the history in Polish. Names stay as they are given, and nobody's gender is guessed:
// nouns replace the words that would tell it.

/** Where a rating starts, and why. */
function startInPolish(rating: number): string {
  const level = startingLevel(rating).toFixed(1).replace('.', ',');
  return `Poziom gry z samooceny to NTRP ${level}, więc Twój ranking zaczyna się od ${rating}.`;
}

/** A drop of confidence after so many days. */
function dropInPolish(days: number, confidence: number): string {
  const fall = `pewność Twojego rankingu spadła do ${confidence} na 100`;
  return `Po ${days} dniach bez meczu rankingowego ${fall}, ale sam ranking się nie zmienił.`;
}

/** Why a match moved a rating as it did. */
function resultInPolish(match: MatchExplanation): string {
  const { status, opponent_name, opponent_rating } = match;
  const name = oneLine(opponent_name);
  const opponent = `po drugiej stronie siatki ${name || 'ktoś'} z rankingiem ${opponent_rating}`;
  const [ending, rest] = status === 'completed' ? completed(match) : retired(match);
  return `${ending}: ${opponent}, ${rest}, ${movement(match)}.`;
}

function completed(match: MatchExplanation) {
  const { won, expected_score, opponent_rating, value_after, change } = match;
  const outlook = outlookOf(expected_score);
  const ending = won ? 'wygrana' : 'porażka';
  if (outlook === 'open') {
    const isSame = opponent_rating === value_after - change;
    const rest = isSame ? 'takim samym jak Twój' : 'zbliżonym do Twojego';
    return [capitalised(ending), rest];
  }
  const isPredicted = won === (outlook === 'favourite');
  return [
    isPredicted ? `${capitalised(ending)} zgodna z przewidywaniami` : `Niespodziewana ${ending}`,
    `znacznie ${outlook === 'favourite' ? 'niższym' : 'wyższym'} od Twojego`,
  ];
}

const comparisons = {
  better: 'wynik lepszy od przewidywanego',
  worse: 'wynik gorszy od przewidywanego',
  alike: 'wynik zgodny z przewidywaniami',
};

function retired(match: MatchExplanation) {
  const { won, change, games } = match;
  const contrast = won ? change < 0 : change > 0;
  return [
    won ? 'Wygrana przez krecz' : 'Twój krecz',
    `${contrast ? 'ale' : 'a'} ${share(...games)} to ${comparisons[comparisonOf(match)]}`,
  ];
}

function share(own: number, opponents: number): string {
  const total = own + opponents;
  if (own > 0 && opponents > 0) return `wygranie ${own} z ${total} ukończonych gemów`;
  const verb = own > 0 ? 'wygranie' : 'przegranie';
  if (total === 1) return `${verb} jedynego ukończonego gema`;
  return `${verb} ${total === 2 ? 'obu' : `wszystkich ${total}`} ukończonych gemów`;
}

const points = { one: 'punkt', few: 'punkty', many: 'punktów', other: 'punktu' };

function movement(match: MatchExplanation): string {
  const { change, value_after } = match;
  if (isKeptAtZero(match)) return 'ale Twój ranking pozostał równy 0, bo niżej spaść nie może';
  if (change === 0) return `więc Twój ranking nadal wynosi ${value_after}`;
  const size = Math.abs(change);
  const direction = change > 0 ? 'wzrósł' : 'spadł';
  return `więc Twój ranking ${direction} o ${size} ${formFor('pl', size, points)}, do ${value_after}`;
}
