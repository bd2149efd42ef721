import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Problem } from '../http/problem.ts';
import type { Database } from './connect.ts';
import { errorCode } from './transaction.ts';

/** The problem of a database that can't be used for the moment. */
export function unavailable(detail: string): Problem {
  return new Problem('service-unavailable', detail, { headers: { 'retry-after': '2' } });
}

/** SQLSTATE classes and system errors of a database that is away. */
const away = /^(08|57P|ECONN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)/;
const awayMessage = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

/** Of one that is there, but only reads, has nothing left, or kept a statement waiting too long. */
const busy = /^(25006|53|57014|55P03|25P03)/;

/** Whether the error comes of a database that can't be reached, and not of what it was asked. */
export function isOutage(error: unknown): boolean {
  const byMessage = error instanceof Error && awayMessage.test(error.message);
  return byMessage || away.test(errorCode(error) ?? '');
}

/** The problem that an error of the database stands for; undefined where it is a fault of ours. */
export function problemOfDatabase(error: unknown): Problem | undefined {
  const passes = isOutage(error) || busy.test(errorCode(error) ?? '');
  return passes ? unavailable('The database can not be reached for the moment.') : undefined;
}

/** Asks the database for an answer; throws where there is none, or a long command is in the way. */
export async function ping(database: Database): Promise<void> {
  await database.available();
  await sql`select 1`.execute(database.sql);
}

const pingMs = 1_000;

/** Tells once that the database is gone, and once that it is back. */
export type OutageWatch = {
  /** Whether the error is one of an outage, which is then seen to. */
  note(error: unknown): boolean;
  stop(): void;
};

/** Watches from the first error of an outage until the database answers again. */
export function watchOutages(
  database: Database,
  { gone, back }: { gone: (error: unknown) => void; back: () => void },
): OutageWatch {
  let isGone = false;
  let isStopped = false;

  async function untilBack(): Promise<void> {
    while (isGone && !isStopped) {
      await delay(pingMs, undefined, { ref: false });
      isGone = await ping(database).then(
        () => false,
        () => true,
      );
    }
    if (!isStopped) back();
  }

  return {
    note(error) {
      if (!isOutage(error)) return false;
      if (!isGone && !isStopped) {
        isGone = true;
        gone(error);
        void untilBack();
      }
      return true;
    },
    stop() {
      isStopped = true;
    },
  };
}
