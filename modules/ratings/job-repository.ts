import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import { utc } from '../../shared/time.ts';
import { placeBefore } from './place-repository.ts';

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

const look = 'inactivity drops';

const LookSchema = v.looseObject({ as_of: v.string(), place: v.number() });

/** A look for inactive players: the moment that counted, its end, both in UTC, and the history's last place. */
export type Look = v.InferOutput<typeof LookSchema> & { readonly ended_at: string };

/**
 * Notes that a look ended, the moment that counted for it, in UTC, and what it gave; but for one as of
 * a moment before that of the last one, which goes on to say what should have been given.
 */
export async function noteLook(db: Db, at: number, as_of: string, given: object): Promise<void> {
  const last = await lastLook(db);
  if (last && last.as_of > as_of) return;
  const place = await placeBefore(db);
  await noteRun(db, look, at, { ...given, as_of, place });
}

/** The last look; undefined where there was none. */
export async function lastLook(db: Db): Promise<Look | undefined> {
  const run = (await lastRuns(db)).find(({ name }) => name === look);
  const result = v.safeParse(LookSchema, run?.result);
  return run && result.success ? { ...result.output, ended_at: run.ended_at } : undefined;
}

/** Lets the last look have come at another place, after the history was put into another order. */
export async function moveLook(db: Db, place: number): Promise<void> {
  const run = (await lastRuns(db)).find(({ name }) => name === look);
  if (!run) return;
  const result = { ...run.result, place };
  await db.updateTable('job_run').set({ result }).where('name', '=', look).execute();
}

const backup = 'backup';
const failedBackup = 'failed backup';

/** Notes that a backup was made; `at` in milliseconds since the epoch. */
export async function noteBackup(db: Db, at: number, records: number): Promise<void> {
  await noteRun(db, backup, at, { records });
  await db.deleteFrom('job_run').where('name', '=', failedBackup).execute();
}

/** Notes that a backup could not be made, until one is. */
export function noteFailedBackup(db: Db, at: number, reason: string): Promise<void> {
  return noteRun(db, failedBackup, at, { reason });
}

/** When the last backup was made and the last one since failed, in UTC; undefined where none did. */
export async function backupState(db: Db) {
  const runs = await lastRuns(db);
  const endOf = (name: string) => runs.find((run) => run.name === name)?.ended_at;
  return { madeAt: endOf(backup), failedAt: endOf(failedBackup) };
}
