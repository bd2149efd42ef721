import { Cron } from 'croner';
import { forgetFormerSecrets, type KeyUses, purgeRateWindows } from '../modules/auth/index.ts';
import { purgeKeys } from '../modules/matches/index.ts';
import { createWorker } from '../modules/ratings/index.ts';
import type { OutageWatch } from '../shared/database/outage-watch.ts';
import type { Log } from '../shared/log.ts';
import type { Metrics } from '../shared/metrics.ts';
import { minuteMs, secondMs, utc } from '../shared/time.ts';
import { nightlyBackup } from './backup.ts';
import type { Workbench } from './workbench.ts';

/** After the drops of confidence, in Europe/Warsaw. */
const backupSchedule = '30 3 * * *';
const cleanUpMs = 5 * minuteMs;
const followMs = 2 * secondMs;

type Surroundings = {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly keyUses: KeyUses;
  readonly outages: OutageWatch;
  /** Tells what commands have done since the last call. */
  readonly followCommands: () => Promise<void>;
};

/** Starts what runs beside requests; gives what ends it. */
export function startJobs(
  workbench: Workbench,
  { log, metrics, keyUses, outages, followCommands }: Surroundings,
): () => Promise<void> {
  const { settings, database, events, run, decay, clock } = workbench;
  /** Logs what failed, unless it is the outage that is logged already. */
  const failed = (what: string) => (err: unknown) => {
    if (!outages.note(err)) log.error({ err }, what);
  };

  /** Does the work by a cron pattern in Europe/Warsaw, never twice at once. */
  const schedule = (pattern: string, what: string, work: () => Promise<void>) =>
    new Cron(
      pattern,
      { timezone: 'Europe/Warsaw', protect: true, catch: failed(`${what} failed`) },
      work,
    );

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

  let isStopping = false;
  const drop = async () => log.info(await decay(clock(), () => isStopping), 'inactivity drops');
  const drops = schedule(settings.DECAY_SCHEDULE, 'the inactivity drops', drop);
  const firstDrops = drops.trigger();

  const folder = settings.BACKUP_DIR;
  const backUp = async (folder: string) =>
    log.info({ path: await nightlyBackup(workbench, folder) }, 'backup');
  const backups = folder && schedule(backupSchedule, 'the nightly backup', () => backUp(folder));

  const cleanUp = async () => {
    await purgeKeys(database.db, clock());
    await purgeRateWindows(database.db);
    await forgetFormerSecrets(database.db, utc(clock()));
    await database.embedded?.upkeep();
  };
  let following: Promise<void> | undefined;
  const follow = () => {
    following ??= followCommands()
      .catch(failed('the look at the audit log failed'))
      .finally(() => {
        following = undefined;
      });
  };
  const timers = [
    setInterval(follow, followMs),
    setInterval(() => void cleanUp().catch(failed('the clean-up failed')), cleanUpMs),
    setInterval(() => void keyUses.write(), secondMs),
  ];

  return async () => {
    isStopping = true;
    drops.stop();
    if (backups) backups.stop();
    for (const timer of timers) clearInterval(timer);
    await Promise.all([keyUses.write(), worker.stop(), firstDrops, following]);
  };
}
