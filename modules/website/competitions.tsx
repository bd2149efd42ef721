/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { listCompetitions } from '../competitions/index.ts';
import { Days, State, seasonInWords } from './competition-parts.tsx';
import { competitionWords } from './competition-words.ts';
import type { PagingQuery } from './paging.tsx';
import { tablePage } from './table-page.tsx';
import { type Visit, wordsFor } from './visit.ts';

/** The competitions, the last to start first. */
export function competitionsPage(db: Db, visit: Visit, { cursor }: PagingQuery) {
  const words = wordsFor(visit, competitionWords);
  return tablePage('competitions', visit, words.none, {
    cursor,
    rows: (limit, after) => listCompetitions(db, {}, limit, after),
    position: ({ starts_on, id }) => [starts_on, id],
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
          {seasonInWords(visit, competition.season)}
          <span class="beside">{visit.words[competition.type]}</span>
        </td>
        <td>
          <Days visit={visit} competition={competition} />
          <span class="beside">
            <State visit={visit} competition={competition} />
          </span>
        </td>
      </tr>
    ),
  });
}
