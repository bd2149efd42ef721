/** @jsxImportSource preact */
// The lists of venues and of competitions.
import type { VNode } from 'preact';
import type { Db } from '../../shared/database/db.ts';
import { listCompetitions } from '../competitions/index.ts';
import { listVenues, type VenueRecord } from '../venues/index.ts';
import { State, seasonInWords } from './competition-parts.tsx';
import { competitionWords } from './competition-words.ts';
import { calendarDaysInWords } from './format.ts';
import { matchWords } from './match-words.ts';
import { Page } from './page.tsx';
import { type List, Pages, type PagingQuery, pageOfList } from './paging.tsx';
import { Columns } from './parts.tsx';
import { venuesWords } from './ranking-words.ts';
import type { Visit } from './visit.ts';

/** The competitions, the last to start first. */
export function competitionsPage(db: Db, visit: Visit, { cursor }: PagingQuery) {
  const words = competitionWords[visit.language];
  return tablePage('competitions', visit, words.none, {
    cursor,
    rows: (limit, after) => listCompetitions(db, {}, limit, after),
    position: ({ starts_on, id }) => [starts_on, id],
    between: ({ name }) => name,
    columns: [visit.words.competition, words.season, words.days],
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
          <bdi>{seasonInWords(visit, competition.season)}</bdi>
          <span class="beside">{visit.words[competition.type]}</span>
        </td>
        <td>
          {calendarDaysInWords(visit.language, competition.starts_on, competition.ends_on)}
          <span class="beside">
            <State visit={visit} competition={competition} />
          </span>
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
  const { indoor, outdoor } = matchWords[visit.language];
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
  const { rows, place, ...pages } = await pageOfList({ ...list, visit, size: 50 });
  return (
    <Page visit={visit} title={[visit.words[name], ...place]}>
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
