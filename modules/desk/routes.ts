import { Elysia } from 'elysia';
import { isValidElement } from 'preact';
import * as v from 'valibot';
import type { Addresses, Settings } from '../../shared/config.ts';
import type { Database } from '../../shared/database/connect.ts';
import type { Access, Credential, Identify } from '../../shared/http/access.ts';
import { type Call, calls } from '../../shared/http/access-log.ts';
import type { Cursors } from '../../shared/http/cursor.ts';
import type { Assets } from '../../shared/http/pages/assets.ts';
import { pageHeaders } from '../../shared/http/pages/index.ts';
import { answerTo, type Judge } from '../../shared/http/problems.ts';
import { rawQuery } from '../../shared/http/query.ts';
import { pathId } from '../../shared/http/reads.ts';
import type { MatchId } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import type { Clock } from '../../shared/time.ts';
import type { createPasses, DeskPass } from '../auth/index.ts';
import type { Submit } from '../matches/index.ts';
import type { createCorrections } from '../ratings/index.ts';
import { type Site, show, type Visit, varies, visitOf } from '../website/index.ts';
import { correct, correctPage } from './correct.tsx';
import { doorPage } from './door.tsx';
import { enter, enterPage } from './enter.tsx';
import { filePage, takeFile } from './file.tsx';
import { type Form, readForm } from './form.ts';
import { deskProblem, type Sitting } from './page.tsx';
import { isOurs, passCookie, passIn } from './pass-cookie.ts';
import { add, playerPage } from './player.tsx';
import { resultPage } from './result.tsx';
import { resultsPage } from './results.tsx';
import { undo } from './undo.ts';
import { turnPage, turn as turnResult } from './void.tsx';

type Dependencies = {
  readonly access: Access;
  readonly corrections: ReturnType<typeof createCorrections>;
  readonly settings: Pick<Settings, 'RATING_DELAY_SECONDS' | 'DATA_DIR'>;
  readonly submit: Submit;
  readonly addresses: Addresses;
  readonly assets: Assets;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly database: Database;
  readonly judge: Judge;
  readonly passes: ReturnType<typeof createPasses>;
};

/** Somebody with a pass. */
type Holder = Credential & { readonly pass: DeskPass };

/** The pages of the desk, and what people see instead if one can't be shown. */
export function createDesk(dependencies: Dependencies) {
  const { assets, cursors } = dependencies;
  const site = { asset: assets.address, cursors, isFictional: false, isListed: false };
  return { routes: routesOf(site, dependencies), problems: problemsOf(site, dependencies) };
}

/** All that goes wrong at the desk is told on a page. */
function problemsOf(site: Site, { clock, judge }: Dependencies) {
  return new Elysia({ name: 'desk-problems' })
    .use(calls)
    .onError({ as: 'global' }, ({ call, error, path, request, set }) => {
      if (!/^\/desk(\/|$)/.test(path)) return;
      const problem = judge(error, path, call);
      const { status, headers } = answerTo(problem);
      Object.assign(set.headers, pageHeaders, headers, uncached);
      const visit = visitOf(site, request, clock());
      return show(visit, deskProblem(visit, problem.type, passIn(request) !== undefined), status);
    });
}

const uncached = { 'cache-control': 'no-store', vary: `${varies}, cookie` };

/** What a form's request is answered with: a page that shows it again, or the way to the next page. */
const seeOther = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { location, ...headers } });

