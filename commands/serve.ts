import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type App, createApp } from '../modules/app.ts';
import { installationSecret, listKeys, purgeRateWindows } from '../modules/auth/index.ts';
import { exportOrganizers } from '../modules/competitions/index.ts';
import { pendingCounts, purgeKeys } from '../modules/matches/index.ts';
import { createWorker } from '../modules/ratings/index.ts';
import { addressesOf, type Settings } from '../shared/config.ts';
import { Failure, processConsole } from '../shared/console/console.ts';
import { serveCommands } from '../shared/console/socket.ts';
import { errorCode } from '../shared/database/transaction.ts';
import type { Log } from '../shared/log.ts';
import { createMetrics } from '../shared/metrics.ts';
import { installedFiles, type PackageFiles } from '../shared/package-files.ts';
import { type HttpServer, runtimeName, serveHttp } from '../shared/runtime.ts';
import { startSchedule } from '../shared/schedule.ts';
import { minuteMs } from '../shared/time.ts';
import { version } from '../shared/version.ts';
import { nightlyBackup } from './backup.ts';
import { createProgram, runProgram } from './program.ts';
import { endsWithin } from './shutdown.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** How long requests and commands under way have at the end. */
const graceMs = 5_000;

/** After the drops of confidence, in Europe/Warsaw. */
const backupSchedule = '30 3 * * *';

/** A service that answers. */
export type Running = {
  /** The address at which it can be reached from outside. */
  readonly publicUrl: string;
  readonly workbench: Workbench;
  /**
   * Says on /readyz that it stops, goes on accepting for that long (at once by default), finishes
   * what is under way, and closes the database.
   */
  stop(noticeMs?: number): Promise<void>;
};

/** The socket through which commands beside a server on the embedded database reach it. */
export function commandSocket(settings: Settings): string {
  return join(settings.DATA_DIR, 'socket');
}

/** Opens the database, starts the jobs and listens. Throws a Failure where the port is taken. */
export async function startService(
  settings: Settings,
  log: Log,
  clock: () => number = Date.now,
  files: PackageFiles = installedFiles,
): Promise<Running> {
  const reportUnrateable = (match: string, fault: string) =>
    log.error({ match, fault }, 'a match can not be rated');
  const workbench = await openWorkbench(settings, reportUnrateable, clock, files);
  try {
    return await startOn(workbench, log, files);
  } catch (error) {
    await workbench.database.close();
    throw error;
  }
}

async function startOn(workbench: Workbench, log: Log, files: PackageFiles): Promise<Running> {
  const { settings, database, clock } = workbench;
  const secret =
    settings.TOKEN_SECRET ??
    (await installationSecret(database.sql, 'signing', randomBytes(32).toString('base64url')));
  const metrics = createMetrics(async () => {
    await database.available();
    return pendingCounts(database.sql);
  });
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  let app: App | undefined;
  const server = await listen(settings, async (request, peer) => {
    // The port is known only once it is open, and the app needs its address.
    if (!app) return new Response(null, { status: 503, headers: { 'retry-after': '1' } });
    const response = await app.fetch(request, peer);
    // Proxies keep connections open for the next request: there won't be one.
    if (state === 'stopping') response.headers.set('connection', 'close');
    return response;
  });
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${server.port}`;
  app = createApp({
    settings,
    addresses: addressesOf(publicUrl),
    version,
    database,
    secret,
    clock,
    log,
    metrics,
    readAsset: files.readAsset,
    ready: () => state === 'ready',
  });
  database.embedded?.describe(`listening on ${publicUrl}`);
  void database.embedded?.stopped.then(() => {
    // Whatever was acknowledged is on the disk; going on without a database helps nobody.
    log.fatal('the embedded database has stopped: is the disk full?');
    process.exit(1);
  });
  const endJobs = await startJobs(workbench, metrics, log);
  state = 'ready';
  log.info({ address: publicUrl, database: database.kind, runtime: runtimeName }, 'listening');
  return {
    publicUrl,
    workbench,
    async stop(noticeMs = 0) {
      state = 'stopping';
      const jobsEnd = endJobs();
      await delay(noticeMs);
      const end = Promise.all([server.stop(false), jobsEnd]);
      if (!(await endsWithin(graceMs, end))) await server.stop(true);
      await database.close();
    },
  };
}

async function listen(
  { HOST: hostname, PORT: port }: Settings,
  fetch: (request: Request, peer: string) => Promise<Response>,
): Promise<HttpServer> {
  try {
    return await serveHttp({ hostname, port, fetch });
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Failure(`The service can't listen on HOST ${hostname}, PORT ${port}: ${reason}.`);
    }
    throw new PortTaken(`The port ${port} on ${hostname} is taken; set PORT to a free one.`);
  }
}

/** Another program listens on the port. */
export class PortTaken extends Failure {}

/** Starts what runs beside requests; gives what ends it. */
async function startJobs(
  workbench: Workbench,
  metrics: ReturnType<typeof createMetrics>,
  log: Log,
): Promise<() => Promise<void>> {
  const { settings, database, events, run, decay, clock } = workbench;
  const worker = createWorker({
    database,
    run,
    delaySeconds: settings.RATING_DELAY_SECONDS,
    reportRun(result) {
      metrics.observeRun(result);
      log.info(result, 'rating run');
    },
    reportFailure: (err) => log.error({ err }, 'a rating run failed'),
  });
  events.afterCommit('match.submitted', () => worker.wake());

  const drop = async () => log.info(await decay(), 'inactivity drops');
  const failed = (err: unknown) => log.error({ err }, 'the inactivity drops failed');
  await drop().catch(failed);
  const endSchedule = startSchedule(settings.DECAY_SCHEDULE, drop, failed);
  const folder = settings.BACKUP_DIR;
  const endBackups =
    folder &&
    startSchedule(
      backupSchedule,
      async () =>
        log.info({ path: await nightlyBackup(workbench, processConsole(), folder) }, 'backup'),
      (err) => log.error({ err }, 'the nightly backup failed'),
    );

  const purge = async () => {
    await purgeKeys(database.sql, clock());
    await purgeRateWindows(database.sql);
  };
  const cleanUp = async () => {
    await purge();
    await database.embedded?.upkeep();
  };
  const cleaning = setInterval(
    () => void cleanUp().catch((err) => log.error({ err }, 'the clean-up failed')),
    5 * minuteMs,
  );

  let stopping = false;
  const beside = { ...workbench, run: () => run(() => stopping) };
  const socket = database.embedded && (await serveCommands(commandSocket(settings), runBeside));
  function runBeside(argv: string[], console: Parameters<typeof runProgram>[2]) {
    const program = createProgram({ console, withWorkbench: (work) => work(beside) });
    return runProgram(program, argv, console);
  }

  return async () => {
    endSchedule();
    if (endBackups) endBackups();
    clearInterval(cleaning);
    stopping = true;
    await Promise.all([worker.stop(), socket && new Promise((done) => socket.close(done))]);
  };
}

/** What to do next on an empty database; nothing once there are an organizer and a key. */
export async function firstSteps({ database }: Workbench): Promise<string[]> {
  const organizers = await exportOrganizers(database.sql).next();
  const keys = await listKeys(database.sql);
  if (!organizers.done && keys.length > 0) return [];
  return [
    'Nobody can submit or read yet. To answer a few questions: tennis init; to bring in a file: tennis import FILE',
    'For who submits: tennis organizers add --name NAME, then tennis clients add --organizer ID',
    'For who reads: tennis keys add --label LABEL; the documentation is at /docs',
  ];
}
