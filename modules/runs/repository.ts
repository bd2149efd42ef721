import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';
import { listedBy } from '../../shared/database/paging.ts';
import { runId } from '../../shared/ids.ts';

/** A look for inactive players: when it began, and the moment that counts for it. rules 2.3 */
export type Look = { readonly number: number; readonly began_at: string; readonly as_of: string };

/** The number of the last run or look that has begun; 0 if there was none. */
export async function lastRun(db: Db): Promise<number> {
  const last = db.selectNoFrom(sql<number>`last_run()`.as('number'));
  return (await last.executeTakeFirstOrThrow()).number;
}

/** Begins a rating run or, with the moment that counts for it, a look; gives its number. Only under the lock. */
export async function beginRun(db: Db, began_at: string, as_of: string | null): Promise<number> {
  const number = (await lastRun(db)) + 1;
  const run = { number, id: runId(number), began_at, as_of, done: false };
  await db.insertInto('run').values(run).execute();
  return number;
}

/** Notes that the run, or the look, did all that it was for. */
export async function endRun(db: Db, number: number): Promise<void> {
  await db.updateTable('run').set({ done: true }).where('number', '=', number).execute();
}

const looks = (db: Db) =>
  db
    .selectFrom('run')
    .select(['number', 'began_at', 'as_of'])
    .where('as_of', 'is not', null)
    .$narrowType<{ as_of: string }>();

/** All looks, by number. */
export function allLooks(db: Db): Promise<Look[]> {
  return looks(db).orderBy('number').execute();
}

/** The look that was broken off, and is to be finished before anything else; undefined if there is none. */
export function openLook(db: Db): Promise<Look | undefined> {
  return looks(db)
    .where('number', '=', sql<number>`last_run()`)
    .where('done', '=', false)
    .executeTakeFirst();
}

/** A rating run or, with a moment that counts for it, a look; one that was broken off isn't done. */
export type Numbered = {
  readonly number: number;
  readonly began_at: string;
  readonly as_of: string | null;
  readonly done: boolean;
};

/** All runs and looks that come after the number, by number. */
export function runsAfter(db: Db, number: number): Promise<Numbered[]> {
  return db
    .selectFrom('run')
    .select(['number', 'began_at', 'as_of', 'done'])
    .where('number', '>', number)
    .orderBy('number')
    .execute();
}

/** Counts looks as of a moment that hasn't come by `now` as of the present: the clock was ahead. rules 11.6 */
export async function takeBackLooks(db: Db, now: string): Promise<void> {
  await db.updateTable('run').set({ as_of: now }).where('as_of', '>', now).execute();
}

/** Runs and looks by number, as an import takes them. */
export const listedRuns = listedBy(
  (db) => db.selectFrom('run').selectAll(),
  'number',
  ({ number: _, ...run }) => run,
);
