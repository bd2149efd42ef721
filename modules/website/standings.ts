// The table of a league: pure functions from its results.
import { compareNames } from '../../shared/names.ts';
import { gamesWon, type MatchShown, type ScoreFormat, setsWon } from '../matches/index.ts';

/** A result as the table counts it. */
export type TableResult = {
  readonly first: string;
  readonly second: string;
  readonly winner: string;
  readonly score: MatchShown['score'];
};

type Tally = ReturnType<typeof emptyTally>;

/** A player's line of the table; `winsAmongTied` are wins against those who have as many wins. */
export type TableRow = Readonly<Tally>;

/**
 * The table of a league, the first place first: by wins; then by wins in the matches among all who have
 * as many; then by the difference of sets, and of games, in all matches; then by name, and by id. A
 * walkover has no sets and games, and a retired match those that were completed. rules 13.3
 */
export function standings(
  results: readonly TableResult[],
  names: ReadonlyMap<string, string>,
  format: Pick<ScoreFormat, 'games_per_set'>,
): TableRow[] {
  const tallies = new Map<string, Tally>();
  const tallyOf = (id: string) =>
    tallies.getOrInsertComputed(id, () => emptyTally(id, names.get(id) ?? ''));
  for (const { first, second, winner, score } of results) {
    const sets = score ? setsWon(score, format) : ([0, 0] as const);
    const games = score ? gamesWon(score) : ([0, 0] as const);
    [first, second].forEach((id, side) => {
      const tally = tallyOf(id);
      tally.matches += 1;
      if (id === winner) tally.wins += 1;
      else tally.losses += 1;
      tally.sets = sum(tally.sets, side === 0 ? sets : [sets[1], sets[0]]);
      tally.games = sum(tally.games, side === 0 ? games : [games[1], games[0]]);
    });
  }
  for (const { first, second, winner } of results) {
    if (tallyOf(first).wins === tallyOf(second).wins) tallyOf(winner).winsAmongTied += 1;
  }
  return [...tallies.values()].sort(byPlace);
}

/** By how much more was won than lost. */
export function difference([won, lost]: readonly [number, number]): number {
  return won - lost;
}

/** How many pairs of the players have a result, and how many pairs there are. */
export function pairings(results: readonly Pick<TableResult, 'first' | 'second'>[]) {
  const pairs = results.map(({ first, second }) => [first, second].toSorted());
  const players = new Set(pairs.flat()).size;
  const met = new Set(pairs.map((pair) => pair.join()));
  return { met: met.size, all: (players * (players - 1)) / 2 };
}

function byPlace(one: TableRow, other: TableRow): number {
  return (
    other.wins - one.wins ||
    other.winsAmongTied - one.winsAmongTied ||
    difference(other.sets) - difference(one.sets) ||
    difference(other.games) - difference(one.games) ||
    compareNames([one.name, one.id], [other.name, other.id])
  );
}

function emptyTally(id: string, name: string) {
  const none: readonly [won: number, lost: number] = [0, 0];
  return { id, name, matches: 0, wins: 0, losses: 0, sets: none, games: none, winsAmongTied: 0 };
}

function sum([a, b]: readonly [number, number], [c, d]: readonly [number, number]) {
  return [a + c, b + d] as const;
}
