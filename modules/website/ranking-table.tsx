/** @jsxImportSource preact */
import type { RankedPlayer } from '../ratings/index.ts';
import { dayInWords, inEach, numberInWords } from './language.ts';
import { Change, Confidence, NumberColumn, PlayerLink } from './parts.tsx';
import type { Visit } from './visit.ts';

/** What the ranking says. */
export const rankingWords = inEach({
  rank: ['Rank', 'Miejsce'],
  matches: ['Matches', 'Mecze'],
  change: ['Last 30 days', 'Ostatnie 30 dni'],
  last: ['Last match', 'Ostatni mecz'],
  ranked: [
    'Everybody who has played a rated match within the last 365 days, by rating.',
    'Osoby z meczem rankingowym w ciągu ostatnich 365 dni, od najwyższego rankingu.',
  ],
  everybody: [
    'Everybody by rating, including those who have not played within the last 365 days.',
    'Wszyscy, od najwyższego rankingu, także osoby bez meczu w ciągu ostatnich 365 dni.',
  ],
  found: [
    'Players with this in their name, by rating.',
    'Znalezione osoby, od najwyższego rankingu.',
  ],
  unranked: ['not ranked', 'poza rankingiem'],
  never: ['none yet', 'jeszcze brak'],
  filters: ['Search', 'Szukaj'],
  name: ['Name, or a part of it', 'Imię, nazwisko lub ich część'],
  anywhere: ['any venue', 'dowolny obiekt'],
  anyCompetition: ['any competition', 'dowolne rozgrywki'],
  activity: ['Activity', 'Aktywność'],
  active: ['ranked only', 'tylko w rankingu'],
  all: ['everybody', 'wszyscy'],
  show: ['Show', 'Pokaż'],
  reset: ['Whole ranking', 'Cały ranking'],
  allVenues: ['All venues', 'Wszystkie obiekty'],
  allCompetitions: ['All competitions', 'Wszystkie rozgrywki'],
  ofCompetition: ['Players of', 'Uczestnicy rozgrywek'],
  ofVenue: ['Players who prefer', 'Najchętniej grają tutaj:'],
  nobody: ['Nobody was found.', 'Nikogo nie znaleziono.'],
  nobodyYet: ['There are no players yet.', 'Nie ma jeszcze żadnych graczy.'],
  nobodyRanked: [
    'Nobody is ranked: that takes a rated match within the last 365 days.',
    'W rankingu nikogo nie ma: żeby się w nim znaleźć, trzeba rozegrać mecz rankingowy w ciągu ostatnich 365 dni.',
  ],
  tryLess: [
    'A shorter part of the name finds more, such as the first name alone; accents and capitals don’t matter.',
    'Krótszy fragment imienia lub nazwiska, na przykład samo imię, znajdzie więcej osób; znaki diakrytyczne i wielkość liter nie grają roli.',
  ],
  tryAll: [
    'Search everybody, even those who have not played for a year',
    'Szukaj wśród wszystkich, także tych bez meczu od roku',
  ],
  tryWhole: ['Go back to the whole ranking', 'Wróć do całego rankingu'],
});

type TableProps = {
  readonly visit: Visit;
  readonly players: readonly RankedPlayer[];
  /** Who is listed; only ranked players have places. */
  readonly listed: 'ranked' | 'everybody' | 'found';
  /** The competition and venue whose players these are. */
  readonly narrowed: readonly Narrowed[];
};

/** Whose players these are, in words before the name, and the path of its page if there is one. */
export type Narrowed = { readonly of: string; readonly name: string; readonly path?: string };

/** Players by rating. */
export function RankingTable({ visit, players, listed, narrowed }: TableProps) {
  const words = rankingWords[visit.language];
  const isNumbered = listed === 'ranked';
  return (
    <table class="ranking">
      <caption>
        {words[listed]}
        <Narrowing {...{ visit, narrowed }} />
      </caption>
      <thead>
        <tr>
          {isNumbered && <NumberColumn>{words.rank}</NumberColumn>}
          <th scope="col">{visit.words.player}</th>
          <NumberColumn>{visit.words.rating}</NumberColumn>
          <th scope="col">{visit.words.confidence}</th>
          <NumberColumn>{words.matches}</NumberColumn>
          <NumberColumn>{words.change}</NumberColumn>
          <NumberColumn>{words.last}</NumberColumn>
        </tr>
      </thead>
      <tbody>
        {players.map((player) => (
          <Row key={player.id} {...{ visit, player, isNumbered }} />
        ))}
      </tbody>
    </table>
  );
}

/** What a ranking is narrowed by, a line for each. */
export function Narrowing({ visit, narrowed }: Pick<TableProps, 'visit' | 'narrowed'>) {
  return narrowed.map(({ of, name, path }) => {
    const marked = <bdi>{name}</bdi>;
    return (
      <span key={of} class="narrowed">
        {of} {path ? <a href={visit.to(path)}>{marked}</a> : marked}
      </span>
    );
  });
}

type RowProps = {
  readonly visit: Visit;
  readonly player: RankedPlayer;
  readonly isNumbered: boolean;
};

function Row({ visit, player, isNumbered }: RowProps) {
  const words = rankingWords[visit.language];
  const { value, confidence, rated_matches, change, last_rated_match_at } = player;
  return (
    <tr>
      {isNumbered && <td class="number rank">{numberInWords(visit.language, player.rank)}</td>}
      <th scope="row">
        <PlayerLink visit={visit} player={player} />
        {!player.is_ranked && <span class="beside">{words.unranked}</span>}
      </th>
      <td class="number value">{value}</td>
      <td class="sure">
        <Confidence visit={visit} value={confidence} />
      </td>
      <td class="number" data-of={words.matches}>
        {numberInWords(visit.language, rated_matches)}
      </td>
      <td class="number" data-of={words.change}>
        {change === null ? <span class="quiet">–</span> : <Change points={change} />}
      </td>
      <td class="number" data-of={words.last}>
        {last_rated_match_at ? (
          dayInWords(visit.language, last_rated_match_at)
        ) : (
          <span class="quiet">{words.never}</span>
        )}
      </td>
    </tr>
  );
}
