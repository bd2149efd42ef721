// The sentences of the history in Polish. Names stay as they are given, and nobody's gender is guessed:
// nouns replace the words that would tell it.
import { capitalised } from '../../shared/text.ts';
import { startingLevel } from '../players/index.ts';
import {
  comparisonOf,
  isKeptAtZero,
  type MatchExplanation,
  oneLine,
  outlookOf,
} from '../ratings/index.ts';
import { formFor } from './format.ts';

/** Where a rating starts, and why. */
export function start(rating: number): string {
  const level = startingLevel(rating).toFixed(1).replace('.', ',');
  return `Poziom gry z samooceny to NTRP ${level}, więc Twój ranking zaczyna się od ${rating}.`;
}

/** A drop of confidence after so many days. */
export function drop(days: number, confidence: number): string {
  const fall = `pewność Twojego rankingu spadła do ${confidence} na 100`;
  return `Po ${days} dniach bez meczu rankingowego ${fall}, ale sam ranking się nie zmienił.`;
}

/** Why a match moved a rating as it did. */
export function result(match: MatchExplanation): string {
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
