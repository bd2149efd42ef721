/** @jsxImportSource preact */
import type { PlayerId } from '../../shared/ids.ts';
import type { RankedPlayer } from '../ratings/index.ts';
import { dayInWords, inEach, numberInWords } from './language.ts';
import { Change, Columns, Confidence, PlayerLink } from './parts.tsx';
import { Missing, stateWords } from './state.tsx';
import type { Visit } from './visit.ts';

/** What the ranking says. */
export const rankingWords = inEach({
  about: [
    'Who is where, who climbs, and the latest results.',
    'Kto na którym miejscu, kto awansuje i najnowsze wyniki.',
  ],
  rank: ['Rank', 'Miejsce'],
  moved: ['Places in 30 days', 'Miejsca w 30 dni'],
  up: [(places: number) => `${places} up`, (places: number) => `o ${places} w górę`],
  down: [(places: number) => `${places} down`, (places: number) => `o ${places} w dół`],
  same: ['no change', 'bez zmian'],
  fresh: ['new', 'debiut'],
  matches: ['Matches', 'Mecze'],
  change: ['30 days', '30 dni'],
  last: ['Last match', 'Ostatni mecz'],
  never: ['none yet', 'jeszcze brak'],
  filters: ['Filter', 'Filtruj'],
  anywhere: ['any venue', 'dowolny obiekt'],
  anyCompetition: ['any competition', 'dowolne rozgrywki'],
  show: ['Show', 'Pokaż'],
  reset: ['Whole ranking', 'Cały ranking'],
  allVenues: ['All venues', 'Wszystkie obiekty'],
  allCompetitions: ['All competitions', 'Wszystkie rozgrywki'],
  ofCompetition: ['Players of', 'Uczestnicy rozgrywek'],
  ofVenue: ['Players who prefer', 'Najchętniej grają tutaj:'],
  found: [(part: string) => `Players found: ${part}`, (part: string) => `Znalezieni: ${part}`],
  nobody: ['Nobody was found.', 'Nikogo nie znaleziono.'],
  nobodyYet: ['Nobody is listed yet.', 'Nikogo jeszcze nie ma na liście.'],
  tryLess: [
    'A shorter part of the name finds more, such as the first name alone; accents and capitals don’t matter.',
    'Krótszy fragment imienia lub nazwiska, na przykład samo imię, znajdzie więcej osób; znaki diakrytyczne i wielkość liter nie grają roli.',
  ],
});

type Ranks = ReadonlyMap<PlayerId, number> | undefined;

type TablesProps = {
  readonly visit: Visit;
  /** By state, the ranked first. */
  readonly players: readonly RankedPlayer[];
  /** The ranks of 30 days ago, for a list that shows who has moved. */
  readonly former: Ranks;
  /** The places in the whole ranking, for those who were found by name. */
  readonly present: Ranks;
};

/** Players by rating: a table of the ranked, one of the provisional, and one of those who rest. */
export function RankingTables({ visit, players, former, present }: TablesProps) {
  const tables = Map.groupBy(players, ({ state }) => state);
  return [...tables].map(([state, listed]) => {
    const { title, meaning } = stateWords[visit.language][state];
    const isRanked = state === 'ranked';
    const table = (
      <Table key={state} {...{ visit, title, listed, former, present }} isNumbered={isRanked} />
    );
    if (isRanked) return table;
    return (
      <section key={state}>
        <h2>{title}</h2>
        <p class="quiet">{meaning}</p>
        {table}
      </section>
    );
  });
}

/** Whose players these are, in words before the name, and the path of its page if there is one. */
export type Narrowed = { readonly of: string; readonly name: string; readonly path?: string };

type NarrowingProps = { readonly visit: Visit; readonly narrowed: readonly Narrowed[] };

/** What a ranking is narrowed by, a line for each. */
export function Narrowing({ visit, narrowed }: NarrowingProps) {
  return narrowed.map(({ of, name, path }) => {
    const marked = <bdi>{name}</bdi>;
    return (
      <p key={of} class="narrowed">
        {of} {path ? <a href={visit.to(path)}>{marked}</a> : marked}
      </p>
    );
  });
}

type TableProps = Omit<TablesProps, 'players'> & {
  readonly title: string;
  readonly listed: readonly RankedPlayer[];
  readonly isNumbered: boolean;
};

function Table({ visit, title, listed, former, present, isNumbered }: TableProps) {
  const words = rankingWords[visit.language];
  const { rating, confidence, player } = visit.words;
  const isMoving = isNumbered && former !== undefined;
  return (
    <table class={isNumbered ? 'ranking numbered' : 'ranking'} aria-label={title}>
      <Columns
        names={[
          ...(isNumbered ? [<span class="hidden">{words.rank}</span>] : []),
          ...(isMoving ? [<span class="hidden">{words.moved}</span>] : []),
          player,
        ]}
        numbers={[rating, confidence, words.matches, words.change, words.last]}
      />
      <tbody>
        {listed.map((one) => (
          <Row
            key={one.id}
            {...{ visit, isNumbered }}
            player={present ? { ...one, rank: present.get(one.id) ?? null } : one}
            former={isMoving ? former : undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = {
  readonly visit: Visit;
  readonly player: RankedPlayer;
  readonly isNumbered: boolean;
  readonly former: Ranks;
};

function Row({ visit, player, isNumbered, former }: RowProps) {
  const words = rankingWords[visit.language];
  const { state, rank, value, confidence, rated_matches, change, last_rated_match_at } = player;
  return (
    <tr>
      {isNumbered && <td class="rank">{rank !== null && numberInWords(visit.language, rank)}</td>}
      {former && (
        <td class="moved">
          <Moved visit={visit} places={placesGained(former.get(player.id), rank)} />
        </td>
      )}
      <th scope="row">
        <PlayerLink visit={visit} player={player} />
        {state !== 'ranked' && (
          <span class="beside">
            <Missing visit={visit} confidence={confidence} />
          </span>
        )}
      </th>
      <td class="number value">{value}</td>
      <td class="number sure">
        <Confidence visit={visit} value={confidence} />
      </td>
      <td class="number matches" data-of={words.matches}>
        {numberInWords(visit.language, rated_matches)}
      </td>
      <td class="number gained" data-of={words.change}>
        {change === null ? <span class="quiet">–</span> : <Change points={change} />}
      </td>
      <td class="number last">
        {last_rated_match_at ? (
          dayInWords(visit.language, last_rated_match_at)
        ) : (
          <span class="quiet">{words.never}</span>
        )}
      </td>
    </tr>
  );
}

function placesGained(former: number | undefined, rank: number | null): number | undefined {
  return former === undefined || rank === null ? undefined : former - rank;
}

/** How many places somebody has gained, or lost if below 0; undefined for who had none. */
export function Moved({
  visit,
  places,
}: {
  readonly visit: Visit;
  readonly places: number | undefined;
}) {
  const words = rankingWords[visit.language];
  if (places === undefined) return <span class="quiet">{words.fresh}</span>;
  if (places === 0) {
    return (
      <span class="quiet">
        <span aria-hidden="true">–</span>
        <span class="hidden">{words.same}</span>
      </span>
    );
  }
  const size = Math.abs(places);
  return (
    <span class={`change ${places > 0 ? 'up' : 'down'}`}>
      <span aria-hidden="true">
        {places > 0 ? '▲' : '▼'}
        {size}
      </span>
      <span class="hidden">{places > 0 ? words.up(size) : words.down(size)}</span>
    </span>
  );
}
