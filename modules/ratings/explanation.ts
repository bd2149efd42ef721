import { capitalised } from '../../shared/text.ts';

/** One player's side of a rated match; `games` are the completed ones. */
export type MatchExplanation = {
  readonly opponent_name: string;
  readonly status: 'completed' | 'retired';
  readonly won: boolean;
  readonly retired: boolean;
  readonly games: readonly [own: number, opponents: number];
} & Computed;

/** What the rules computed for that side. */
export type Computed = {
  readonly opponent_rating: number;
  readonly expected_score: number;
  readonly actual_score: number;
  readonly change: number;
  readonly value_after: number;
};

// At a gap of about 107 points: between these a match is open, beyond them one player is the favourite.
const favourite = 0.65;
const outsider = 0.35;

/** One sentence (rules 1.9) that tells the player why the match moved the rating as it did. */
export function explainMatch(match: MatchExplanation): string {
  const story = match.status === 'retired' ? retiredStory(match) : completedStory(match);
  return `${story}, ${movement(match)}.`;
}

/** One sentence that tells a new player where the rating starts, and why. */
export function explainStart(ntrp: number, value: number): string {
  return `You assessed yourself at NTRP ${ntrp.toFixed(1)}, so your rating starts at ${value}.`;
}

/** One sentence for a drop of confidence that fell due after so many days. */
export function explainInactivity(daysWithoutMatch: number, confidenceAfter: number): string {
  // "You went": still true if the drop is applied late, or with the match that ended the gap.
  return (
    `You went ${daysWithoutMatch} days without a rated match, so confidence in your rating ` +
    `dropped to ${confidenceAfter} out of 100, but the rating itself did not change.`
  );
}

/** What the expected score promised the player. */
export function outlookOf(expectedScore: number): 'favourite' | 'open' | 'outsider' {
  if (expectedScore >= favourite) return 'favourite';
  return expectedScore > outsider ? 'open' : 'outsider';
}

/** How the actual score compares with the expected one, as the change shows it. */
export function comparisonOf(computed: Computed): 'better' | 'worse' | 'alike' {
  const { change } = computed;
  if (change > 0) return 'better';
  return change < 0 || isKeptAtZero(computed) ? 'worse' : 'alike';
}

/** Whether only the floor kept the rating from falling. rules 1.6 */
export function isKeptAtZero(computed: Computed): boolean {
  const { change, value_after, actual_score, expected_score } = computed;
  return change === 0 && value_after === 0 && actual_score < expected_score;
}

/** A name as it is written in a sentence; empty if nothing in it is visible. */
export function oneLine(name: string): string {
  return name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function completedStory(match: MatchExplanation): string {
  const { won, expected_score, opponent_rating, value_after, change } = match;
  const result = `you ${won ? 'beat' : 'lost to'} ${nameOf(match)}`;
  const opponent = `whose rating of ${opponent_rating} was`;
  const outlook = outlookOf(expected_score);
  if (outlook === 'open') {
    const gap = opponent_rating - (value_after - change);
    return `${capitalised(result)}, ${opponent} ${gap === 0 ? 'the same as' : 'close to'} yours`;
  }
  const stronger = outlook === 'favourite';
  const opening = won === stronger ? 'As the ratings predicted' : 'In a surprise result';
  return `${opening}, ${result}, ${opponent} well ${stronger ? 'below' : 'above'} yours`;
}

// Whoever retires may have won more games than predicted and gain points, and the other way round.
function retiredStory(match: MatchExplanation): string {
  const { retired, games, change } = match;
  const opponent = `${nameOf(match)}, rated ${match.opponent_rating},`;
  const ending = retired ? `You retired against ${opponent}` : `You won when ${opponent} retired,`;
  const contrast = retired ? change > 0 : change < 0;
  const result = `${share(...games)} was ${comparisons[comparisonOf(match)]}`;
  return `${ending} ${contrast ? 'but' : 'and'} ${result}`;
}

function share(own: number, opponents: number): string {
  const total = own + opponents;
  if (own > 0 && opponents > 0) return `winning ${own} of the ${total} completed games`;
  const verb = own > 0 ? 'winning' : 'losing';
  if (total === 1) return `${verb} the only completed game`;
  return `${verb} ${total === 2 ? 'both' : `all ${total}`} completed games`;
}

const comparisons = {
  better: 'better than the ratings predicted',
  worse: 'worse than the ratings predicted',
  alike: 'about what the ratings predicted',
};

function movement(match: MatchExplanation): string {
  const { change, value_after } = match;
  if (isKeptAtZero(match)) return 'but your rating stayed at 0, the lowest it can be';
  if (change === 0) return `so your rating stayed at ${value_after}`;
  const size = Math.abs(change);
  const points = `${size} ${size === 1 ? 'point' : 'points'}`;
  return `so your rating ${change > 0 ? 'rose' : 'fell'} by ${points} to ${value_after}`;
}

function nameOf({ opponent_name }: MatchExplanation): string {
  return oneLine(opponent_name) || 'your opponent';
}
