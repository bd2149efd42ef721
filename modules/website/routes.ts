import { Elysia } from 'elysia';
import { isValidElement, type VNode } from 'preact';
import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import type { Access } from '../../shared/http/access.ts';
import { calls, mostPath } from '../../shared/http/access-log.ts';
import { pageHeaders } from '../../shared/http/pages/index.ts';
import { wantsHtml, wantsJson } from '../../shared/http/pages/negotiation.ts';
import { startDocument } from '../../shared/http/pages/start.tsx';
import { answerTo, type Judge } from '../../shared/http/problems.ts';
import { percentDecoded, rawQuery } from '../../shared/http/query.ts';
import { pathId } from '../../shared/http/reads.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import type { Clock } from '../../shared/time.ts';
import { mergedInto } from '../players/index.ts';
import { competitionPage, competitionQuery } from './competition.tsx';
import { competitionCard } from './competition-card.ts';
import { historyTable, leagueTable, rankingTable, resultsTable } from './downloads.ts';
import { resultsFeed } from './feed.ts';
import { headToHeadPage } from './head-to-head.tsx';
import { competitionsPage, venuesPage } from './lists.tsx';
import { matchPage } from './match.tsx';
import { matchCard } from './match-card.ts';
import { createMovements } from './movements.ts';
import { problemPage } from './page.tsx';
import { pageQuery } from './page-query.ts';
import { pagingQuery } from './paging.tsx';
import { playerPage } from './player.tsx';
import { playerCard } from './player-card.ts';
import { unlistedAmong } from './player-repository.ts';
import { qualityPage } from './quality.tsx';
import { rankingPage, rankingQuery } from './ranking.tsx';
import { allRulesPage, rulesPage } from './rules.tsx';
import {
  type Site,
  type SiteDependencies,
  show,
  siteOf,
  type Visit,
  varies,
  visitOf,
} from './visit.ts';
import { whatIfPage, whatIfQuery } from './what-if.tsx';

type Dependencies = SiteDependencies & {
  readonly access: Access;
  readonly clock: Clock;
  readonly db: Db;
  readonly judge: Judge;
};

const player = v.object({ player_id: pathId('player') });
const competition = v.object({ competition_id: pathId('competition') });
const match = v.object({ match_id: pathId('match') });

/** The pages for people, and what people see instead if one can't be shown. */
export function createWebsite(dependencies: Dependencies) {
  const site = siteOf(dependencies);
  return { routes: routesOf(site, dependencies), problems: problemsOf(site, dependencies) };
}

/** Whoever asks for a page, even at an unknown address, gets a page that says what is wrong. */
function problemsOf(site: Site, { clock, judge }: Dependencies) {
  return new Elysia({ name: 'website-problems' })
    .use(calls)
    .onError({ as: 'global' }, ({ call, error, path, request, set }) => {
      // No page has so long an address, and each link back from there would be as long.
      if (path.length > mostPath || /^\/(v1|oauth)(\/|$)/.test(path) || !wantsHtml(request)) return;
      const problem = judge(error, path, call);
      const { status, headers } = answerTo(problem);
      Object.assign(set.headers, pageHeaders, headers, { 'cache-control': 'no-store' });
      const visit = visitOf(site, request, clock());
      return show(visit, problemPage(visit, problem.type), status);
    });
}

