/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import type { QueryOf } from '../../shared/http/query.ts';
import { Days, State, seasonInWords } from './competition-parts.tsx';
import { startedCompetitions } from './competition-repository.ts';
import { competitionWords } from './competition-words.ts';
import { Page } from './page.tsx';
import { Pages, pageOfList, type pagingQuery } from './paging.tsx';
import { Columns } from './parts.tsx';
import { type Visit, wordsFor } from './visit.ts';
import { siteWords } from './words.ts';

const pageSize = 50;

/** The competitions, the last to start first. */
export async function competitionsPage(
  db: Db,
  visit: Visit,
  { cursor }: QueryOf<typeof pagingQuery>,
) {
  const words = wordsFor(visit, competitionWords);
  const site = wordsFor(visit, siteWords);
  const { rows, ...pages } = await pageOfList({
    visit,
    cursor,
    size: pageSize,
    rows: (limit, after) => startedCompetitions(db, {}, limit, after),
    position: ({ starts_on, id }) => [starts_on, id],
  });
  return (
    <Page visit={visit} title={words.title}>
      <h1>{words.title}</h1>
      {rows.length === 0 && <p>{words.none}</p>}
      <table class="competitions" hidden={rows.length === 0}>
        <Columns names={[words.competition, words.season, words.days]} />
        <tbody>
          {rows.map((competition) => (
            <tr key={competition.id}>
              <th scope="row">
                <a href={visit.to(`competitions/${competition.id}`)}>
                  <bdi>{competition.name}</bdi>
                </a>
                <span class="beside">
                  <bdi>{competition.organizer_name}</bdi>
                </span>
              </th>
              <td>
                {seasonInWords(visit, competition.season)}
                <span class="beside">{site[competition.type]}</span>
              </td>
              <td>
                <Days visit={visit} competition={competition} />
                <span class="beside">
                  <State visit={visit} competition={competition} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pages visit={visit} page={pages} />
    </Page>
  );
}
