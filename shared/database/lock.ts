import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import PQueue from 'p-queue';
import { minuteMs } from '../time.ts';
import type { Db } from './db.ts';

/**
 * Keeps the next holder of the lock out until the transaction ends, and first waits for a former holder that
 * is still in one. Throws where the lock is lost.
 */
export type Hold = (transaction: Db) => Promise<void>;

/**
 * Runs work while no other process or call holds the lock of the same name; waits for it, and calls
 * `onWaiting` after a second. The session outlives the transactions of the work.
 */
export type Lock = <T>(
  name: string,
  work: (session: Db, hold: Hold) => Promise<T>,
  onWaiting?: () => void,
) => Promise<T>;

/** Thrown to those who still wait for a lock at the end of the program. */
export class LockNotFree extends Error {}

const pollMs = 100;
const patienceMs = 1_000;
/** A holder gives signs ten times as often, and who waits asks at every poll. */
const mostIdleMs = { holding: 5 * minuteMs, waiting: minuteMs / 2 };

/** PostgreSQL's number for the name. */
const keyOf = (name: string) => sql`hashtextextended(${`tennis ${name}`}, 0)`;

/** Keeps every other transaction that takes a turn of the same name waiting until this one has ended. */
async function takeTurn(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(db);
}

/** Locks of one process, for a database with one connection that belongs to it alone. */
export function createProcessLock(database: Db): Lock {
  const queues = new Map<string, PQueue>();
  const hold = async () => undefined;
  return (name, work, onWaiting = () => undefined) => {
    const waiting = setTimeout(onWaiting, patienceMs);
    return queues
      .getOrInsertComputed(name, () => new PQueue({ concurrency: 1 }))
      .add(() => {
        clearTimeout(waiting);
        return work(database, hold);
      });
  };
}

/**
 * PostgreSQL's session locks, held on a connection of their own; they end with it. A holder that
 * loses the connection while it works learns it at its next `hold`. Who is idle for too long, such as a
 * command that somebody suspended, or whose host is gone, loses it, or the place of who is next. Once the
 * program is ending nobody waits any more.
 */
export function createAdvisoryLock(db: Db, isEnding: () => boolean, idleMs = mostIdleMs): Lock {
  return (name, work, onWaiting = () => undefined) =>
    db.connection().execute(async (session) => {
      const attempt = async (lock: string) => {
        const held = sql<{ held: boolean }>`select pg_try_advisory_lock(${keyOf(lock)}) as held`;
        return (await held.execute(session)).rows[0]?.held === true;
      };
      const next = `${name}, next`;
      const sign = () => sql`select`.execute(session);
      const lost = () => undefined;
      let waiting: ReturnType<typeof setTimeout> | undefined;
      const signs = setInterval(() => void sign().catch(lost), idleMs.holding / 10);
      try {
        await sql`set idle_session_timeout = ${sql.lit(idleMs.waiting)}`.execute(session);
        let isNext = false;
        for (;;) {
          // Who waits comes before a holder that wants the lock again at once.
          isNext ||= await attempt(next);
          if (isNext && (await attempt(name))) break;
          waiting ??= setTimeout(onWaiting, patienceMs);
          await delay(pollMs);
          if (isEnding()) throw new LockNotFree(`The lock "${name}" was not free before the end.`);
        }
        clearTimeout(waiting);
        await sql`select pg_advisory_unlock(${keyOf(next)}),
          set_config('idle_session_timeout', ${String(idleMs.holding)}, false)`.execute(session);
        return await work(session, async (transaction) => {
          await takeTurn(transaction, `${name}, held`);
          await sign();
        });
      } finally {
        clearInterval(signs);
        clearTimeout(waiting);
        // The work stays done even if the session, and the lock with it, ended before.
        await sql`select pg_advisory_unlock_all(), set_config('idle_session_timeout', '0', false)`
          .execute(session)
          .catch(lost);
      }
    });
}
