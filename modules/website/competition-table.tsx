/** @jsxImportSource preact */
import { compareNames } from '../../shared/names.ts';
import { gamesWon, type MatchShown, type ScoreFormat, setsWon } from '../matches/index.ts';
import { erasedName } from '../ratings/index.ts';
import type { CompetitionSummary } from './competition-repository.ts';
import { inEach, signed } from './language.ts';
import { NumberColumn, PlayerLink } from './parts.tsx';
import type { Visit } from './visit.ts';

/** What the table of a league says. */
export const tableWords = inEach({
  table: ['Table', 'Tabela'],
  furtherPlaces: ['Table, further places', 'Tabela, dalsze miejsca'],
  place: ['Place', 'Miejsce'],
  matches: { long: ['Played', 'Mecze'], short: ['P', 'M'] },
  wonAndLost: { long: ['Won–lost', 'Bilans'], short: ['W–L', 'Z–P'] },
  setsWon: ['Sets ±', 'Sety ±'],
  gamesWon: ['Games ±', 'Gemy ±'],
  howOrdered: ['How the order comes about', 'Skąd taka kolejność'],
  order: [
    'The order is by wins; if equal, by wins in the matches among those who are tied; then by the difference of sets, then of games, in all matches; then by name.',
    'O kolejności decydują zwycięstwa; przy równej ich liczbie – zwycięstwa w meczach między wszystkimi, którzy mają ich tyle samo; potem różnica setów, a następnie gemów we wszystkich meczach; na końcu – porządek alfabetyczny.',
  ],
  counting: [
    'A walkover is a win without sets and games. Where a player retired, the other one won, with the sets and games that were completed. A match tiebreak counts as one set and one game. Results that wait for their rating count.',
    'Walkower to zwycięstwo bez setów i gemów. Mecz przerwany kreczem wygrywa druga strona, a liczą się ukończone sety i gemy. Super tie-break liczy się jako jeden set i jeden gem. Wyniki, które czekają na przeliczenie, są już wliczone.',
  ],
  nextPlaces: ['Next places', 'Dalsze miejsca'],
});

/** How many places a page has. */
const mostPlaces = 50;

type Props = {
  readonly visit: Visit;
  readonly competition: CompetitionSummary;
  /** The first place on the page. */
  readonly from: number;
};

/** The rows of a league's table, the first place first, with the names as they are shown. rules 13.3 */
export function leagueRows(competition: CompetitionSummary) {
  const shown = new Map<string, string | null>(
    competition.players.map(({ id, display_name }) => [id, display_name]),
  );
  // The same in each language, so that nobody's place depends on the visitor's language.
  const names = new Map([...shown].map(([id, name]) => [id, name ?? erasedName]));
  return standings(competition.results, names, competition).map((row) => ({
    ...row,
    display_name: shown.get(row.id) ?? null,
  }));
}

/** The table of a league, from a place on, and how its order comes about. */
export function LeagueTable({ visit, competition, from }: Props) {
  const words = tableWords[visit.language];
  const rows = leagueRows(competition);
  const next = from + mostPlaces;
  return (
    <>
      <table class="standings" aria-label={words.table}>
        <thead>
          <tr>
            <NumberColumn>
              <span class="hidden">{words.place}</span>
            </NumberColumn>
            <th scope="col">{visit.words.player}</th>
            {[words.matches, words.wonAndLost].map(({ long, short }) => (
              <NumberColumn key={long}>
                <span class="long">{long}</span>
                <span class="short" aria-hidden="true">
                  {short}
                </span>
              </NumberColumn>
            ))}
            <NumberColumn>{words.setsWon}</NumberColumn>
            <th scope="col" class="number wide">
              {words.gamesWon}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(from - 1, next - 1).map(({ id, display_name, ...row }, index) => (
            <tr key={id}>
              <td class="number">{from + index}</td>
              <th scope="row">
                <PlayerLink visit={visit} player={{ id, display_name: display_name }} />
              </th>
              <td class="number">{row.matches}</td>
              <td class="number">
                {row.wins}–{row.losses}
              </td>
              <td class="number">
                <WonAndLost counts={row.sets} />
              </td>
              <td class="number wide">
                <WonAndLost counts={row.games} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length >= next && (
        <p>
          <a href={visit.to(visit.path, { from: next })}>{words.nextPlaces}</a>
        </p>
      )}
      <details class="quiet">
        <summary>{words.howOrdered}</summary>
        <p>{words.order}</p>
        <p>{words.counting}</p>
      </details>
    </>
  );
}

/** How many were won and lost, where there is room for it, and the difference. */
function WonAndLost({ counts }: { readonly counts: TableRow['sets'] }) {
  return (
    <>
      <span class="wide">{counts.join('–')} </span>
      <span class="beside">{signed(difference(counts))}</span>
    </>
  );
}

/** A result as the table counts it. */
export type TableResult = {
  readonly first: string;
  readonly second: string;
  readonly winner: string;
  readonly score: MatchShown['score'];
};

type Tally = ReturnType<typeof emptyTally>;

/** A player's line of the table; `winsAmongTied` are wins against those who have as many wins. */
type TableRow = Readonly<Tally>;

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
