// Every small score against a second opinion that plays: games one by one, points one by one,
// sets one by one. It shares no arithmetic with the rules it checks.
import { describe, expect, test } from 'bun:test';
import {
  gamesWon,
  type Score,
  type ScoreFormat,
  type SetScore,
  type Side,
  scoreFaults,
  winnerOf,
} from '../../modules/matches/score.ts';
import type { Pair } from '../../modules/matches/score-rules.ts';
import type { FieldError } from '../../shared/problem.ts';

type Status = 'completed' | 'retired';
type Played = { readonly finished: Map<string, Side>; readonly unfinished: Set<string> };

const mostPoints = 20; // beyond the largest that is tried
const sides: readonly Side[] = [0, 1];

function playTiebreak(target: number): Played {
  const played: Played = { finished: new Map(), unfinished: new Set() };
  const play = (points: Pair) => {
    const key = points.join('-');
    if (played.unfinished.has(key) || Math.max(...points) > mostPoints) return;
    played.unfinished.add(key);
    for (const side of sides) {
      const next = addOne(points, side);
      const [mine, theirs] = side === 0 ? next : [next[1], next[0]];
      if (mine >= target && mine >= theirs + 2) played.finished.set(next.join('-'), side);
      else play(next);
    }
  };
  play([0, 0]);
  return played;
}

const setTiebreak = playTiebreak(7);
const matchTiebreak = playTiebreak(10);

function playSet(gamesPerSet: 6 | 4): Played {
  const played: Played = { finished: new Map(), unfinished: new Set() };
  const play = (games: Pair) => {
    played.unfinished.add(games.join('-'));
    const isTiebreak = games[0] === gamesPerSet && games[1] === gamesPerSet;
    for (const side of sides) {
      const next = addOne(games, side);
      const [mine, theirs] = side === 0 ? next : [next[1], next[0]];
      if (isTiebreak || (mine >= gamesPerSet && mine >= theirs + 2)) {
        played.finished.set(next.join('-'), side);
        if (!isTiebreak || gamesPerSet === 4) continue; // no tiebreak points on short sets
        for (const [points, winner] of setTiebreak.finished) {
          if (winner === side) played.finished.set(`${next.join('-')}(${points})`, side);
        }
      } else play(next);
    }
  };
  play([0, 0]);
  return played;
}

const playedSets = { 6: playSet(6), 4: playSet(4) };

/** The match in its own order of play: does it come to this score, and whose is it then? */
function playMatch(score: Score, format: ScoreFormat, status: Status) {
  const sets = playedSets[format.games_per_set];
  const parts: { key: string; isSet: boolean }[] = score.sets.map((set) => ({
    key: set.games.join('-') + (set.tiebreak ? `(${set.tiebreak.join('-')})` : ''),
    isSet: true,
  }));
  if (score.match_tiebreak) parts.push({ key: score.match_tiebreak.join('-'), isSet: false });

  const won: [number, number] = [0, 0];
  let isOver = false;
  for (const [index, { key, isSet }] of parts.entries()) {
    const mustBeSet = index < 2 || (index === 2 && format.final_set === 'full_set');
    if (isOver || index > 2 || isSet !== mustBeSet) return { valid: false };
    const rules = isSet ? sets : matchTiebreak;
    const winner = rules.finished.get(key);
    if (winner === undefined) {
      const stopsHere = status === 'retired' && index === parts.length - 1;
      const aGameWasPlayed = parts.length > 1 || key !== '0-0';
      return { valid: stopsHere && aGameWasPlayed && rules.unfinished.has(key) };
    }
    won[winner] += 1;
    isOver = won[winner] === 2;
  }
  if (status === 'completed') return { valid: isOver, winner: won[0] > won[1] ? 0 : 1 };
  return { valid: !isOver || score.match_tiebreak !== undefined };
}

function addOne([a, b]: Pair, side: Side): Pair {
  return side === 0 ? [a + 1, b] : [a, b + 1];
}

function mirrored(score: Score): Score {
  const swap = ([a, b]: Pair): Pair => [b, a];
  const sets = score.sets.map(({ games, tiebreak }) =>
    tiebreak ? { games: swap(games), tiebreak: swap(tiebreak) } : { games: swap(games) },
  );
  return score.match_tiebreak ? { sets, match_tiebreak: swap(score.match_tiebreak) } : { sets };
}

function pairsUpTo(most: number): Pair[] {
  const numbers = Array.from({ length: most + 1 }, (_, n) => n);
  return numbers.flatMap((a) => numbers.map((b): Pair => [a, b]));
}

const pointersOf = (faults: readonly FieldError[]) => faults.map(({ pointer }) => pointer);

