import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import { utc } from '../../shared/time.ts';
import { lastRuns, noteRun } from './job-repository.ts';
import { placeBefore } from './place-repository.ts';

const look = 'inactivity drops';

const LookSchema = v.looseObject({ as_of: v.string(), place: v.number() });

/** A look for inactive players: the moment that counted, its end, both in UTC, and the history's last place. */
export type Look = v.InferOutput<typeof LookSchema> & { readonly ended_at: string };

/**
 * Notes that a look ended, the moment that counted for it, in UTC, and what it gave. A look as of an earlier
 * moment than the last one isn't noted: that one still says what should have been given.
 */
export async function noteLook(db: Db, at: number, as_of: string, given: object): Promise<void> {
  const last = await lastLook(db);
  // One of the future is of a clock that was wrong, and gives way.
  if (last && last.as_of > as_of && last.as_of <= utc(at)) return;
  const place = await placeBefore(db);
  await noteRun(db, look, at, { ...given, as_of, place });
}

/** The last look; undefined if there was none. */
export async function lastLook(db: Db): Promise<Look | undefined> {
  const run = (await lastRuns(db)).find(({ name }) => name === look);
  const result = v.safeParse(LookSchema, run?.result);
  return run && result.success ? { ...result.output, ended_at: run.ended_at } : undefined;
}

/** Moves the last look to another place, after the history was put into another order. */
export async function moveLook(db: Db, place: number): Promise<void> {
  const run = (await lastRuns(db)).find(({ name }) => name === look);
  if (!run) return;
  const result = { ...run.result, place };
  await db.updateTable('job_run').set({ result }).where('name', '=', look).execute();
}