/** Everybody may see the pages, as often as the limit of their address allows. rules 13.1 */
function routesOf(site: Site, { access, addresses, clock, db }: Dependencies) {
  const movements = createMovements(db);
  return new Elysia({ name: 'website' })
    .use(rawQuery)
    .use(access.people)
    .derive(({ request, set }) => {
      Object.assign(set.headers, pageHeaders, { vary: varies });
      return { visit: visitOf(site, request, clock()) };
    })
    .onAfterHandle(({ responseValue: page, visit }) =>
      isValidElement(page) ? show(visit, page) : undefined,
    )
    .get(
      '/',
      async ({ query, request, visit }) =>
        wantsJson(request) ? startDocument(addresses) : rankingPage(db, visit, movements, query),
      { query: pageQuery(rankingQuery) },
    )
    .get('/venues', async ({ query, visit }) => venuesPage(db, visit, query), {
      query: pageQuery(pagingQuery),
    })
    .get('/quality', async ({ visit }) => qualityPage(db, visit))
    .get('/rules', async ({ visit }) => rulesPage(db, visit))
    .get('/rules/all', ({ visit }) => allRulesPage(visit))
    .get('/competitions', async ({ query, visit }) => competitionsPage(db, visit, query), {
      query: pageQuery(pagingQuery),
    })
    .get(
      '/competitions/:competition_id',
      async ({ params, query, visit }) => competitionPage(db, visit, params, query),
      {
        params: competition,
        query: pageQuery(competitionQuery),
      },
    )
    .get('/matches/:match_id', async ({ params, visit }) => matchPage(db, visit, params), {
      params: match,
    })
    .get(
      '/players/:player_id',
      async ({ params: { player_id }, query, visit }) =>
        ofPlayers(db, visit, [player_id], () => playerPage(db, visit, player_id, query)),
      { params: player, query: pageQuery(pagingQuery) },
    )
    .get(
      '/players/:player_id/against/:opponent_id',
      async ({ params, query, visit }) =>
        ofPlayers(db, visit, [params.player_id, params.opponent_id], () =>
          headToHeadPage(db, visit, params, query),
        ),
      {
        params: v.object({ ...player.entries, opponent_id: pathId('player') }),
        query: pageQuery(pagingQuery),
      },
    )
    .get(
      '/players/:player_id/what-if',
      async ({ params, query, visit }) =>
        ofPlayers(db, visit, [params.player_id, query.opponent], () =>
          whatIfPage(db, visit, params, query),
        ),
      { params: player, query: pageQuery(whatIfQuery) },
    )
    .get('/ranking.csv', async ({ query, visit }) => rankingTable(db, visit, query), {
      query: pageQuery(rankingQuery),
    })
    .get('/feed.xml', async ({ visit }) => resultsFeed(db, visit))
    .guard({ params: competition }, (of) =>
      of
        .get('/competitions/:competition_id/table.csv', async (at) =>
          leagueTable(db, at.visit, at.params),
        )
        .get('/competitions/:competition_id/results.csv', async (at) =>
          resultsTable(db, at.visit, at.params),
        )
        .get('/competitions/:competition_id/feed.xml', async (at) =>
          resultsFeed(db, at.visit, at.params),
        )
        .get('/competitions/:competition_id/card.png', async (at) =>
          competitionCard(db, at.visit, at.params),
        ),
    )
    .get('/matches/:match_id/card.png', async ({ params, visit }) => matchCard(db, visit, params), {
      params: match,
    })
    .get(
      '/players/:player_id/history.csv',
      async ({ params, visit }) =>
        ofPlayers(db, visit, [params.player_id], () => historyTable(db, visit, params)),
      { params: player },
    )
    .get(
      '/players/:player_id/card.png',
      async ({ params, visit }) =>
        ofPlayers(db, visit, [params.player_id], () => playerCard(db, visit, params)),
      { params: player },
    );
}

/** The page of the players; if one of them was merged into another, a redirect to that one's, if it has one. rules 11.4 */
async function ofPlayers(
  db: Db,
  visit: Visit,
  ids: readonly (PlayerId | undefined)[],
  page: () => Promise<VNode | Response>,
): Promise<VNode | Response> {
  try {
    return await page();
  } catch (error) {
    if (!(error instanceof Problem && error.type === 'not-found')) throw error;
    const { cursor: _, ...query } = visit.parameters;
    const here = visit.to(percentDecoded(visit.path) ?? visit.path, query);
    let address = here;
    const named = new Set(ids);
    const given = ids.filter((id) => id !== undefined);
    const into = await mergedInto(db, given);
    const remaining = [...into.values()];
    const hidden = remaining.length > 0 ? await unlistedAmong(db, { ids: remaining }) : [];
    if (hidden.length > 0) throw error;
    for (const [id, remaining] of into) {
      address = address.replaceAll(id, remaining);
      named.delete(id);
      named.add(remaining);
    }
    if (address === here) throw error;
    // Both registrations were the same person's.
    if (ids.length > 1 && named.size === 1) address = visit.to(`players/${[...named][0]}`);
    return new Response(null, { status: 301, headers: { location: address } });
  }
}
