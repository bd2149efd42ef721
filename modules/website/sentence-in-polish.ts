// Names stay as they are given, and nobody's gender is guessed: no form that would tell it is used.
import { comparisonOf, isKeptAtZero, outlookOf } from '../ratings/index.ts';
import { formFor } from './language.ts';
import { type Facts, inPlaceOf, isContrary, isSame } from './sentence-facts.ts';

const { player, opponent } = inPlaceOf;

/** Where a rating starts, and why. */
export function startInPolish(level: string, rating: number): string {
  return `${player} zaczyna od ${rating} punktów: tyle odpowiada poziomowi gry NTRP ${level.replace('.', ',')} z samooceny.`;
}

/** Why a match moved a rating as it did. */
export function matchInPolish(facts: Facts): string {
  const story = facts.status === 'completed' ? completed(facts) : retired(facts);
  return `${story}, ${movement(facts)}.`;
}

function completed(facts: Facts): string {
  const { won, expected_score, opponent_rating: rating } = facts;
  const outlook = outlookOf(expected_score);
  const result = `${player} ${won ? 'wygrywa' : 'przegrywa'}: po drugiej stronie siatki ${opponent}`;
  if (outlook === 'open') {
    return `${result} z ${isSame(facts) ? 'tą samą' : 'podobną'} liczbą punktów (${rating})`;
  }
  const isExpected = won === (outlook === 'favourite');
  const opening = isExpected ? 'Zgodnie z przewidywaniami' : 'Niespodziewanie';
  const size = outlook === 'favourite' ? 'mniejszą' : 'większą';
  return `${opening} ${result} ze znacznie ${size} liczbą punktów (${rating})`;
}

function retired(facts: Facts): string {
  const { retired, games, opponent_rating } = facts;
  const ending = retired ? 'kreczuje' : 'wygrywa przez krecz';
  const comparison = {
    better: 'wynik lepszy od przewidywanego',
    worse: 'wynik gorszy od przewidywanego',
    alike: 'wynik zgodny z przewidywaniami',
  }[comparisonOf(facts)];
  const result = `${isContrary(facts) ? 'ale' : 'a'} ${share(...games)} to ${comparison}`;
  const other = `po drugiej stronie siatki ${opponent} (${inPoints(opponent_rating)})`;
  return `${player} ${ending}: ${other}, ${result}`;
}

function share(own: number, others: number): string {
  const total = own + others;
  if (own > 0 && others > 0) return `wygranie ${own} z ${total} ukończonych gemów`;
  const verb = own > 0 ? 'wygranie' : 'przegranie';
  if (total === 1) return `${verb} jedynego ukończonego gema`;
  return `${verb} ${total === 2 ? 'obu' : `wszystkich ${total}`} ukończonych gemów`;
}

const points = { one: 'punkt', few: 'punkty', many: 'punktów', other: 'punktu' };
const inPoints = (number: number) => `${number} ${formFor('pl', number, points)}`;

function movement(facts: Facts): string {
  const { change, value_after } = facts;
  if (isKeptAtZero(facts)) return `ale ${player} nadal ma 0 punktów, bo mniej mieć nie można`;
  if (change === 0) return `więc ${player} nadal ma ${inPoints(value_after)}`;
  const verb = change > 0 ? 'zyskuje' : 'traci';
  return `więc ${player} ${verb} ${inPoints(Math.abs(change))} i ma ${value_after}`;
}
