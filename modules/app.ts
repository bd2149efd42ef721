import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { Elysia } from 'elysia';
import type { Addresses, Settings } from '../shared/config.ts';
import type { Database } from '../shared/database/connect.ts';
import type { NoteOutage } from '../shared/database/outage.ts';
import type { Events } from '../shared/events.ts';
import { createAccess } from '../shared/http/access.ts';
import { accessLog } from '../shared/http/access-log.ts';
import { createAdmission } from '../shared/http/admission.ts';
import { cors } from '../shared/http/cors.ts';
import { createCursors, type SigningSecrets } from '../shared/http/cursor.ts';
import { inTime } from '../shared/http/deadline.ts';
import { otherMethods } from '../shared/http/methods.ts';
import { openApiDocument } from '../shared/http/openapi.ts';
import { operationsOf } from '../shared/http/operation.ts';
import { createAssets } from '../shared/http/pages/assets.ts';
import { pages, startRoutes } from '../shared/http/pages/index.ts';
import { probes } from '../shared/http/pages/probes.ts';
import { createJudge, problems } from '../shared/http/problems.ts';
import { rawQuery } from '../shared/http/query.ts';
import { createLimits } from '../shared/http/rate-limit.ts';
import { type Api, createReads } from '../shared/http/reads.ts';
import type { Log } from '../shared/log.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { Clock } from '../shared/time.ts';
import * as audit from './audit/index.ts';
import * as auth from './auth/index.ts';
import * as competitions from './competitions/index.ts';
import { createDesk } from './desk/index.ts';
import * as matches from './matches/index.ts';
import * as players from './players/index.ts';
import * as quality from './quality/index.ts';
import * as ratings from './ratings/index.ts';
import * as runs from './runs/index.ts';
import * as venues from './venues/index.ts';
import { createWebsite } from './website/index.ts';

/** The tables of all modules. */
export const entities = [
  venues.Venue,
  runs.Run,
  competitions.Organizer,
  competitions.Competition,
  competitions.CompetitionVenue,
  players.Player,
  players.PlayerVenue,
  players.PlayerName,
  matches.Match,
  matches.VoidedMatch,
  matches.SubmissionKey,
  ratings.Rating,
  ratings.RatingHistory,
  ratings.FormerEntry,
  ratings.JobRun,
  ratings.Recalculation,
  quality.QualityResult,
  auth.ApiKey,
  auth.ApiClient,
  auth.Pass,
  auth.RateWindow,
  auth.InstallationSecret,
  audit.AuditEntry,
] as const;

declare module '../shared/database/db.ts' {
  interface Tables extends InferKyselyDB<(typeof entities)[number]> {}
}

/** Subscribes the modules to each other's events. */
export function connectModules(events: Events): void {
  ratings.followEvents(events);
  matches.followEvents(events);
  players.followEvents(events); // last: the matches must first leave the player that is removed
}

type AppDependencies = {
  readonly settings: Settings;
  readonly addresses: Addresses;
  /** The database as requests use it. */
  readonly database: Database;
  readonly noteOutage: NoteOutage;
  /** Sign tokens and cursors. */
  readonly secrets: SigningSecrets;
  readonly peerOf: (request: Request) => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly keyUses: auth.KeyUses;
  readonly passUses: auth.KeyUses;
  /** Whether the service should get requests: it is up, and not shutting down. */
  readonly ready: () => boolean;
  /** Whether all that is shown is made up; the pages then say so. */
  readonly fictional?: boolean | undefined;
};

/** The operations of the API below `/v1`. */
export function apiRoutes(api: Api, submit: matches.Submit) {
  return new Elysia({ prefix: '/v1' })
    .use(rawQuery)
    .use(players.playerRoutes(api))
    .use(ratings.ratingRoutes(api))
    .use(matches.matchRoutes(api, submit))
    .use(competitions.competitionRoutes(api))
    .use(venues.venueRoutes(api));
}

/** Composes the modules into one app; opens nothing, listens to nothing. */
export function createApp(dependencies: AppDependencies) {
  const { settings, addresses, database, secrets, clock, metrics } = dependencies;
  const judge = createJudge(dependencies);
  const tokens = auth.createTokens(dependencies);
  const shared =
    settings.RATE_LIMIT_STORE === 'database' ? auth.createDatabaseLimiter(database.db) : undefined;
  const limits = createLimits({ ...dependencies, shared });
  const access = createAccess({
    admission: createAdmission(database),
    limits,
    ...auth.createCredentials({ ...dependencies, tokens }),
  });
  const cursors = createCursors(secrets);
  const reads = createReads(database.db, cursors);
  const submit = matches.createSubmit({ database, clock, baseUrl: addresses.base });
  const api = apiRoutes({ access, ...reads }, submit);
  const operations = operationsOf(api);
  const document = openApiDocument(operations, addresses);
  const assets = createAssets(settings.SITE_LOGO);
  const website =
    settings.WEBSITE === 'public'
      ? createWebsite({ ...dependencies, access, assets, cursors, db: database.db, judge })
      : undefined;
  const passes = auth.createPasses(dependencies);
  const corrections = ratings.createCorrections(dependencies);
  const ofPages = { access, assets, cursors, judge };
  const desk = createDesk({ ...dependencies, ...ofPages, corrections, passes, submit });
  const app = new Elysia({
    strictPath: true,
    precompile: true,
    // Elysia assumes that a host name is long, and can't route a request to a short one.
    handler: { standardHostname: false },
  })
    .headers({ 'x-content-type-options': 'nosniff' })
    .use(accessLog(dependencies))
    .use(cors(settings.CORS_ORIGINS ?? []))
    .use(auth.tokenEndpoint({ ...dependencies, access, tokens, judge }))
    .use(desk.problems)
    .use(website?.problems ?? new Elysia()) // before the problems for programs
    .use(problems(judge, addresses.errors))
    .use(api)
    .use(desk.routes)
    .use(pages(document, addresses, assets))
    .use(website?.routes ?? startRoutes(addresses, assets))
    .use(
      probes({
        ready: dependencies.ready,
        metrics: () => metrics.text(),
        async warnings() {
          await database.available();
          const { failedAt } = await ratings.backupState(database.db);
          return failedAt ? [`the backup of ${failedAt} failed: see "tennis status"`] : [];
        },
      }),
    );
  app.use(otherMethods(app.routes, access));
  return { fetch: (request: Request) => inTime(request, app.fetch) };
}
