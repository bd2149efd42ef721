/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import { type QueryOf, queryInteger } from '../../shared/http/query.ts';
import { found } from '../../shared/http/reads.ts';
import type { CompetitionId } from '../../shared/ids.ts';
import { utc, warsawDay } from '../../shared/time.ts';
import { Facts, Numbers } from './competition-facts.tsx';
import { stateOf } from './competition-parts.tsx';
import {
  type CompetitionSummary,
  competitionName,
  competitionSummary,
  mostResults,
} from './competition-repository.ts';
import { Improved, Results, Upsets } from './competition-results.tsx';
import { LeagueTable } from './competition-table.tsx';
import { competitionWords } from './competition-words.ts';
import { Page } from './page.tsx';
import { type ListPage, Pages, pageOfList, pagingQuery } from './paging.tsx';
import { type CompetitionResult, competitionResults } from './result-repository.ts';
import { type Visit, wordsFor } from './visit.ts';

/** Older results by a cursor, or the table from a place on. */
export const competitionQuery = {
  ...pagingQuery,
  from: v.optional(queryInteger(2, mostResults * 2)),
};

type Params = { readonly competition_id: CompetitionId };
type Query = QueryOf<typeof competitionQuery>;

/** Fewer than elsewhere: two names and three links each, and there is a table, too. */
const pageSize = 40;

/** A competition: what it is, how far it is, its table, what stands out, and its results by day. */
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
    });
  if (cursor !== undefined) {
    const { name } = found(params, await competitionName(db, id));
    return olderResults(visit, name, await resultsOf());
  }
  const asked = { id, now: utc(visit.now), today: warsawDay(visit.now) };
  const [summary] = await competitionSummary(db, asked);
  const competition = found(params, summary);
  if (from !== undefined) {
    const hasPlace = competition.players.length >= from ? true : undefined;
    return found(params, hasPlace && furtherPlaces(visit, competition, from));
  }
  return wholePage(visit, competition, await resultsOf());
}

function wholePage(
  visit: Visit,
  competition: CompetitionSummary,
  { rows, ...pages }: ListPage<CompetitionResult>,
) {
  const words = wordsFor(visit, competitionWords);
  const hasTable = competition.results.length > 0;
  const upsets = words.upsets[stateOf(visit, competition) === 'over' ? 'over' : 'running'];
  return (
    <Page visit={visit} title={competition.name}>
      <Heading name={competition.name} />
      <Facts visit={visit} competition={competition} />
      <nav class="pages" aria-label={visit.words.onThisPage}>
        <a href={visit.to('', { competition: competition.id })}>{words.ranking}</a>
        {hasTable && <a href="#table">{words.table}</a>}
        {competition.are_few && <a href="#improved">{words.improved}</a>}
        <a href="#upsets">{upsets}</a>
        <a href="#results">{words.results}</a>
      </nav>
      <Numbers visit={visit} competition={competition} />
      {hasTable && (
        <Part id="table" title={words.table}>
          <LeagueTable visit={visit} competition={competition} from={1} />
        </Part>
      )}
      {competition.are_few && (
        <Part id="improved" title={words.improved}>
          <Improved visit={visit} rows={competition.improved} />
        </Part>
      )}
      <Part id="upsets" title={upsets}>
        <Upsets visit={visit} rows={competition.upsets} />
      </Part>
      <Part id="results" title={words.results}>
        <Results visit={visit} rows={rows} />
        <Pages visit={visit} page={pages} />
      </Part>
    </Page>
  );
}

function furtherPlaces(visit: Visit, competition: CompetitionSummary, from: number) {
  const words = wordsFor(visit, competitionWords);
  return (
    <Page visit={visit} title={competition.name}>
      <Heading name={competition.name} />
      <Part id="table" title={words.furtherPlaces}>
        <LeagueTable visit={visit} competition={competition} from={from} />
        <WayBack visit={visit} />
      </Part>
    </Page>
  );
}

function olderResults(visit: Visit, name: string, { rows, next }: ListPage<CompetitionResult>) {
  const words = wordsFor(visit, competitionWords);
  return (
    <Page visit={visit} title={name}>
      <Heading name={name} />
      <Part id="results" title={words.olderResults}>
        <Results visit={visit} rows={rows} />
        <Pages visit={visit} page={{ first: undefined, next }} />
        <WayBack visit={visit} />
      </Part>
    </Page>
  );
}

function Heading({ name }: { readonly name: string }) {
  return (
    <h1>
      <bdi>{name}</bdi>
    </h1>
  );
}

function WayBack({ visit }: { readonly visit: Visit }) {
  return (
    <p>
      <a href={visit.to(visit.path)}>{wordsFor(visit, competitionWords).whole}</a>
    </p>
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
