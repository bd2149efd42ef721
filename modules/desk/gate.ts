import { Elysia } from 'elysia';
import { isValidElement } from 'preact';
import type { Addresses } from '../../shared/config.ts';
import type { Access, Credential, Identify } from '../../shared/http/access.ts';
import type { Call } from '../../shared/http/access-log.ts';
import { pageHeaders } from '../../shared/http/pages/index.ts';
import { rawQuery } from '../../shared/http/query.ts';
import { Problem } from '../../shared/problem.ts';
import type { Clock } from '../../shared/time.ts';
import type { createPasses, DeskPass } from '../auth/index.ts';
import { type Site, show, type Visit, varies, visitOf } from '../website/index.ts';
import { type Form, readForm } from './form.ts';
import type { Sitting } from './page.tsx';
import { isOurs, passIn } from './pass-cookie.ts';

export type GateDependencies = {
  readonly access: Access;
  readonly addresses: Addresses;
  readonly clock: Clock;
  readonly passes: ReturnType<typeof createPasses>;
};

/** Somebody with a pass. */
type Holder = Credential & { readonly pass: DeskPass };

/** A request for a page of the desk, whose form is still to come. */
type Sent = { readonly call: Call; readonly request: Request; readonly visit: Visit };

export type Gate = ReturnType<typeof createGate>;

/** Every answer depends on who asks, and no browser keeps one. */
export const uncached = { 'cache-control': 'no-store', vary: `${varies}, cookie` };

/** How requests come to the desk: within the limit of their pass, or else of their address, and from our own pages. rules 14.4 */
export function createGate(site: Site, { access, addresses, clock, passes }: GateDependencies) {
  const byPass: Identify<Holder> = async (request) => {
    const pass = await passes.find(passIn(request) ?? '');
    return pass && { pass, bucket: `pass ${pass.id}`, label: pass.label };
  };
  const formOf = (call: Call, request: Request) =>
    access.waitForClient(call, () => readForm(request));
  return {
    /** Routes below /desk, which answer with pages. */
    base: () =>
      new Elysia({ prefix: '/desk' })
        .use(rawQuery)
        .use(access.holders('desk-holders', byPass))
        .derive(({ request, set }) => {
          Object.assign(set.headers, pageHeaders, uncached);
          if (request.method === 'POST' && !isOurs(request, addresses)) throw notOurs();
          return { visit: visitOf(site, request, clock()) };
        })
        .onAfterHandle(({ responseValue: page, visit }) =>
          isValidElement(page) ? show(visit, page) : undefined,
        ),

    /** The form in a request's body. */
    formOf,

    /** The form of a request, and who sent it: the pass may have been revoked while it came. */
    async posted({ call, request, visit }: Sent): Promise<Sitting & { readonly form: Form }> {
      const form = await formOf(call, request);
      return { form, visit, pass: (await byPass(request))?.pass ?? refuse() };
    },
  };
}

/** Leads from a form to the next page. */
export const seeOther = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { location, ...headers } });

/** Refuses whoever has no valid pass. */
export function refuse(): never {
  throw new Problem('unauthenticated', 'The desk opens with a pass.');
}

function notOurs(): Problem {
  return new Problem('insufficient-scope', 'The request does not come from a page of the desk.');
}
