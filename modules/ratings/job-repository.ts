import type { Db } from '../../shared/database/db.ts';
import { utc } from '../../shared/time.ts';

/** Notes that a job ended; `at` in milliseconds since the epoch. */
export async function noteRun(db: Db, name: string, at: number, result: object): Promise<void> {
  const run = { ended_at: utc(at), result };
  await db
    .insertInto('job_run')
    .values({ name, ...run })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
    .execute();
}

/** When each job last ended, and with what result. */
export function lastRuns(db: Db) {
  return db.selectFrom('job_run').select(['name', 'ended_at', 'result']).orderBy('name').execute();
}

const backup = 'backup';
const failedBackup = 'failed backup';

/** Notes that a backup was made; `at` in milliseconds since the epoch. */
export async function noteBackup(db: Db, at: number, records: number): Promise<void> {
  await noteRun(db, backup, at, { records });
  await db.deleteFrom('job_run').where('name', '=', failedBackup).execute();
}

/** Why a backup could not be made, and whether it is tried again soon. */
type FailedBackup = { readonly reason: string; readonly tried_again: boolean };

/** Notes that a backup could not be made, until one is. */
export function noteFailedBackup(db: Db, at: number, failure: FailedBackup): Promise<void> {
  return noteRun(db, failedBackup, at, failure);
}

/**
 * When the last backup was made, and when the last one since then failed, in UTC; undefined if none did.
 * `triedAt` is the moment of that failure if the backup isn't tried again soon.
 */
export async function backupState(db: Db) {
  const runs = await lastRuns(db);
  const madeAt = runs.find(({ name }) => name === backup)?.ended_at;
  const failed = runs.find(({ name }) => name === failedBackup);
  const { tried_again }: Partial<FailedBackup> = failed?.result ?? {};
  return {
    madeAt,
    failedAt: failed?.ended_at,
    triedAt: tried_again ? undefined : failed?.ended_at,
  };
}
