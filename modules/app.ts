import { Elysia } from 'elysia';
import { conceal } from '../shared/conceal.ts';
import type { Addresses, Settings } from '../shared/config.ts';
import type { Database } from '../shared/database/connect.ts';
import { problemOfDatabase } from '../shared/database/outage.ts';
import type { Events } from '../shared/events.ts';
import { clientAddress } from '../shared/http/address.ts';
import { createAdmission } from '../shared/http/admission.ts';
import { allowOrigins } from '../shared/http/cors.ts';
import { type Cursors, createCursors } from '../shared/http/cursor.ts';
import {
  createEndpoint,
  createFallback,
  createPageEndpoint,
  type Endpoint,
  type Host,
} from '../shared/http/endpoint.ts';
import { openApiDocument } from '../shared/http/openapi.ts';
import type { Call, Operation } from '../shared/http/operation.ts';
import { createPages } from '../shared/http/pages/index.ts';
import { createProbes } from '../shared/http/pages/probes.ts';
import { createMemoryLimiter, rateLimitHeaders } from '../shared/http/rate-limit.ts';
import type { Log } from '../shared/log.ts';
import type { Metrics } from '../shared/metrics.ts';
import { Problem, problemResponse } from '../shared/problem.ts';
import type { SigningSecrets } from '../shared/signing.ts';
import * as auth from './auth/index.ts';
import * as competitions from './competitions/index.ts';
import * as matches from './matches/index.ts';
import * as players from './players/index.ts';
import * as ratings from './ratings/index.ts';
import * as venues from './venues/index.ts';

/** The version of the interface. */
const interfaceVersion = '1.0.1';

/** What monitors ask for. */
const watching: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** How many requests may wait: so many that each has its answer in time, on a slow machine, too. */
const queueLengths = { server: 1_000, embedded: 250 };

/** The tables of all modules. */
export const entities = [
  venues.Venue,
  competitions.Organizer,
  competitions.Competition,
  competitions.CompetitionVenue,
  players.Player,
  players.PlayerVenue,
  matches.Match,
  matches.SubmissionKey,
  ratings.Rating,
  ratings.RatingHistory,
  ratings.JobRun,
  auth.ApiKey,
  auth.ApiClient,
  auth.RateWindow,
  auth.InstallationSecret,
];

/** Lets the modules hear of each other's events. */
export function connectModules(events: Events): void {
  ratings.followRegistrations(events);
  players.followRatings(events);
  matches.followMatchRatings(events);
  matches.guardCompetitions(events);
}

/** Every operation of the API. */
export function operationsOf(
  database: Database,
  cursors: Cursors,
  submit: ReturnType<typeof matches.createSubmit>,
): Operation[] {
  return [
    ...players.playerOperations(database.db, cursors),
    ...ratings.ratingOperations(database.db, cursors),
    ...matches.matchOperations(database.db, cursors, submit),
    ...competitions.competitionOperations(database.db, cursors),
    ...venues.venueOperations(database.db, cursors),
  ];
}

export type AppDependencies = {
  readonly settings: Settings;
  readonly addresses: Addresses;
  readonly version: string;
  /** The database as requests use it. */
  readonly database: Database;
  /** Is told of each error of the database that a request met. */
  readonly noteOutage: (error: unknown) => void;
  /** Sign tokens and cursors. */
  readonly secrets: SigningSecrets;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Notes the uses of keys. */
  readonly keyUse: auth.KeyUse;
  /** Whether the service is to be sent requests: up, and not shutting down. */
  readonly ready: () => boolean;
};

export type App = {
  /** Answers one request; `peer` is the address it came from. */
  fetch(request: Request, peer: string): Promise<Response>;
};

