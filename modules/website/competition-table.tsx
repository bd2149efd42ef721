/** @jsxImportSource preact */
import { erasedName } from '../ratings/index.ts';
import type { CompetitionSummary } from './competition-repository.ts';
import { competitionWords } from './competition-words.ts';
import { signed } from './format.ts';
import { NumberColumn, PlayerLink } from './parts.tsx';
import { difference, standings, type TableRow } from './standings.ts';
import type { Visit } from './visit.ts';

/** How many places are shown at once. */
const placesShown = 50;

type Props = {
  readonly visit: Visit;
  readonly competition: CompetitionSummary;
  /** The first place that is shown. */
  readonly from: number;
};

/** The table of a league, from a place on, and how its order comes about. */
export function LeagueTable({ visit, competition, from }: Props) {
  const words = competitionWords[visit.language];
  const shown = new Map<string, string | null>(
    competition.players.map(({ id, display_name }) => [id, display_name]),
  );
  // The same in each language, so that nobody's place depends on the visitor's language.
  const names = new Map([...shown].map(([id, name]) => [id, name ?? erasedName]));
  const rows = standings(competition.results, names, competition);
  const next = from + placesShown;
  return (
    <>
      <table class="standings" aria-label={words.table}>
        <thead>
          <tr>
            <NumberColumn>
              <span class="hidden">{words.place}</span>
            </NumberColumn>
            <th scope="col">{visit.words.player}</th>
            {[words.matches, words.wins, words.losses].map(({ long, short }) => (
              <NumberColumn key={long}>
                <span class="long">{long}</span>
                <span class="short" aria-hidden="true">
                  {short}
                </span>
              </NumberColumn>
            ))}
            <NumberColumn>{words.setsWon}</NumberColumn>
            <NumberColumn>{words.gamesWon}</NumberColumn>
          </tr>
        </thead>
        <tbody>
          {rows.slice(from - 1, next - 1).map(({ id, ...row }, index) => (
            <tr key={id}>
              <td class="number">{from + index}</td>
              <th scope="row">
                <PlayerLink visit={visit} player={{ id, display_name: shown.get(id) ?? null }} />
              </th>
              <td class="number">{row.matches}</td>
              <td class="number">{row.wins}</td>
              <td class="number">{row.losses}</td>
              <WonAndLost counts={row.sets} />
              <WonAndLost counts={row.games} />
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length >= next && (
        <p>
          <a href={visit.to(visit.path, { from: next })}>{words.nextPlaces}</a>
        </p>
      )}
      <p class="quiet">{words.order}</p>
      <p class="quiet">{words.counting}</p>
    </>
  );
}

function WonAndLost({ counts }: { readonly counts: TableRow['sets'] }) {
  return (
    <td class="number">
      {counts.join('–')} <span class="beside">{signed(difference(counts))}</span>
    </td>
  );
}
