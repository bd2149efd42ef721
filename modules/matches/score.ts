// The score rules of a best-of-three match (rules 4).
import type { FieldError } from '../../shared/problem.ts';
import type { MatchFormat } from '../competitions/index.ts';
import type { MatchShown } from './schema.ts';

export type Pair = readonly [number, number];
export type Side = 0 | 1;
/** The part of a match's format on which its score depends. */
export type ScoreFormat = Pick<MatchFormat, 'games_per_set' | 'final_set'>;
type SetFormat = Pick<ScoreFormat, 'games_per_set'>;
export type Score = NonNullable<MatchShown['score']>;
export type SetScore = Score['sets'][number];

type Progress = 'finished' | 'unfinished' | 'unreachable';

export const setTiebreakPoints = 7;
const matchTiebreakPoints = 10;

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
      yield fault('sets/2', 'Set 3 is not played here: a match tiebreak takes its place.');
    } else {
      yield* setFaults(set, index, format, retired && isLast);
    }
  }

  if (sets.length === 1 && first !== undefined && (!retired || matchTiebreak)) {
    yield fault('sets', 'Set 2 is missing: one set decides no match.');
  } else if (sets.length === 2 && split && !retired && fullThirdSet) {
    yield fault('sets', 'Set 3 is missing: each player won one set.');
  } else if (retired && (decidedByThree || (decidedByTwo && sets.length === 2 && !matchTiebreak))) {
    yield fault('sets', 'The sets already decide the match: nobody can retire after that.');
  }

  if (fullThirdSet && score.match_tiebreak) {
    yield fault('match_tiebreak', 'A full third set is played here: leave the match tiebreak out.');
  } else if (matchTiebreak && decidedByTwo && sets.length === 2) {
    yield fault('match_tiebreak', 'The match tiebreak is one too many: the sets decide the match.');
  } else if (matchTiebreak) {
    yield* matchTiebreakFaults(matchTiebreak, retired);
  } else if (split && !retired && !fullThirdSet) {
    yield fault('match_tiebreak', 'The match tiebreak is missing: each player won one set.');
  }
}

function* setFaults(
  { games, tiebreak }: SetScore,
  index: number,
  format: ScoreFormat,
  mayBeUnfinished: boolean,
): Generator<FieldError> {
  const progress = setProgress(games, format);
  const name = `Set ${index + 1}`;
  if (progress === 'unreachable' || (progress === 'unfinished' && !mayBeUnfinished)) {
    const verb = mayBeUnfinished ? 'stand at' : 'end';
    yield fault(`sets/${index}`, `${name} can't ${verb} ${games.join('-')}: ${setRule(format)}.`);
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

function setProgress(games: Pair, { games_per_set: target }: SetFormat): Progress {
  const high = Math.max(...games);
  const low = Math.min(...games);
  const byLead = high === target && low <= target - 2;
  const byOneMoreGame = high === target + 1 && (low === target - 1 || low === target);
  if (byLead || byOneMoreGame) return 'finished';
  return high <= target ? 'unfinished' : 'unreachable';
}

function tiebreakProgress(points: Pair, target: number): Progress {
  const high = Math.max(...points);
  const lead = high - Math.min(...points);
  if (high < target || lead < 2) return 'unfinished';
  return high === target || lead === 2 ? 'finished' : 'unreachable';
}

/** The side that won a set; undefined also if the tiebreak names the other side. */
function setWinner({ games, tiebreak }: SetScore): Side | undefined {
  const winner = leader(games);
  return tiebreak && leader(tiebreak) !== winner ? undefined : winner;
}

function leader([a, b]: Pair): Side | undefined {
  if (a === b) return undefined;
  return a > b ? 0 : 1;
}

function setRule({ games_per_set: n }: ScoreFormat): string {
  const late = `at ${n + 1}-${n - 1}, or ${n + 1}-${n} by a tiebreak`;
  return `a set is won at ${n} games with a lead of 2, ${late}`;
}

function tiebreakRule(target: number): string {
  return `it is won at ${target} points with a lead of 2, or later as soon as the lead is 2`;
}

function fault(member: string, detail: string): FieldError {
  return { pointer: `#/score/${member}`, detail };
}
