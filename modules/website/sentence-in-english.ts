import { comparisonOf, isKeptAtZero, outlookOf } from '../ratings/index.ts';
import { type Facts, inPlaceOf, isContrary, isSame } from './sentence-facts.ts';

const { player, opponent } = inPlaceOf;

/** Where a rating starts, and why. */
export function startInEnglish(level: string, rating: number): string {
  return `${player}’s self-assessed level is NTRP ${level}, so the rating starts at ${rating}.`;
}

/** Why a match moved a rating as it did. */
export function matchInEnglish(facts: Facts): string {
  const story = facts.status === 'completed' ? completed(facts) : retired(facts);
  return `${story}, ${movement(facts)}.`;
}

function completed(facts: Facts): string {
  const { won, expected_score, opponent_rating: rating } = facts;
  const result = `${player} ${won ? 'beat' : 'lost to'} ${opponent}, who was rated`;
  const outlook = outlookOf(expected_score);
  if (outlook === 'open') return `${result} ${isSame(facts) ? '' : 'about '}the same (${rating})`;
  const isExpected = won === (outlook === 'favourite');
  const opening = isExpected ? 'As the ratings predicted' : 'In a surprise result';
  return `${opening}, ${result} much ${outlook === 'favourite' ? 'lower' : 'higher'} (${rating})`;
}

function retired(facts: Facts): string {
  const { retired, games, opponent_rating: rating } = facts;
  const ending = retired
    ? `${player} retired against ${opponent}, who was rated ${rating},`
    : `${player} won when ${opponent}, who was rated ${rating}, retired,`;
  const comparison = {
    better: 'better than the ratings predicted',
    worse: 'worse than the ratings predicted',
    alike: 'about what the ratings predicted',
  }[comparisonOf(facts)];
  return `${ending} ${isContrary(facts) ? 'but' : 'and'} ${share(...games)} was ${comparison}`;
}

function share(own: number, others: number): string {
  const total = own + others;
  if (own > 0 && others > 0) return `winning ${own} of the ${total} completed games`;
  const verb = own > 0 ? 'winning' : 'losing';
  if (total === 1) return `${verb} the only completed game`;
  return `${verb} ${total === 2 ? 'both' : `all ${total}`} completed games`;
}

function movement(facts: Facts): string {
  const { change, value_after } = facts;
  if (isKeptAtZero(facts)) return `but ${player}’s rating stayed at 0, the lowest it can be`;
  if (change === 0) return `so ${player}’s rating stayed at ${value_after}`;
  const size = Math.abs(change);
  const points = `${size} ${size === 1 ? 'point' : 'points'}`;
  const direction = change > 0 ? 'rose' : 'fell';
  return `so ${player}’s rating ${direction} by ${points} to ${value_after}`;
}
