// The score rules of a best-of-three match (rules 4).
import type { FieldError } from '../../shared/problem.ts';
import type { MatchFormat } from '../competitions/index.ts';
import type { MatchShown } from './schema.ts';
import {
  formatAdvice,
  matchTiebreakPoints,
  type Pair,
  pointsAdvice,
  proSet,
  setProgress,
  setRule,
  setTiebreakPoints,
  tiebreakProgress,
  tiebreakRule,
  unfinished,
} from './score-rules.ts';

export type Side = 0 | 1;
/** The part of a match's format on which its score depends. */
export type ScoreFormat = Pick<MatchFormat, 'games_per_set' | 'final_set'>;
type SetFormat = Pick<ScoreFormat, 'games_per_set'>;
export type Score = NonNullable<MatchShown['score']>;
export type SetScore = Score['sets'][number];

/** The part of a result that the judging of its score needs. */
type ScoredResult =
  | { readonly status: 'completed' | 'retired'; readonly score: Score }
  | { readonly status: 'walkover' };

/** Returns all faults of a result's score, in the order of the sets; a walkover has none. */
export function scoreFaults(result: ScoredResult, format: ScoreFormat): FieldError[] {
  if (result.status === 'walkover') return [];
  return [...faultsOf(result.score, format, result.status === 'retired')];
}

/**
 * Returns the side that won two sets or more, and more than the other; undefined if that is open. With a
 * format, only what is finished under it counts, so that a wrong score may leave the winner open.
 */
export function winnerOf(score: Score, format?: ScoreFormat): Side | undefined {
  const winners = format ? winnersOf(score, format) : score.sets.map(setWinner);
  const points = score.match_tiebreak;
  const counts = !format || (format.final_set === 'match_tiebreak' && isPlayedOut(points));
  if (points && counts) winners.push(leader(points));
  const won = countBySide(winners);
  return Math.max(...won) >= 2 ? leader(won) : undefined;
}

/** The score from the other player's side. */
export function swapped({ sets, match_tiebreak }: Score): Score {
  const other = ([first, second]: Pair): Pair => [second, first];
  return {
    sets: sets.map(({ games, tiebreak }) => ({
      games: other(games),
      ...(tiebreak && { tiebreak: other(tiebreak) }),
    })),
    ...(match_tiebreak && { match_tiebreak: other(match_tiebreak) }),
  };
}

/** Counts the completed games by side; a completed match tiebreak is one game (rules 1.4). */
export function gamesWon(score: Score): [number, number] {
  const won: [number, number] = [0, 0];
  for (const { games } of score.sets) {
    won[0] += games[0];
    won[1] += games[1];
  }
  const points = score.match_tiebreak;
  if (isPlayedOut(points)) won[points[0] > points[1] ? 0 : 1] += 1;
  return won;
}

/** Counts the finished sets by side; a match tiebreak that was played out is one. */
export function setsWon(score: Score, format: SetFormat): [number, number] {
  const winners = winnersOf(score, format);
  const points = score.match_tiebreak;
  if (isPlayedOut(points)) winners.push(leader(points));
  return countBySide(winners);
}

/** Who won each set; undefined for one that isn't finished, or names no winner. */
function winnersOf({ sets }: Score, format: SetFormat): (Side | undefined)[] {
  return sets.map((set) =>
    setProgress(set.games, format) === 'finished' ? setWinner(set) : undefined,
  );
}

function countBySide(winners: readonly (Side | undefined)[]): [number, number] {
  const wonBy = (side: Side) => winners.filter((winner) => winner === side).length;
  return [wonBy(0), wonBy(1)];
}

/** Whether these are the points of a match tiebreak that is over. */
export function isPlayedOut(points: Pair | undefined): points is Pair {
  return points !== undefined && tiebreakProgress(points, matchTiebreakPoints) === 'finished';
}

