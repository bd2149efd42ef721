/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import { type QueryOf, queryInteger } from '../../shared/http/query.ts';
import { found } from '../../shared/http/reads.ts';
import type { CompetitionId } from '../../shared/ids.ts';
import { utc, warsawDay } from '../../shared/time.ts';
import { findCompetition } from '../competitions/index.ts';
import {
  competitionWords,
  Facts,
  InOneLine,
  Numbers,
  seasonInWords,
  stateOf,
} from './competition-facts.tsx';
import {
  type CompetitionResult,
  type CompetitionSummary,
  competitionResults,
  competitionSummary,
} from './competition-repository.ts';
import { Improved, Results, resultsWords, Upsets } from './competition-results.tsx';
import { LeagueTable, tableWords } from './competition-table.tsx';
import { finalOf, Winner } from './competition-winner.tsx';
import { calendarDaysInWords, dayInWords } from './language.ts';
import { Page } from './page.tsx';
import { type ListPage, Pages, pageOfList, pagingQuery } from './paging.tsx';
import type { Visit } from './visit.ts';

/** Older results by a cursor, or the table from a place on. */
export const competitionQuery = {
  ...pagingQuery,
  from: v.optional(queryInteger(2)),
};

type Params = { readonly competition_id: CompetitionId };
type Query = QueryOf<typeof competitionQuery>;

/** Fewer than elsewhere: a row has two names and three links, and there is a table, too. */
const pageSize = 40;

/** A competition: its table or who won it; then what it is, how far it has come, what stands out, and its results. */
export async function competitionPage(
  db: Db,
  visit: Visit,
  params: Params,
  { cursor, from }: Query,
) {
  const id = params.competition_id;
  const resultsOf = () =>
    pageOfList({
      visit,
      cursor,
      size: pageSize,
      rows: (limit, after) => competitionResults(db, { id, after }, limit),
      position: (row) => [row.played_at, row.id],
      between: ({ played_at }) => dayInWords(visit.language, played_at),
    });
  if (cursor !== undefined) {
    const { olderResults } = resultsWords[visit.language];
    const { name } = found(params, await findCompetition(db, id));
    const { rows, next, titleParts } = await resultsOf();
    return (
      <PartAlone {...{ visit, name, id: 'results', title: olderResults, titleParts }}>
        {rows.length > 0 && <Results visit={visit} rows={rows} />}
        <Pages visit={visit} page={{ first: undefined, next }} />
      </PartAlone>
    );
  }
  const asked = { id, now: utc(visit.now), today: warsawDay(visit.now) };
  const [summary] = await competitionSummary(db, asked);
  const competition = found(params, summary);
  if (from !== undefined) {
    const { furtherPlaces } = tableWords[visit.language];
    found(params, competition.players[from - 1]); // throws if nobody has the place
    return (
      <PartAlone {...{ visit, name: competition.name, id: 'table', title: furtherPlaces }}>
        <LeagueTable visit={visit} competition={competition} from={from} />
      </PartAlone>
    );
  }
  return wholePage(visit, competition, await resultsOf());
}

function wholePage(
  visit: Visit,
  competition: CompetitionSummary,
  { rows, ...pages }: ListPage<CompetitionResult>,
) {
  const words = resultsWords[visit.language];
  const { about, ranking } = competitionWords[visit.language];
  const { table } = tableWords[visit.language];
  const hasResults = rows.length > 0;
  const upsets = words.upsets[stateOf(visit, competition) === 'over' ? 'over' : 'running'];
  const finalId = finalOf(competition.draw)?.id;
  const final = rows.find(({ id }) => id === finalId);
  return (
    <Page
      visit={visit}
      title={[competition.name, seasonInWords(visit, competition.season)]}
      about={{
        description: `${visit.words[competition.type]}, ${calendarDaysInWords(visit.language, competition.starts_on, competition.ends_on)}, ${competition.organizer_name}.`,
        picture: `${visit.path}/card.png`,
        feed: `${visit.path}/feed.xml`,
      }}
    >
      <h1>
        <bdi>{competition.name}</bdi>
      </h1>
      <InOneLine visit={visit} competition={competition} />
      {final && <Winner visit={visit} final={final} />}
      {competition.results.length > 0 && (
        <Part id="table" title={table}>
          <LeagueTable visit={visit} competition={competition} from={1} />
        </Part>
      )}
      {hasResults && (
        <nav class="pages" aria-label={visit.words.onThisPage}>
          <a href="#results">{words.results}</a>
          <a href="#improved">{words.improved}</a>
          <a href="#upsets">{upsets}</a>
          <a href={visit.to('', { competition: competition.id })}>{ranking}</a>
        </nav>
      )}
      <Part id="about" title={about}>
        <Facts visit={visit} competition={competition} />
        <Numbers visit={visit} competition={competition} />
      </Part>
      {hasResults && (
        <div class="beside-each-other">
          <Part id="improved" title={words.improved}>
            <Improved visit={visit} rows={competition.improved} />
          </Part>
          <Part id="upsets" title={upsets}>
            <Upsets visit={visit} rows={competition.upsets} />
          </Part>
        </div>
      )}
      <Part id="results" title={words.results}>
        <Results visit={visit} rows={rows} />
        <Pages visit={visit} page={pages} />
        {hasResults && (
          <p class="ways">
            <a href={visit.to(`${visit.path}/results.csv`)}>{words.asFile}</a>
            {competition.results.length > 0 && (
              <a href={visit.to(`${visit.path}/table.csv`)}>{words.tableAsFile}</a>
            )}
            <a href={visit.to(`${visit.path}/feed.xml`)}>{visit.words.feed}</a>
          </p>
        )}
      </Part>
    </Page>
  );
}

type PartProps = {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
};

function Part({ id, title, children }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

type AloneProps = PartProps & {
  readonly visit: Visit;
  readonly name: string;
  /** What tells it from other pages of the same part. */
  readonly titleParts?: readonly string[];
};

/** A page of one part, and a link back to the others. */
function PartAlone({ visit, name, titleParts = [], children, ...part }: AloneProps) {
  return (
    <Page visit={visit} title={[name, part.title, ...titleParts]}>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <Part {...part}>
        {children}
        <p>
          <a href={visit.to(visit.path)}>{competitionWords[visit.language].whole}</a>
        </p>
      </Part>
    </Page>
  );
}
