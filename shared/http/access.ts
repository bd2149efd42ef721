import { Elysia } from 'elysia';
import type { OrganizerId } from '../ids.ts';
import type { Problem, ProblemType } from '../problem.ts';
import { type Call, calls } from './access-log.ts';
import type { Admission } from './admission.ts';
import { refuseLate } from './deadline.ts';
import { Refusal } from './problems.ts';
import { type Limits, rateLimited, rateLimitHeaders } from './rate-limit.ts';

export const realm = 'tennis';
export const submissionScope = 'matches:write';

/** Who sent a request: the bucket in which it counts, and what the log calls it. */
export type Credential = { readonly bucket: string; readonly label: string };

/** An organizer's client, and what its token lets it do. */
export type Submitter = Credential & {
  readonly clientId: string;
  readonly organizerId: OrganizerId;
  readonly scopes: readonly string[];
};

/** Finds the credential of a request. */
export type Identify<C extends Credential> = (request: Request) => Promise<C | undefined>;

type Dependencies = {
  readonly admission: Admission;
  readonly limits: Limits;
  readonly byKey: Identify<Credential>;
  readonly byToken: Identify<Submitter>;
};

/** The plugins that let a request in before its parameters are looked at. */
export type Access = ReturnType<typeof createAccess>;

/**
 * Who is let in, as plugins: each waits for its turn, finds the credential, counts the request for
 * it (else for the address), tells that limit's state, and refuses the others. rules 5.1, 6, 7
 */
export function createAccess({ admission, limits, byKey, byToken }: Dependencies) {
  const byAny: Identify<Credential> = async (request) => (await byKey(request)) ?? byToken(request);

  const gate = <C extends Credential>(
    name: string,
    identify: Identify<C>,
    takeTurn?: Admission['takeTurn'],
  ) =>
    new Elysia({ name })
      .use(calls)
      .derive({ as: 'scoped' }, async ({ call, request, set }) => {
        const { headers } = set;
        headers['content-type'] = 'application/json';
        headers['cache-control'] = 'no-store';
        refuseLate(request);
        await admission.enter(call);
        const credential = await identify(request);
        if (credential) call.credential = credential.label;
        const allowance = await limits.take(request, credential);
        Object.assign(headers, rateLimitHeaders(allowance));
        if (!allowance.granted) throw rateLimited(allowance);
        await takeTurn?.(call);
        refuseLate(request);
        return { credential };
      })
      .mapResponse({ as: 'scoped' }, ({ call }) => admission.leave(call));

  function submitterOf(request: Request, credential: Submitter | undefined) {
    if (!credential) throw tokenRequired(request);
    if (!credential.scopes.includes(submissionScope)) throw insufficientScope();
    const { clientId, organizerId } = credential;
    return { clientId, organizerId };
  }

  return {
    /** Anybody, with credentials or without. */
    anybody: gate('anybody', byAny),
    /** Whoever asks for a token: by the address, whatever comes with the request. */
    visitors: gate('visitors', async () => undefined),
    /** Whoever looks at a page, in turn: pages must not hold up programs. */
    people: gate('people', async () => undefined, admission.takeTurn),
    /** Whoever shows something else, which `identify` finds, and looks at pages with it, in turn. */
    holders: <C extends Credential>(name: string, identify: Identify<C>) =>
      gate(name, identify, admission.takeTurn),
    /** Who has an API key. */
    readers: gate('readers', byKey).onTransform({ as: 'scoped' }, ({ credential }) => {
      if (!credential) throw keyRequired();
    }),
    /** Who has an access token that may submit. */
    submitters: gate('submitters', byToken).onTransform({ as: 'scoped' }, (sent) => {
      submitterOf(sent.request, sent.credential);
    }),
    /** The client and the organizer of such a token once its body is there: it may have been revoked meanwhile. */
    submitterNow: async (request: Request) => {
      refuseLate(request);
      return submitterOf(request, await byToken(request));
    },
    /** Does work that waits for the client, maybe long, outside the database's queue, and enters it again. */
    async waitForClient<T>(call: Call, work: () => Promise<T>): Promise<T> {
      admission.leave(call);
      const result = await work();
      await admission.enter(call);
      return result;
    },
  };
}

function keyRequired(): Problem {
  const detail = 'Send a valid API key in the header X-API-Key.';
  return denial('unauthenticated', detail, `ApiKey realm="${realm}"`);
}

// RFC 6750, section 3: no error code where no token was sent.
function tokenRequired(request: Request): Problem {
  const [detail, challenge] =
    bearerToken(request) === undefined
      ? ['Send an access token in the header Authorization: Bearer.', bearer]
      : ['The access token is not valid, or not any more.', `${bearer}, error="invalid_token"`];
  return denial('unauthenticated', detail, challenge);
}

function insufficientScope(): Problem {
  const challenge = `${bearer}, error="insufficient_scope", scope="${submissionScope}"`;
  return denial('insufficient-scope', `The token lacks the scope ${submissionScope}.`, challenge);
}

const bearer = `Bearer realm="${realm}"`;

function denial(type: ProblemType, detail: string, challenge: string): Problem {
  return new Refusal(type, detail, { 'www-authenticate': challenge });
}

/** The token in the header Authorization; undefined where there is none. */
export function bearerToken({ headers }: Request): string | undefined {
  return /^bearer +(\S.*)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
}
