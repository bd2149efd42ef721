import { Cron } from 'croner';
import { forgetFormerSecrets, type KeyUses, purgeRateWindows } from '../modules/auth/index.ts';
import { forgetFaults, pendingCounts, purgeKeys, waitingSince } from '../modules/matches/index.ts';
import { refreshQuality } from '../modules/quality/index.ts';
import { backupState, createWorker, type RunResult } from '../modules/ratings/index.ts';
import { LockNotFree } from '../shared/database/lock.ts';
import { isOutage, type NoteOutage, problemOfDatabase } from '../shared/database/outage.ts';
import type { Log } from '../shared/log.ts';
import { minuteMs, secondMs, utc } from '../shared/time.ts';
import { backupTimes, nightlyBackup } from './backup.ts';
import type { Workbench } from './workbench.ts';

/** After the drops of confidence, in Europe/Warsaw. */
const backupSchedule = '30 3 * * *';
const backupRetryMs = 5 * minuteMs;
const cleanUpMs = 5 * minuteMs;
type Surroundings = {
  readonly log: Log;
  readonly keyUses: KeyUses;
  readonly passUses: KeyUses;
  readonly noteOutage: NoteOutage;
};

/** Starts the jobs that run in the background; gives the function that ends them. */
export async function startJobs(
  workbench: Workbench,
  { log, keyUses, passUses, noteOutage }: Surroundings,
): Promise<() => Promise<void>> {
  const { settings, database, events, run, decay, clock } = workbench;
  /**
   * Logs a failure, unless it is part of an outage, which is logged once, or the end came before a lock was free.
   * Where a statement waited too long, such as for a lock, the reason is enough.
   */
  const failed = (what: string) => (err: unknown) => {
    if (err instanceof LockNotFree || noteOutage(err)) return;
    log.error(problemOfDatabase(err) ? { reason: String(err) } : { err }, what);
  };

  let isStopping = false;
  const running = new Map<string, Promise<void>>();
  /** A function that does the work, never twice at once. */
  const single = (what: string, work: () => Promise<void>) => () => {
    if (running.has(what)) return;
    const end = work()
      .catch(failed(`${what} failed`))
      .finally(() => running.delete(what));
    running.set(what, end);
  };
  /** Does the work at the times of a cron pattern. */
  const schedule = (pattern: string, work: () => void) =>
    new Cron(pattern, { timezone: 'Europe/Warsaw' }, work);

  const weigh = single('the measuring of the quality', async () => {
    // Nobody else sees it: the command measures anew.
    if (settings.WEBSITE === 'public') await refreshQuality(workbench, () => isStopping);
  });
  const reportRun = (result: RunResult) => {
    if (result.rated + result.unrateable === 0) return;
    log.info(result, 'rating run');
    weigh();
  };
  const worker = createWorker({
    database,
    run,
    delaySeconds: settings.RATING_DELAY_SECONDS,
    reportRun,
    reportFailure: failed('a rating run failed'),
  });
  events.afterCommit('match.submitted', () => worker.wake());

  const drop = single('the inactivity drops', async () => {
    if (isStopping) return;
    log.info(await decay(undefined, () => isStopping), 'inactivity drops');
  });
  const nothingElseWaits = async () => (await waitingSince(database.db)).first === null;
  // What kept a match from being rated may be gone, though no new result begins a run. This comes
  // before the drops: one due after such a match must not count for it.
  const tryAgain = single('the ratings of what could not be rated', async () => {
    try {
      if (await nothingElseWaits()) {
        reportRun(await run(() => isStopping, { isDue: nothingElseWaits }));
      }
      // If other matches wait, their run comes in its own time, and tries these again, too.
      if (!(await nothingElseWaits())) await forgetFaults(database.db);
    } finally {
      drop();
    }
  });
  const look = async () => {
    const { unrateable } = await pendingCounts(database.db).catch(() => ({ unrateable: 0 }));
    if (unrateable > 0) tryAgain();
    else drop();
  };
  const schedules = [schedule(settings.DECAY_SCHEDULE, () => void look())];
  await look();
  weigh();

  const timers: ReturnType<typeof setInterval>[] = [];
  const folder = settings.BACKUP_DIR;
  if (folder) {
    let lastTry = 0;
    // A backup missed by a stop, an outage or a machine that was off is made later; a failed one is not.
    const backUp = single('the nightly backup', async () => {
      const now = clock();
      const due = nights.previousRuns(1, new Date(now + secondMs))[0]?.getTime() ?? now; // or the one due now
      const { triedAt } = await backupState(database.db);
      const tries = [...(await backupTimes(folder)), Date.parse(triedAt ?? ''), lastTry];
      if (isStopping || tries.some((at) => at >= due && at <= now)) return;
      lastTry = now; // the folder's clock may differ, and a full database can't note the try
      try {
        log.info({ path: await nightlyBackup(workbench, folder) }, 'backup');
      } catch (error) {
        if (isOutage(error)) lastTry = 0;
        throw error;
      }
    });
    const nights = schedule(backupSchedule, backUp);
    schedules.push(nights);
    timers.push(setInterval(backUp, backupRetryMs));
    backUp();
  }

  const cleanUp = single('the clean-up', async () => {
    await purgeKeys(database.db, clock());
    await purgeRateWindows(database.db);
    await forgetFormerSecrets(database.db, utc(clock()));
  });
  const { embedded } = database;
  const upkeep = single('the upkeep', async () => embedded?.upkeep());
  timers.push(
    setInterval(cleanUp, cleanUpMs),
    setInterval(upkeep, cleanUpMs),
    setInterval(weigh, cleanUpMs),
    setInterval(() => void keyUses.write(), secondMs),
    setInterval(() => void passUses.write(), secondMs),
  );

  return async () => {
    isStopping = true;
    for (const each of schedules) each.stop();
    for (const timer of timers) clearInterval(timer);
    await Promise.all([keyUses.write(), passUses.write(), worker.stop(), ...running.values()]);
  };
}
