// How the parts of a written score become its sets, their tiebreaks and the match tiebreak.
import type { Cell } from '../../shared/exchange/cell.ts';
import { setLengths } from '../competitions/index.ts';
import { isPlayedOut, leader, type Score } from './score.ts';
import { type Bracket, noSet, type Part, partsOf } from './score-parts.ts';
import {
  matchTiebreakPoints,
  type Pair,
  setProgress,
  setTiebreakPoints,
  tiebreakProgress,
} from './score-rules.ts';

/** A set, and how it was written: in a bracket or in none, with a sign between its games or without. */
type WrittenSet = {
  readonly games: Pair;
  tiebreak?: Pair;
  readonly bracket: Bracket;
  readonly signed: boolean;
};

export type WrittenSets = {
  readonly score: Score;
  /** What the score can't hold: `the points of the tiebreak at 6-6 (2-0), which nobody won`. */
  readonly leftOut?: string;
};

/** The sets that a text holds; `isBroken` says whether the match was, so that its last set may be unfinished. */
export function readSets(text: string, isBroken: boolean): Cell<WrittenSets> {
  const parts = partsOf(text);
  if ('fault' in parts) return parts;
  const sets: WrittenSet[] = [];
  let decider: Pair | undefined;
  let leftOut: string | undefined;

  /** Whether a match tiebreak can come now. */
  const isSplit = () => {
    const [first, second] = sets.map(({ games }) => leader(games));
    return sets.length === 2 && first !== second && first !== undefined && second !== undefined;
  };

  function takeNumber(part: Part): string | undefined {
    const { text, first } = part;
    const last = sets.at(-1);
    const isOpen = last !== undefined && takesPoints(last, sets.length);
    const isBehind = last !== undefined && standsBehind(part, last);
    if (first.length === 2 && !isBehind) {
      const games: Pair = [Number(first[0]), Number(first[1])];
      // A short set doesn't follow one of 7-6, but 14 points do.
      const isEnd = isFinished(games, last?.games.includes(7) ? [6] : setLengths);
      const isSet = isEnd || (isBroken && setProgress(games, fullSets) !== 'unreachable');
      if (isOpen ? isEnd && !last.signed : isSet) {
        sets.push({ games, bracket: bracketRound(part), signed: false });
        return undefined;
      }
      if (isSet || !isOpen || !last.signed) return ambiguous(text);
    }
    if (!isOpen || first.length > 2) {
      return last && isBehind ? noTiebreak(text, last.games) : ambiguous(text);
    }
    const points = Number(first);
    if (isTied(last.games)) leftOut = brokenOff(last.games, first);
    else if (isOneGame(last.games)) {
      decider = wonAgainst(points, matchTiebreakPoints, last.games);
      sets.pop();
    } else last.tiebreak = wonAgainst(points, setTiebreakPoints, last.games);
    return undefined;
  }

  /** Takes points in a bracket that stands behind a set without one, or closes the score. */
  function takePoints(points: Pair, part: Part, last: WrittenSet, isLast: boolean) {
    const isOpen = takesPoints(last, sets.length);
    const isItsOwn =
      tiebreakProgress(points, setTiebreakPoints) === 'finished' &&
      leader(points) === leader(last.games);
    const mayDecide =
      part.bracket === '[' ? !isOpen || isSplit() : isSplit() && !(isOpen && isItsOwn);
    if (isLast && mayDecide && (part.bracket === '[' || isPlayedOut(points))) decider = points;
    else if (!isOpen) return noTiebreak(part.text, last.games);
    else if (isTied(last.games)) {
      if (tiebreakProgress(points, setTiebreakPoints) === 'finished')
        return unfinishedSet(part.text);
      leftOut = brokenOff(last.games, points.join('-'));
    } else if (isOneGame(last.games)) {
      if (leader(points) !== leader(last.games)) return otherWinner(part.text);
      decider = points;
      sets.pop();
    } else last.tiebreak = points;
    return undefined;
  }

  function take(part: Part, isLast: boolean): string | undefined {
    const { text, bracket, first, second } = part;
    if (decider) return `"${text}": nothing can follow the match tiebreak.`;
    if (second === undefined) return takeNumber(part);
    const games: Pair = [Number(first), Number(second)];
    const last = sets.at(-1);
    const isClosing = isLast && bracket === '[' && last?.bracket !== '[';
    if (last && (isClosing || standsBehind(part, last)))
      return takePoints(games, part, last, isLast);
    if (hasPointsInside.test(`${first}-${second}`)) return noSet(text).fault;
    sets.push({ games, bracket: bracketRound(part), signed: true });
    return undefined;
  }

  for (const [index, part] of parts.value.entries()) {
    const fault = take(part, index === parts.value.length - 1);
    if (fault !== undefined) return { fault };
  }
  const third = sets[2];
  // Many write a match tiebreak like a set, and no set reaches ten games.
  if (sets.length === 3 && third && !third.tiebreak && isPlayedOut(third.games)) {
    sets.pop();
    if (isSplit()) decider = third.games;
    else sets.push(third);
  }
  const score: Score = {
    sets: sets.map(({ games, tiebreak }) => (tiebreak ? { games, tiebreak } : { games })),
    ...(decider && { match_tiebreak: decider }),
  };
  return { value: leftOut === undefined ? { score } : { score, leftOut } };
}

