import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Log, onceAMinute } from '../log.ts';
import type { Database } from './connect.ts';
import { isOutage, lacksMeans } from './outage.ts';

/** Asks the database for an answer; throws where there is none, or a long command is in the way. */
async function ping(database: Database): Promise<void> {
  await database.available();
  await sql`select 1`.execute(database.db);
}

const pingMs = 1_000;

export type OutageWatch = ReturnType<typeof watchOutages>;

/** Watches from the first error of an outage until the database answers again. */
export function watchOutages(database: Database, log: Log) {
  let isGone = false;
  let isStopped = false;
  const isDue = onceAMinute();

  async function untilBack(): Promise<void> {
    while (isGone && !isStopped) {
      await delay(pingMs, undefined, { ref: false });
      isGone = await ping(database).then(
        () => false,
        () => true,
      );
    }
    if (!isStopped) log.info('the database is back');
  }

  return {
    /** Whether the error is one that the log tells of from here: of an outage, which is then watched, or of a lack. */
    note(error: unknown): boolean {
      if (lacksMeans(error)) {
        const lack = 'the database can not do its work';
        if (isDue(lack)) log.error({ reason: String(error) }, lack);
        return true;
      }
      if (!isOutage(error)) return false;
      if (!isGone && !isStopped) {
        isGone = true;
        log.error({ reason: String(error) }, 'the database is gone');
        void untilBack();
      }
      return true;
    },
    stop(): void {
      isStopped = true;
    },
  };
}
