import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../modules/app.ts';
import { createKeyUses, createSigningSecrets } from '../modules/auth/index.ts';
import { pendingCounts } from '../modules/matches/index.ts';
import { backupState } from '../modules/ratings/index.ts';
import { addressesOf, addressIn, type Settings } from '../shared/config.ts';
import { Failure, reasonOf } from '../shared/console/console.ts';
import type { Database } from '../shared/database/connect.ts';
import { errorCode } from '../shared/database/error-code.ts';
import { createNoteOutage } from '../shared/database/outage.ts';
import type { Log } from '../shared/log.ts';
import { createMetrics } from '../shared/metrics.ts';
import { runtimeName, serveHttp } from '../shared/runtime.ts';
import { type Clock, secondMs } from '../shared/time.ts';
import { endsWithin } from '../shared/together.ts';
import { tryBackupFolder } from './backup.ts';
import { serveCommandsBeside } from './beside.ts';
import type { RunCommand } from './context.ts';
import { startJobs } from './jobs.ts';
import { explaining, openForRequests, openWorkbench, type Workbench } from './workbench.ts';

/** How long requests and commands under way get when the service stops. */
const graceMs = 5_000;
/** How long jobs under way may still wait for the lock of ratings. */
const lockGraceMs = secondMs;

type ServiceOptions = {
  readonly settings: Settings;
  readonly log: Log;
  readonly clock?: Clock | undefined;
  /** Runs what comes through the socket of an embedded database. */
  readonly runCommand: RunCommand;
  /** Called once the database is open: until then a signal must end the process at once. */
  readonly onOpened?: () => void;
  /** Whether all that it shows is made up. */
  readonly fictional?: boolean;
};

export type Running = Awaited<ReturnType<typeof startService>>;

/** Opens the database, starts the jobs and listens. Throws a Failure where it can't listen. */
export async function startService(options: ServiceOptions) {
  const { settings, log, clock, runCommand, onOpened, fictional } = options;
  if (settings.BACKUP_DIR) await tryBackupFolder(settings.BACKUP_DIR, log);
  await using opening = new AsyncDisposableStack();
  const workbench = await openWorkbench({
    settings,
    purpose: 'serve',
    clock,
    reportUnrateable: (match, fault) => log.error({ match, fault }, 'a match can not be rated'),
    tell: (line) => log.warn(line),
  });
  const { database } = workbench;
  opening.defer(database.close);
  onOpened?.();
  const requests = await openForRequests(workbench);
  if (requests !== database) opening.defer(requests.close);
  const parts = await partsOf(workbench, requests, log).catch(explaining(settings));
  workbench.events.afterCommit('matches.rated', ({ matchIds }) => {
    parts.metrics.countRated(matchIds.length);
  });

  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  const server = await serveHttp({
    hostname: settings.HOST,
    port: settings.PORT,
    async fetch(request) {
      const response = await app.fetch(request);
      // Proxies keep connections open for a next request, but there won't be one.
      if (state === 'stopping') response.headers.set('connection', 'close');
      return response;
    },
  }).catch((error) => Promise.reject(whyNotListening(settings, error)));
  const publicUrl = addressIn({ ...settings, PORT: server.port });
  const app = createApp({
    ...parts,
    fictional,
    addresses: addressesOf(publicUrl),
    peerOf: server.peerOf,
    ready: () => state === 'ready',
  });
  /** Whatever was acknowledged is on the disk; going on without a database or a port helps nobody. */
  const endBy = (what: string) => (reason: unknown) => {
    log.fatal({ reason: String(reason) }, what);
    process.exit(1);
  };
  void database.embedded?.stopped.then(endBy('the embedded database has stopped'));
  void server.broken?.then(endBy('the port accepts no more connections'));
  const endJobs = await startJobs(workbench, parts);
  const started = { address: publicUrl, startedAt: workbench.clock(), settings };
  const self = { ...started, clock: workbench.clock };
  const endCommands = await serveCommandsBeside(workbench, runCommand, self).catch(
    async (error) => {
      await Promise.all([endJobs(), server.stop(true)]);
      throw error;
    },
  );
  const opened = opening.move();
  database.embedded?.describe(`listening on ${publicUrl}`);
  state = 'ready';
  log.info({ address: publicUrl, database: database.kind, runtime: runtimeName }, 'listening');
  return {
    /** The address at which it can be reached from outside. */
    publicUrl,
    workbench,
    requests,
    /**
     * Says on /readyz that it stops, goes on accepting for that long, finishes what is under way, and
     * closes the database.
     */
    async stop(noticeMs = 0) {
      state = 'stopping';
      database.embedded?.describe('stopping: try again in a moment');
      const jobsEnd = Promise.all([endJobs(), endCommands()]);
      await delay(noticeMs);
      const end = Promise.all([server.stop(false), jobsEnd]);
      // Others may have the lock for minutes; what waits for it is done by the next start.
      if (!(await endsWithin(lockGraceMs, end))) database.stopWaiting();
      if (!(await endsWithin(graceMs - lockGraceMs, end))) await server.stop(true);
      await opened.disposeAsync();
    },
  };
}

/** What the app and the jobs share. */
async function partsOf(
  { settings, database, events, clock }: Workbench,
  requests: Database,
  log: Log,
) {
  const noteOutage = createNoteOutage(log);
  events.fault = (err, what) => {
    if (!noteOutage(err)) log.error({ err }, what);
  };
  const secrets = createSigningSecrets(requests.db, settings.TOKEN_SECRET, clock);
  await secrets(); // a fault fails the start, not the first request
  return {
    settings,
    clock,
    log,
    database: requests,
    noteOutage,
    metrics: createMetrics(() => measure(requests), requests.connections),
    secrets,
    keyUses: createKeyUses({ database, clock, log, table: 'api_key' }),
    passUses: createKeyUses({ database, clock, log, table: 'pass' }),
  };
}

/** What /metrics tells of the database. */
async function measure(requests: Database) {
  await requests.available();
  const { pending, unrateable } = await pendingCounts(requests.db);
  const { madeAt, failedAt } = await backupState(requests.db);
  return {
    tennis_matches_pending: pending,
    tennis_matches_unrateable: unrateable,
    ...(madeAt && { tennis_backup_timestamp_seconds: Date.parse(madeAt) / 1_000 }),
    tennis_backup_failed: failedAt ? 1 : 0,
  };
}

export class PortTaken extends Failure {}

function whyNotListening({ HOST, PORT }: Settings, error: unknown): Failure {
  const code = errorCode(error) ?? '';
  if (code === 'EADDRINUSE') {
    return new PortTaken(`The port ${PORT} on ${HOST} is taken; set PORT to a free one.`);
  }
  const isNone = /^(ENOENT|ENOTFOUND|EINVAL)$/.test(code); // what the runtimes say of a mistyped one
  const reason = isNone ? 'that is no address of this machine' : reasonOf(error);
  return new Failure(`The service can't listen on HOST ${HOST}, PORT ${PORT}: ${reason}.`);
}