const bracketRound = ({ bracket, outer }: Part) => bracket || outer;
/** Whether the part stands in a bracket of its own behind a set that has none. */
const standsBehind = ({ bracket, outer }: Part, last: WrittenSet) =>
  bracket !== '' && (outer !== '' || last.bracket === '');

const fullSets = { games_per_set: 6 } as const;
/** 7-65 and 6-75, where a sign or a bracket is missing. */
const hasPointsInside = /^(7-6|6-7)\d+$/;

const isFinished = (games: Pair, lengths: readonly (4 | 6)[] = setLengths) =>
  lengths.some((games_per_set) => setProgress(games, { games_per_set }) === 'finished');
const isTied = ([one, other]: Pair) => one === other && (one === 6 || one === 4);
/** 1-0 in place of a third set is a match tiebreak, if its points follow. */
const isOneGame = (games: Pair) => Math.max(...games) === 1 && Math.min(...games) === 0;

/** Whether points can follow the set, as the number-th one. */
function takesPoints({ games, tiebreak, signed }: WrittenSet, number: number): boolean {
  if (tiebreak) return false;
  if (isOneGame(games)) return number === 3 && signed;
  const isByTiebreak = isFinished(games) && Math.abs(games[0] - games[1]) === 1;
  return isByTiebreak || isTied(games);
}

/** A tiebreak is won at `target` points with a lead of 2, or later as soon as the lead is 2. */
function wonAgainst(points: number, target: number, games: Pair): Pair {
  const winner = Math.max(target, points + 2);
  return games[0] > games[1] ? [winner, points] : [points, winner];
}

const brokenOff = (games: Pair, points: string) =>
  `the points of the tiebreak at ${games.join('-')} (${points}), which nobody won`;

const ambiguous = (text: string) =>
  `"${text}" can be read in more than one way: write a set as 6-4, and the points of its tiebreak as 7-6(5).`;
const noTiebreak = (text: string, games: Pair) =>
  `"${text}": points can't stand behind ${games.join('-')}, but behind a set of 7-6, as in 7-6(5), or in place of a third set, as in 6-4 3-6 [10-8].`;
const unfinishedSet = (text: string) =>
  `"${text}": whoever won the tiebreak has a game more: write 7-6(5).`;
const otherWinner = (text: string) =>
  `"${text}": one player has the game and the other the points: write 1-0(8) or [10-8], or 0-1(8) or [8-10].`;
