import { forgetFormerSecrets, type KeyUse, purgeRateWindows } from '../modules/auth/index.ts';
import { pendingCounts, purgeKeys } from '../modules/matches/index.ts';
import { backupState, createWorker } from '../modules/ratings/index.ts';
import { processConsole } from '../shared/console/console.ts';
import type { Database } from '../shared/database/connect.ts';
import type { OutageWatch } from '../shared/database/outage-watch.ts';
import type { Log } from '../shared/log.ts';
import { createMetrics, type Metrics } from '../shared/metrics.ts';
import { startSchedule } from '../shared/schedule.ts';
import { minuteMs, secondMs, utc } from '../shared/time.ts';
import { nightlyBackup } from './backup.ts';
import type { Workbench } from './workbench.ts';

/** After the drops of confidence, in Europe/Warsaw. */
const backupSchedule = '30 3 * * *';

const cleanUpMs = 5 * minuteMs;

/** What can be measured of a service whose requests use the database. */
export function metricsOf(requests: Database): Metrics {
  return createMetrics({
    connections: requests.connections,
    async stored() {
      await requests.available();
      const { madeAt, failedAt } = await backupState(requests.db);
      return {
        ...(await pendingCounts(requests.db)),
        backupAt: madeAt === undefined ? undefined : Date.parse(madeAt) / 1_000,
        backupFailed: failedAt !== undefined,
      };
    },
  });
}

/** Starts what runs beside requests; gives what ends it. */
export function startJobs(
  workbench: Workbench,
  metrics: Metrics,
  keyUse: KeyUse,
  outages: OutageWatch,
  log: Log,
): () => Promise<void> {
  const { settings, database, events, run, decay, clock } = workbench;
  /** Logs what failed, unless it is the outage that is logged already. */
  const failed = (what: string) => (err: unknown) => {
    if (!outages.note(err)) log.error({ err }, what);
  };
  const worker = createWorker({
    database,
    run,
    delaySeconds: settings.RATING_DELAY_SECONDS,
    reportRun(result) {
      metrics.observeRun(result);
      log.info(result, 'rating run');
    },
    reportFailure: failed('a rating run failed'),
  });
  events.afterCommit('match.submitted', () => worker.wake());

  const drop = async () => log.info(await decay(), 'inactivity drops');
  const dropFailed = failed('the inactivity drops failed');
  const firstDrops = drop().catch(dropFailed);
  const endDrops = startSchedule(settings.DECAY_SCHEDULE, drop, dropFailed);

  const folder = settings.BACKUP_DIR;
  const backUp = async () =>
    log.info({ path: await nightlyBackup(workbench, processConsole(), folder ?? '') }, 'backup');
  const endBackups = folder
    ? startSchedule(backupSchedule, backUp, failed('the nightly backup failed'))
    : () => undefined;

  const cleanUp = async () => {
    await purgeKeys(database.db, clock());
    await purgeRateWindows(database.db);
    await forgetFormerSecrets(database.db, utc(clock()));
    await database.embedded?.upkeep();
  };
  const cleaning = setInterval(
    () => void cleanUp().catch(failed('the clean-up failed')),
    cleanUpMs,
  );
  const noting = setInterval(() => void keyUse.write(), secondMs);

  return async () => {
    endDrops();
    endBackups();
    clearInterval(cleaning);
    clearInterval(noting);
    await Promise.all([keyUse.write(), worker.stop(), firstDrops]);
  };
}
