import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';

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
  while ((await waitingSessions(db)) < sessions) await delay(10);
}