const allParts = ['sets/0', 'sets/0/tiebreak', 'sets/1', 'sets/1/tiebreak', 'sets/2']
  .concat(['sets/2/tiebreak', 'sets', 'match_tiebreak'])
  .map((part) => `#/score/${part}`);

/** What is wrong with the rules' answer to this score: nothing, if all is well. */
function disagreement(score: Score, format: ScoreFormat, status: Status): string | undefined {
  const pointers = pointersOf(scoreFaults({ status, score }, format));
  const opinion = playMatch(score, format, status);
  const mirror = mirrored(score);
  const games = gamesWon(score);
  const winner = winnerOf(score);
  const mirrorWinner = winnerOf(mirror);

  const problems = [
    (pointers.length === 0) !== opinion.valid && `valid should be ${opinion.valid}`,
    opinion.valid && status === 'completed' && winner !== opinion.winner && `winner ${winner}`,
    pointers.join() !== allParts.filter((part) => pointers.includes(part)).join() && 'order',
    pointers.join() !== pointersOf(scoreFaults({ status, score: mirror }, format)).join() &&
      'mirror: faults',
    games.join() !== gamesWon(mirror).reverse().join() && 'mirror: games',
    (winner === undefined ? mirrorWinner !== undefined : mirrorWinner !== 1 - winner) &&
      'mirror: winner',
  ].filter((problem) => problem !== false);
  if (problems.length === 0) return undefined;
  return `${JSON.stringify(score)}: ${problems.join(', ')}; faults: ${pointers.join(' ')}`;
}

function withMatchTiebreak(sets: SetScore[], points: Pair | undefined): Score {
  return points ? { sets, match_tiebreak: points } : { sets };
}

/** Matches of one to three sets with `set` at each place, among sets that are finished. */
function* around(set: SetScore, others: readonly SetScore[]): Generator<SetScore[]> {
  yield [set];
  for (const one of others) {
    yield [set, one];
    yield [one, set];
    for (const two of others) {
      yield [set, one, two];
      yield [one, set, two];
      yield [one, two, set];
    }
  }
}

/** Finished sets by length, won by either side. */
const finishedSets = {
  6: [{ games: [6, 4] }, { games: [5, 7] }, { games: [7, 6], tiebreak: [9, 7] }],
  4: [{ games: [4, 2] }, { games: [3, 5] }, { games: [5, 4] }],
} as const;

function* gamesEverywhere(format: ScoreFormat): Generator<Score> {
  const deciders: (Pair | undefined)[] = [undefined, [10, 8], [3, 10], [11, 11], [0, 0], [12, 5]];
  for (const games of pairsUpTo(9)) {
    for (const sets of around({ games }, finishedSets[format.games_per_set])) {
      for (const points of deciders) yield withMatchTiebreak(sets, points);
    }
  }
}

function* tiebreaksEverywhere(format: ScoreFormat): Generator<Score> {
  const others = finishedSets[format.games_per_set].slice(0, 2); // one of each winner
  const ends = pairsUpTo(7).filter(([a, b]) => a >= 4 && b >= 4 && Math.abs(a - b) < 3);
  for (const tiebreak of pairsUpTo(15)) {
    for (const games of ends) {
      for (const sets of around({ games, tiebreak }, others)) yield { sets };
    }
  }
}

function* matchTiebreaksEverywhere(format: ScoreFormat): Generator<Score> {
  const all: SetScore[] = [...finishedSets[format.games_per_set], { games: [3, 2] }];
  for (const points of pairsUpTo(15)) {
    for (const one of all) {
      yield withMatchTiebreak([one], points);
      for (const two of all) {
        yield withMatchTiebreak([one, two], points);
        yield withMatchTiebreak([one, two, one], points);
      }
    }
  }
}

const spaces = [
  ['every 0-0 to 9-9 as every set', gamesEverywhere, 100 * 34 * 6],
  ['every tiebreak up to 15-15 on every close set', tiebreaksEverywhere, 256 * 14 * 17],
  ['every match tiebreak up to 15-15', matchTiebreaksEverywhere, 256 * 36],
] as const;

for (const gamesPerSet of [6, 4] as const) {
  for (const finalSet of ['full_set', 'match_tiebreak'] as const) {
    const format: ScoreFormat = { games_per_set: gamesPerSet, final_set: finalSet };
    describe(`sets to ${gamesPerSet}, ${finalSet}: the rules agree with play`, () => {
      for (const status of ['completed', 'retired'] as const) {
        test.each(spaces)(`${status}: %s`, (_, scoresOf, size) => {
          const scores = [...scoresOf(format)];
          const wrong = scores.flatMap((score) => disagreement(score, format, status) ?? []);
          expect(wrong.slice(0, 5)).toEqual([]);
          expect(scores).toHaveLength(size);
        });
      }
    });
  }
}
