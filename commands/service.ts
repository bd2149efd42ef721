import { setTimeout as delay } from 'node:timers/promises';
import { type App, createApp } from '../modules/app.ts';
import { createKeyUse, createSigningSecrets } from '../modules/auth/index.ts';
import { addressesOf, type Settings } from '../shared/config.ts';
import { Failure } from '../shared/console/console.ts';
import { serveCommands, socketIn } from '../shared/console/socket.ts';
import type { Database } from '../shared/database/connect.ts';
import { errorCode } from '../shared/database/error-code.ts';
import { watchOutages } from '../shared/database/outage-watch.ts';
import type { Log } from '../shared/log.ts';
import { type HttpServer, runtimeName, serveHttp } from '../shared/runtime.ts';
import { version } from '../shared/version.ts';
import { tryBackupFolder } from './backup.ts';
import type { RunCommand } from './context.ts';
import { metricsOf, startJobs } from './jobs.ts';
import { endsWithin } from './shutdown.ts';
import { openForRequests, openWorkbench, type Workbench } from './workbench.ts';

/** How long requests and commands under way have at the end. */
const graceMs = 5_000;

export type ServiceOptions = {
  readonly settings: Settings;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly clock?: (() => number) | undefined;
  /** Runs what comes through the socket of an embedded database. */
  readonly runCommand: RunCommand;
  /** Called once the database is open: until then a signal may end the process at once, and must. */
  readonly onOpened?: () => void;
};

/** A service that answers. */
export type Running = {
  /** The address at which it can be reached from outside. */
  readonly publicUrl: string;
  readonly workbench: Workbench;
  /** The database as requests use it. */
  readonly requests: Database;
  /**
   * Says on /readyz that it stops, goes on accepting for that long (at once by default), finishes
   * what is under way, and closes the database.
   */
  stop(noticeMs?: number): Promise<void>;
};

/** Another program listens on the port. */
export class PortTaken extends Failure {}

/** Opens the database, starts the jobs and listens. Throws a Failure where the port is taken. */
export async function startService(options: ServiceOptions): Promise<Running> {
  const { settings, log, clock, onOpened } = options;
  if (settings.BACKUP_DIR) await tryBackupFolder(settings.BACKUP_DIR);
  await using opened = new AsyncDisposableStack();
  const workbench = await openWorkbench({
    settings,
    purpose: 'serve',
    clock,
    reportUnrateable: (match, fault) => log.error({ match, fault }, 'a match can not be rated'),
  });
  opened.defer(() => workbench.database.close());
  onOpened?.();
  const requests = await openForRequests(workbench);
  if (requests !== workbench.database) opened.defer(() => requests.close());
  const { publicUrl, finish } = await serveOn(workbench, requests, options);
  const kept = opened.move();
  return {
    publicUrl,
    workbench,
    requests,
    async stop(noticeMs = 0) {
      await finish(noticeMs);
      await kept.disposeAsync();
    },
  };
}

/** Answers requests and commands, and runs the jobs, until it is told to finish. */
async function serveOn(
  workbench: Workbench,
  requests: Database,
  { settings, log, runCommand }: ServiceOptions,
) {
  const { database, events, clock } = workbench;
  const outages = watchOutages(requests, {
    gone: (error) => log.error({ reason: String(error) }, 'the database is gone'),
    back: () => log.info('the database is back'),
  });
  events.onFault((err) => log.error({ err }, 'a follower of an event failed'));
  const metrics = metricsOf(requests);
  const secrets = createSigningSecrets(requests.db, settings.TOKEN_SECRET, clock);
  await secrets(); // a fault ends the start, and not the first request
  const keyUse = createKeyUse({
    database: database.db,
    available: database.available,
    clock,
    // Nothing is lost but an hour's mark, and whatever keeps it from being stored is told elsewhere.
    reportFailure: (err) => log.debug({ err }, 'the use of keys could not be stored'),
  });
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  let app: App | undefined;
  const server = await listen(settings, async (request) => {
    // The port is known only once it is open, and the app needs its address.
    if (!app) return new Response(null, { status: 503, headers: { 'retry-after': '1' } });
    const response = await app.fetch(request);
    // Proxies keep connections open for the next request: there won't be one.
    if (state === 'stopping') response.headers.set('connection', 'close');
    return response;
  });
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${server.port}`;
  app = createApp({
    settings,
    addresses: addressesOf(publicUrl),
    version,
    peerOf: server.peerOf,
    database: requests,
    noteOutage: outages.note,
    secrets,
    clock,
    log,
    metrics,
    keyUse,
    ready: () => state === 'ready',
  });
  database.embedded?.describe(`listening on ${publicUrl}`);
  void database.embedded?.stopped.then((reason) => {
    // Whatever was acknowledged is on the disk; going on without a database helps nobody.
    log.fatal({ reason }, 'the embedded database has stopped');
    process.exit(1);
  });
  const endJobs = startJobs(workbench, metrics, keyUse, outages, log);
  const endCommands = await serveCommandsBeside(workbench, runCommand);
  state = 'ready';
  log.info({ address: publicUrl, database: database.kind, runtime: runtimeName }, 'listening');
  return {
    publicUrl,
    async finish(noticeMs: number) {
      state = 'stopping';
      outages.stop();
      const jobsEnd = Promise.all([endJobs(), endCommands()]);
      await delay(noticeMs);
      const end = Promise.all([server.stop(false), jobsEnd]);
      if (!(await endsWithin(graceMs, end))) await server.stop(true);
    },
  };
}

async function listen(
  { HOST: hostname, PORT: port }: Settings,
  fetch: (request: Request) => Promise<Response>,
): Promise<HttpServer> {
  try {
    return await serveHttp({ hostname, port, fetch });
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') {
      throw new PortTaken(`The port ${port} on ${hostname} is taken; set PORT to a free one.`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`The service can't listen on HOST ${hostname}, PORT ${port}: ${reason}.`);
  }
}

/** Runs the commands that are sent to the socket of an embedded database; gives what ends it. */
async function serveCommandsBeside(
  workbench: Workbench,
  runCommand: RunCommand,
): Promise<() => Promise<void>> {
  if (!workbench.database.embedded) return async () => undefined;
  let stopping = false;
  const beside = { ...workbench, run: () => workbench.run(() => stopping) };
  const socket = await serveCommands(socketIn(workbench.settings.DATA_DIR), (argv, console) =>
    runCommand(argv, { console, withWorkbench: (work) => work(beside) }),
  );
  return async () => {
    stopping = true;
    await new Promise((done) => socket.close(done));
  };
}
