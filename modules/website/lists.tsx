/** @jsxImportSource preact */
// The lists of venues and of competitions.
import type { VNode } from 'preact';
import type { Db } from '../../shared/database/db.ts';
import { listCompetitions } from '../competitions/index.ts';
import { listVenues, type VenueRecord } from '../venues/index.ts';
import { competitionWords, State, seasonInWords } from './competition-facts.tsx';
import { calendarDaysInWords, inEach } from './language.ts';
import { Page } from './page.tsx';
import { type List, Pages, type PagingQuery, pageOfList } from './paging.tsx';
import { Columns } from './parts.tsx';
import type { Visit } from './visit.ts';

/** What the list of venues says. */
export const venuesWords = inEach({
  district: ['District and courts', 'Dzielnica i korty'],
  players: ['Who prefers it', 'Kto tu najchętniej gra'],
  ranking: ['Their ranking', 'Ich ranking'],
  none: ['There are no venues yet.', 'Nie ma jeszcze żadnych obiektów.'],
});

/** The competitions, the last to start first. */
export function competitionsPage(db: Db, visit: Visit, { cursor }: PagingQuery) {
  const words = competitionWords[visit.language];
  return tablePage('competitions', visit, words.none, {
    cursor,
    rows: (limit, after) => listCompetitions(db, {}, limit, after),
    position: ({ starts_on, id }) => [starts_on, id],
    between: ({ name }) => name,
    columns: [visit.words.competition, words.season, words.days, words.state],
    row: (competition) => (
      <tr key={competition.id}>
        <th scope="row">
          <a href={visit.to(`competitions/${competition.id}`)}>
            <bdi>{competition.name}</bdi>
          </a>
          <span class="beside">
            <bdi>{competition.organizer.name}</bdi>
          </span>
        </th>
        <td>
          {visit.words[competition.type]}, <bdi>{seasonInWords(visit, competition.season)}</bdi>
        </td>
        <td>{calendarDaysInWords(visit.language, competition.starts_on, competition.ends_on)}</td>
        <td>
          <State visit={visit} competition={competition} />
        </td>
      </tr>
    ),
  });
}

/** The venues by name, with their places and courts, and with a link to the ranking of their players. */
export function venuesPage(db: Db, visit: Visit, { cursor }: PagingQuery) {
  const words = venuesWords[visit.language];
  return tablePage('venues', visit, words.none, {
    cursor,
    rows: (limit, after) => listVenues(db, {}, limit, after),
    position: ({ name, id }) => [name, id],
    between: ({ name }) => name,
    columns: [visit.words.venue, words.district, words.players],
    row: ({ id, name, address, district, courts }) => (
      <tr key={id}>
        <th scope="row">
          <bdi>{name}</bdi>
          <span class="beside">
            <bdi>{address}</bdi>
          </span>
        </th>
        <td>
          <bdi>{district}</bdi>
          {courtsInWords(visit, courts).map((some) => (
            <span key={some} class="beside">
              {some}
            </span>
          ))}
        </td>
        <td>
          <a href={visit.to('', { venue: id })}>{words.ranking}</a>
        </td>
      </tr>
    ),
  });
}

/** How many courts there are of each kind: `2 × clay, outdoor`. */
function courtsInWords(visit: Visit, courts: VenueRecord['courts']): string[] {
  const { indoor, outdoor } = visit.words;
  const kinds = Map.groupBy(
    courts,
    (court) => `${visit.words.surfaces[court.surface]}, ${court.indoor ? indoor : outdoor}`,
  );
  return [...kinds].map(([kind, some]) => `${some.length} × ${kind}`);
}

type Table<Row> = Omit<List<Row>, 'visit' | 'size'> & {
  readonly columns: readonly string[];
  readonly row: (row: Row) => VNode;
};

/** A page that is a list, as a table of the class `name`; `none` is shown if it is empty. */
async function tablePage<Row>(
  name: 'competitions' | 'venues',
  visit: Visit,
  none: string,
  { columns, row, ...list }: Table<Row>,
) {
  const { rows, titleParts, ...pages } = await pageOfList({ ...list, visit, size: 50 });
  return (
    <Page visit={visit} title={[visit.words[name], ...titleParts]}>
      <h1>{visit.words[name]}</h1>
      {rows.length === 0 && !pages.first && <p>{none}</p>}
      <table class={name} aria-label={visit.words[name]} hidden={rows.length === 0}>
        <Columns names={columns} />
        <tbody>{rows.map(row)}</tbody>
      </table>
      <Pages visit={visit} page={pages} />
    </Page>
  );
}
