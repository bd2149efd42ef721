/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import type { QueryOf } from '../../shared/http/query.ts';
import type { pagingQuery } from './paging.tsx';
import { venuesByName } from './ranking-repository.ts';
import { venuesWords } from './ranking-words.ts';
import { tablePage } from './table-page.tsx';
import { type Visit, wordsFor } from './visit.ts';

/** The venues by name, with the way to the ranking of who plays there. */
export function venuesPage(db: Db, visit: Visit, { cursor }: QueryOf<typeof pagingQuery>) {
  const words = wordsFor(visit, venuesWords);
  return tablePage('venues', visit, words, {
    cursor,
    rows: (limit, after) => venuesByName(db, {}, limit, after),
    position: ({ name, id }) => [name, id],
    columns: [words.venue, words.district, words.players],
    row: ({ id, name, district }) => (
      <tr key={id}>
        <th scope="row">
          <bdi>{name}</bdi>
        </th>
        <td>
          <bdi>{district}</bdi>
        </td>
        <td>
          <a href={visit.to('', { venue: id })}>{words.ranking}</a>
        </td>
      </tr>
    ),
  });
}