/** Composes the modules into one app; opens nothing, listens to nothing. */
export function createApp(dependencies: AppDependencies): App {
  const { settings, addresses, database, secrets, clock, log, metrics } = dependencies;
  const tokens = auth.createTokens({
    secrets,
    issuer: addresses.auth,
    audience: addresses.base,
    clock,
  });
  const limits: auth.Limits = {
    limiter:
      settings.RATE_LIMIT_STORE === 'database'
        ? auth.createDatabaseLimiter(database.db)
        : createMemoryLimiter(() => performance.now()),
    credentialPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    addressPerMinute: settings.ADDRESS_LIMIT_PER_MINUTE,
  };
  const shared = {
    admit: createAdmission(database.available, queueLengths[database.kind]),
    problemOf(error: unknown) {
      dependencies.noteOutage(error);
      return problemOfDatabase(error);
    },
    reportFault: (call: Call, err: unknown) =>
      log.error({ err, request: call.id, instance: conceal(call.path) }, 'request failed'),
  };
  const host: Host = {
    ...shared,
    guard: auth.createGuard({
      database: database.db,
      tokens,
      limits,
      clock,
      noteUse: dependencies.keyUse.note,
    }),
    errorsUrl: addresses.errors,
    addressLimit: async (call) =>
      // A limit in a database that can't be reached can't be told.
      settings.RATE_LIMIT_STORE === 'memory'
        ? rateLimitHeaders(await auth.takeAllowance(limits, call, undefined))
        : {},
  };
  const submit = matches.createSubmit({ database, clock, baseUrl: addresses.base });
  const operations = operationsOf(database, createCursors(secrets), submit);
  const document = openApiDocument({ operations, addresses, version: interfaceVersion });

  const endpoints = new Map<string, Endpoint>();
  for (const [path, group] of byPath(operations)) {
    endpoints.set(`/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, createEndpoint(group, host));
  }
  endpoints.set(
    '/oauth/token',
    auth.createTokenEndpoint({ database: database.db, tokens, limits, clock, ...shared }),
  );
  const pages = [
    ...createPages({ document, addresses, version: dependencies.version }),
    ...createProbes({
      ready: dependencies.ready,
      metrics: () => metrics.text(),
      async warnings() {
        await database.available();
        const { failedAt } = await ratings.backupState(database.db);
        return failedAt ? [`the backup of ${failedAt} failed: see "tennis status"`] : [];
      },
    }),
  ];
  for (const page of pages) endpoints.set(page.path, createPageEndpoint(page.answer, host));
  const fallback = createFallback(host);

  const calls = new WeakMap<Request, Call>();
  // Elysia takes it that a host name is long, and sends what comes to a short one nowhere.
  const elysia = new Elysia({ strictPath: true, handler: { standardHostname: false } });
  const answer =
    (endpoint: Endpoint, route: string) =>
    async ({ request, params }: { request: Request; params: Record<string, string> }) => {
      const call = calls.get(request);
      if (!call) throw new Error('A request came past the front door.');
      call.log.route = route;
      return endpoint(call, params);
    };
  for (const [path, endpoint] of endpoints) {
    const handler = answer(endpoint, path);
    // Without a route of its own, HEAD gets the length of an empty body from Elysia.
    elysia.all(path, handler).head(path, handler);
  }
  elysia.all('/*', answer(fallback, '*'));

  const origins = settings.CORS_ORIGINS ?? [];
  const isOpen = (path: string) => path.startsWith('/v1/') || path === '/oauth/token';
  return {
    async fetch(request, peer) {
      const started = performance.now();
      const call = newCall(request, clientAddress(request, peer, settings.TRUST_PROXY === '1'));
      calls.set(request, call);
      const response = await elysia.handle(request).catch((error) => {
        shared.reportFault(call, error);
        const problem = new Problem('internal-error', 'The service failed to answer this request.');
        return problemResponse(problem, call.path, addresses.errors);
      });
      response.headers.set('x-content-type-options', 'nosniff');
      const ms = performance.now() - started;
      const { route = '*', credential } = call.log;
      metrics.observeRequest(route, request.method, response.status, ms / 1_000);
      // Whoever watches asks every second: that is worth a line only where something is wrong.
      const level = watching.has(route) && response.ok ? 'debug' : 'info';
      log[level](
        {
          request: call.id,
          method: request.method,
          route,
          path: conceal(call.path), // somebody may put a key there
          status: response.status,
          ms: Math.round(ms * 10) / 10,
          ...(credential && { credential }),
        },
        'request',
      );
      return isOpen(call.path) ? allowOrigins(origins, request, response) : response;
    },
  };
}

function byPath(operations: readonly Operation[]): Map<string, Operation[]> {
  return Map.groupBy(operations, ({ path }) => path);
}

function newCall(request: Request, address: string): Call {
  const [, path = '/', search = ''] = /^[^/]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(request.url) ?? [];
  return { request, id: crypto.randomUUID(), path: path || '/', search, address, log: {} };
}