function* faultsOf(score: Score, format: ScoreFormat, retired: boolean): Generator<FieldError> {
  const { sets } = score;
  const fullThirdSet = format.final_set === 'full_set';
  // A match tiebreak that the format doesn't have is a fault; the rest is judged without it.
  const matchTiebreak = fullThirdSet ? undefined : score.match_tiebreak;
  const noGamePlayed = sets.every(({ games }) => Math.max(...games) === 0);
  // A wrong set has no winner here, so that no verdict on the match as a whole builds on it.
  const [first, second, third] = winnersOf(score, format);
  const split = first !== undefined && second !== undefined && first !== second;
  const decidedByTwo = first !== undefined && first === second;
  const decidedByThree = split && third !== undefined && fullThirdSet;

  for (const [index, set] of sets.entries()) {
    const isLast = index === sets.length - 1 && !matchTiebreak;
    if (index === 0 && retired && noGamePlayed) {
      yield fault('sets/0', 'No game was completed: submit the match as a walkover.');
    } else if (index === 2 && decidedByTwo) {
      yield fault('sets/2', 'Set 3 is one too many: sets 1 and 2 decide the match.');
    } else if (index === 2 && !fullThirdSet) {
      const advice = Math.max(...set.games) === 1 ? pointsAdvice : formatAdvice;
      yield fault(
        'sets/2',
        `Set 3 is not played here: a match tiebreak takes its place; ${advice}.`,
      );
    } else {
      yield* setFaults(set, index, format, { retired, isLast, isOnly: sets.length === 1 });
    }
  }

  if (sets.length === 1 && first !== undefined && (!retired || matchTiebreak)) {
    yield fault('sets', `Set 2 is missing: one set decides no match.${retired ? '' : unfinished}`);
  } else if (sets.length === 2 && split && !retired && fullThirdSet) {
    yield fault(
      'sets',
      `Set 3 is missing: each player won one set.${score.match_tiebreak ? '' : unfinished}`,
    );
  } else if (retired && (decidedByThree || (decidedByTwo && sets.length === 2 && !matchTiebreak))) {
    yield fault('sets', 'The sets already decide the match: nobody can retire after that.');
  }

  if (fullThirdSet && score.match_tiebreak) {
    yield fault(
      'match_tiebreak',
      `A full third set is played here, no match tiebreak; ${formatAdvice}.`,
    );
  } else if (matchTiebreak && decidedByTwo && sets.length === 2) {
    yield fault('match_tiebreak', 'The match tiebreak is one too many: the sets decide the match.');
  } else if (matchTiebreak) {
    yield* matchTiebreakFaults(matchTiebreak, retired);
  } else if (split && !retired && !fullThirdSet) {
    yield fault(
      'match_tiebreak',
      `The match tiebreak is missing: each player won one set.${third ? '' : unfinished}`,
    );
  }
}

function* setFaults(
  { games, tiebreak }: SetScore,
  index: number,
  format: ScoreFormat,
  { retired, isLast, isOnly }: Readonly<Record<'retired' | 'isLast' | 'isOnly', boolean>>,
): Generator<FieldError> {
  const progress = setProgress(games, format);
  const mayBeUnfinished = retired && isLast;
  const name = `Set ${index + 1}`;
  if (progress === 'unreachable' || (progress === 'unfinished' && !mayBeUnfinished)) {
    const verb = mayBeUnfinished ? 'stand at' : 'end';
    const isProSet = isOnly && Math.max(...games) >= 8;
    const advice = isProSet ? proSet : progress === 'unfinished' && isLast ? unfinished : '';
    const detail = `${name} can't ${verb} ${games.join('-')}: ${setRule(format.games_per_set)}.${advice}`;
    yield fault(`sets/${index}`, detail);
  } else if (tiebreak) {
    const detail = tiebreakFault(games, tiebreak, format);
    if (detail) yield fault(`sets/${index}/tiebreak`, `${name}: ${detail}.`);
  }
}

function tiebreakFault(games: Pair, points: Pair, format: ScoreFormat): string | undefined {
  if (format.games_per_set === 4) return 'leave the tiebreak out, a short set shows none';
  if (Math.min(...games) !== 6 || Math.max(...games) !== 7) {
    return `leave the tiebreak out, ${games.join('-')} was not ended by one`;
  }
  if (tiebreakProgress(points, setTiebreakPoints) !== 'finished') {
    return `the tiebreak can't end ${points.join('-')}, ${tiebreakRule(setTiebreakPoints)}`;
  }
  if (leader(points) !== leader(games)) return 'the winner of the tiebreak must win the set';
  return undefined;
}

function* matchTiebreakFaults(points: Pair, mayBeUnfinished: boolean): Generator<FieldError> {
  const progress = tiebreakProgress(points, matchTiebreakPoints);
  if (progress === 'finished' || (progress === 'unfinished' && mayBeUnfinished)) return;
  const verb = mayBeUnfinished ? 'stand at' : 'end';
  const rule = tiebreakRule(matchTiebreakPoints);
  yield fault('match_tiebreak', `The match tiebreak can't ${verb} ${points.join('-')}: ${rule}.`);
}

/** The side that won a set; undefined also if the tiebreak names the other side. */
function setWinner({ games, tiebreak }: SetScore): Side | undefined {
  const winner = leader(games);
  return tiebreak && leader(tiebreak) !== winner ? undefined : winner;
}

/** The side with more of them; undefined if they are even. */
export function leader([a, b]: Pair): Side | undefined {
  if (a === b) return undefined;
  return a > b ? 0 : 1;
}

function fault(member: string, detail: string): FieldError {
  return { pointer: `#/score/${member}`, detail };
}
