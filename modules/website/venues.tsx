/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { listVenues, type VenueRecord } from '../venues/index.ts';
import { matchWords } from './match-words.ts';
import type { PagingQuery } from './paging.tsx';
import { venuesWords } from './ranking-words.ts';
import { tablePage } from './table-page.tsx';
import { type Visit, wordsFor } from './visit.ts';

/** The venues by name, with their places and courts, and with a link to the ranking of their players. */
export function venuesPage(db: Db, visit: Visit, { cursor }: PagingQuery) {
  const words = wordsFor(visit, venuesWords);
  return tablePage('venues', visit, words.none, {
    cursor,
    rows: (limit, after) => listVenues(db, {}, limit, after),
    position: ({ name, id }) => [name, id],
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
  const { indoor, outdoor } = wordsFor(visit, matchWords);
  const kinds = Map.groupBy(
    courts,
    (court) => `${visit.words.surfaces[court.surface]}, ${court.indoor ? indoor : outdoor}`,
  );
  return [...kinds].map(([kind, some]) => `${some.length} × ${kind}`);
}