/** Who has a pass is let in; the others see the door, within the limit of their address. */
function routesOf(
  site: Site,
  { access, addresses, clock, database, passes, ...rest }: Dependencies,
) {
  const { corrections, settings, submit } = rest;
  const byPass: Identify<Holder> = async (request) => {
    const pass = await passes.find(passIn(request) ?? '');
    return pass && { pass, bucket: `pass ${pass.id}`, label: pass.label };
  };

  const base = () =>
    new Elysia({ prefix: '/desk' })
      .use(rawQuery)
      .use(access.holders('desk', byPass))
      .derive(({ request, set }) => {
        Object.assign(set.headers, pageHeaders, uncached);
        if (request.method === 'POST' && !isOurs(request, addresses)) throw notOurs();
        return { visit: visitOf(site, request, clock()) };
      })
      .onAfterHandle(({ responseValue: page, visit }) =>
        isValidElement(page) ? show(visit, page) : undefined,
      );

  /** The form of a request, and who sent it: the pass may have been revoked while it came. */
  async function posted({ call, request, visit }: Sent): Promise<Sitting & { form: Form }> {
    const form = await access.waitForClient(call, () => readForm(request));
    return { form, visit, pass: (await byPass(request))?.pass ?? refuse() };
  }

  const door = base()
    .get(
      '/open/:secret',
      async ({ params: { secret }, visit }) =>
        doorPage({ visit, secret, pass: (await passes.find(secret)) ?? refuse() }),
      { params: v.object({ secret: v.string() }) },
    )
    .post(
      '/open',
      async ({ call, request, visit }) => {
        const form = await access.waitForClient(call, () => readForm(request));
        const secret = form.text('pass');
        if (!(await passes.find(secret))) refuse();
        return seeOther(visit.to('desk'), { 'set-cookie': passCookie(addresses, secret) });
      },
      { parse: 'none' },
    )
    .post(
      '/leave',
      async ({ visit }) => seeOther(visit.to('desk'), { 'set-cookie': passCookie(addresses) }),
      { parse: 'none' },
    );

  const { RATING_DELAY_SECONDS: delaySeconds, DATA_DIR: folder } = settings;
  const desk = { database, submit, corrections, delaySeconds, folder };
  const to = (visit: Visit, id: MatchId, sent?: string) => visit.to(`desk/results/${id}`, { sent });

  const inside = base()
    .derive(({ credential }) => ({ pass: credential?.pass ?? refuse() }))
    .get('', async ({ visit, pass }) => enterPage(desk, { visit, pass }))
    .post(
      '',
      async (sent) => {
        const sitting = await posted(sent);
        const entered = await enter(desk, sitting);
        return typeof entered === 'string' ? seeOther(to(sitting.visit, entered, '1')) : entered;
      },
      { parse: 'none' },
    )
    .get('/player', async ({ visit, pass }) => playerPage(desk, { visit, pass }))
    .post(
      '/player',
      async (sent) => {
        const sitting = await posted(sent);
        const added = await add(desk, sitting);
        if (typeof added !== 'string') return added;
        return seeOther(sitting.visit.to('desk/player', { added }));
      },
      { parse: 'none' },
    )
    .get('/file', async ({ visit, pass }) => filePage(desk, { visit, pass }))
    .post('/file', async (sent) => takeFile(desk, await posted(sent)), { parse: 'none' })
    .get('/results', async ({ visit, pass }) => resultsPage(desk, { visit, pass }))
    .get(
      '/results/:match_id',
      async ({ params, visit, pass }) => resultPage(desk, { visit, pass }, params.match_id),
      { params: match },
    )
    .post(
      '/results/:match_id/undo',
      async ({ params: { match_id }, ...sent }) => {
        const sitting = await posted(sent);
        await undo(desk, sitting, match_id);
        return seeOther(to(sitting.visit, match_id));
      },
      { params: match, parse: 'none' },
    )
    .get(
      '/results/:match_id/correct',
      async ({ params, visit, pass }) => correctPage(desk, { visit, pass }, params.match_id),
      { params: match },
    )
    .post(
      '/results/:match_id/correct',
      async ({ params: { match_id }, ...sent }) => {
        const sitting = await posted(sent);
        const page = await correct(desk, sitting, match_id);
        return page ?? seeOther(to(sitting.visit, match_id));
      },
      { params: match, parse: 'none' },
    )
    .get(
      '/results/:match_id/:turn',
      async ({ params: { match_id, turn }, visit, pass }) =>
        turnPage(desk, { visit, pass }, match_id, turn),
      { params: turned },
    )
    .post(
      '/results/:match_id/:turn',
      async ({ params: { match_id, turn }, ...sent }) => {
        const sitting = await posted(sent);
        const page = await turnResult(desk, sitting, match_id, turn);
        return page ?? seeOther(to(sitting.visit, match_id));
      },
      { params: turned, parse: 'none' },
    );

  return new Elysia({ name: 'desk' }).use(door).use(inside);
}

type Sent = { readonly call: Call; readonly request: Request; readonly visit: Visit };

const match = v.object({ match_id: pathId('match') });
const turned = v.object({ ...match.entries, turn: v.picklist(['void', 'restore']) });

function refuse(): never {
  throw new Problem('unauthenticated', 'The desk opens with a pass.');
}

function notOurs(): Problem {
  return new Problem('insufficient-scope', 'The request does not come from a page of the desk.');
}
