import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';

/** Waits until it is so; throws, with what is missing, where it isn't so after the time, however slow the machine. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs = 10_000,
  missing = String(isSo),
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const isLast = performance.now() > deadline;
    if (await isSo()) return;
    if (isLast) throw new Error(`not within ${withinMs} ms: ${missing}`);
    await delay(20);
  }
}

/** How many sessions of the database wait for a lock. */
export async function waitingSessions(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}

/** Ends when that many sessions of the database wait for a lock. */
export async function untilWaiting(db: Db, sessions: number): Promise<void> {
  await until(async () => (await waitingSessions(db)) >= sessions, 60_000, `${sessions} that wait`);
}
