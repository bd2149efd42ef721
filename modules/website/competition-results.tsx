/** @jsxImportSource preact */
import type { CompetitionResult, CompetitionSummary } from './competition-repository.ts';
import { dayInWords, inEach, numberInWords, percentInWords } from './language.ts';
import { Change, Columns, MatchLink, PlayerLink } from './parts.tsx';
import type { Visit } from './visit.ts';

/** What the results of a competition say. */
export const resultsWords = inEach({
  asFile: ['Results as a file for spreadsheets', 'Wyniki jako plik do arkusza'],
  tableAsFile: ['Table as a file', 'Tabela jako plik'],
  improved: ['Most improved', 'Największy postęp'],
  improvedMeaning: [
    'Who gained the most points in the matches of this competition.',
    'Najwięcej punktów zdobytych w meczach tych rozgrywek.',
  ],
  nobodyImproved: ['No player has gained points here yet.', 'Nikt jeszcze nie zdobył tu punktów.'],
  gained: ['Points', 'Punkty'],
  upsets: {
    running: ['Upsets of the last 7 days', 'Niespodzianki ostatnich 7 dni'],
    over: ['Upsets of its last 7 days of play', 'Niespodzianki ostatnich 7 dni gry'],
  },
  upsetsMeaning: [
    'The least expected wins, five at most, of players whose chance was below 35%.',
    'Najmniej spodziewane wygrane mimo szans poniżej 35%, najwyżej pięć.',
  ],
  noUpsets: [
    'None was found: an upset is a rated match of these days, won by a player whose chance was below 35%.',
    'Nie znaleziono żadnej: niespodzianka to przeliczony mecz z tych dni, wygrany mimo szans poniżej 35%.',
  ],
  chance: ['chance', 'szanse'],
  results: ['Results', 'Wyniki'],
  olderResults: ['Older results', 'Starsze wyniki'],
  noResults: ['No results yet.', 'Nie ma jeszcze wyników.'],
  winner: ['Winner', 'Wygrywa'],
  loser: ['Loser', 'Przegrywa'],
  score: ['Score', 'Wynik'],
});

type ListProps<Row> = { readonly visit: Visit; readonly rows: readonly Row[] };

/** The results day by day, as Warsaw's calendar has them. */
export function Results({ visit, rows }: ListProps<CompetitionResult>) {
  const words = resultsWords[visit.language];
  const days = Map.groupBy(rows, ({ played_at }) => dayInWords(visit.language, played_at));
  if (days.size === 0) return <p>{words.noResults}</p>;
  return (
    <table class="results" aria-label={words.results}>
      <Columns names={[words.winner, words.loser, words.score]} />
      {[...days].map(([day, ofDay]) => (
        <tbody key={day}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {day}
            </th>
          </tr>
          {ofDay.map((result) => (
            <ResultRow key={result.id} visit={visit} result={result} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

type ResultProps = { readonly visit: Visit; readonly result: CompetitionResult };

function ResultRow({ visit, result }: ResultProps) {
  const { winner_id, winner_name, winner_change, loser_id, loser_name, loser_change } = result;
  return (
    <tr>
      <td>
        <PlayerLink visit={visit} player={{ id: winner_id, display_name: winner_name }} />{' '}
        {winner_change !== null && <Change points={winner_change} />}
      </td>
      <td>
        <PlayerLink visit={visit} player={{ id: loser_id, display_name: loser_name }} />{' '}
        {loser_change !== null && <Change points={loser_change} />}
      </td>
      <td>
        <MatchLink visit={visit} match={result} side={result.first_won ? 0 : 1} />
        {result.rating_status === 'pending' && (
          <span class="beside">{visit.words.notRatedYet}</span>
        )}
      </td>
    </tr>
  );
}

/** Who gained the most points in the matches of the competition. */
export function Improved({ visit, rows }: ListProps<CompetitionSummary['improved'][number]>) {
  const words = resultsWords[visit.language];
  if (rows.length === 0) return <p>{words.nobodyImproved}</p>;
  return (
    <table class="improved">
      <caption>{words.improvedMeaning}</caption>
      <Columns names={[visit.words.player]} numbers={[words.gained, visit.words.ratedMatches]} />
      <tbody>
        {rows.map((player) => (
          <tr key={player.id}>
            <th scope="row">
              <PlayerLink visit={visit} player={player} />
            </th>
            <td class="number">
              <Change points={player.gain} />
            </td>
            <td class="number">{numberInWords(visit.language, player.matches)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Wins that were not expected, the least expected first. */
export function Upsets({ visit, rows }: ListProps<CompetitionSummary['upsets'][number]>) {
  const words = resultsWords[visit.language];
  if (rows.length === 0) return <p>{words.noUpsets}</p>;
  return (
    <table class="results">
      <caption>{words.upsetsMeaning}</caption>
      <Columns names={[words.winner, words.loser, words.score]} />
      <tbody>
        {rows.map((upset) => (
          <tr key={upset.id}>
            <td>
              <PlayerLink visit={visit} player={upset.winner} />
              <span class="beside">
                {words.chance} {percentInWords(visit.language, upset.expected_score ?? 0)}
              </span>
            </td>
            <td>
              <PlayerLink visit={visit} player={upset.loser} />
            </td>
            <td>
              <MatchLink visit={visit} match={upset} side={upset.first_won ? 0 : 1} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
