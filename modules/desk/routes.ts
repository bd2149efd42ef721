import { Elysia } from 'elysia';
import * as v from 'valibot';
import type { Settings } from '../../shared/config.ts';
import { calls } from '../../shared/http/access-log.ts';
import { pageHeaders } from '../../shared/http/pages/index.ts';
import { answerTo, type Judge } from '../../shared/http/problems.ts';
import { type Site, type SiteDependencies, show, siteOf, visitOf } from '../website/index.ts';
import { doorPage } from './door.tsx';
import { createGate, type GateDependencies, refuse, seeOther, uncached } from './gate.ts';
import { type Desk, insideRoutes } from './inside.ts';
import { deskProblem } from './page.tsx';
import { passCookie, passIn } from './pass-cookie.ts';

type Dependencies = GateDependencies &
  Pick<Desk, 'corrections' | 'database' | 'submit'> &
  SiteDependencies & {
    readonly judge: Judge;
    readonly settings: Pick<Settings, 'RATING_DELAY_SECONDS' | 'DATA_DIR'>;
  };

/** The pages of the desk, and what people see instead if one can't be shown. */
export function createDesk(dependencies: Dependencies) {
  const site = { ...siteOf(dependencies), isListed: false };
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

/** Who has a pass is let in; the others see the door, within the limit of their address. */
function routesOf(site: Site, dependencies: Dependencies) {
  const { addresses, passes, settings } = dependencies;
  const gate = createGate(site, dependencies);
  const door = gate
    .base()
    .get(
      '/open/:secret',
      async ({ params: { secret }, visit }) =>
        doorPage({ visit, secret, pass: (await passes.find(secret)) ?? refuse() }),
      { params: v.object({ secret: v.string() }) },
    )
    .post(
      '/open',
      async ({ call, request, visit }) => {
        const form = await gate.formOf(call, request);
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
  const inside = insideRoutes(gate, { ...dependencies, delaySeconds, folder });
  return new Elysia({ name: 'desk' }).use(door).use(inside);
}
