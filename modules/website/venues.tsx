/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import type { QueryOf } from '../../shared/http/query.ts';
import { Page } from './page.tsx';
import { Pages, pageOfList, type pagingQuery } from './paging.tsx';
import { Columns } from './parts.tsx';
import { venuesByName } from './ranking-repository.ts';
import { venuesWords } from './ranking-words.ts';
import { type Visit, wordsFor } from './visit.ts';

const pageSize = 50;

/** The venues by name, with the way to the ranking of who plays there. */
export async function venuesPage(db: Db, visit: Visit, { cursor }: QueryOf<typeof pagingQuery>) {
  const words = wordsFor(visit, venuesWords);
  const { rows, ...pages } = await pageOfList({
    visit,
    cursor,
    size: pageSize,
    rows: (limit, after) => venuesByName(db, {}, limit, after),
    position: ({ name, id }) => [name, id],
  });
  return (
    <Page visit={visit} title={words.title}>
      <h1>{words.title}</h1>
      {rows.length === 0 && <p>{words.none}</p>}
      <table class="venues" hidden={rows.length === 0}>
        <Columns names={[words.venue, words.district, words.players]} />
        <tbody>
          {rows.map(({ id, name, district }) => (
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
          ))}
        </tbody>
      </table>
      <Pages visit={visit} page={pages} />
    </Page>
  );
}
