import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Events, Transaction } from '../events.ts';
import type { Db } from './db.ts';
import { errorCode, isConflict } from './error-code.ts';
import { isStale } from './statement-names.ts';

/** How often work is tried when other work gets in its way. */
const mostTries = 4;

/** What work was based on has changed while it was under way. */
export class Outdated extends Error {}

/**
 * Does the work; again, up to four times in all, where it was outdated or the database ended it by a
 * deadlock or failed serialization.
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const mayTryAgain = isConflict(error) || isStale(error) || error instanceof Outdated;
      if (attempt === mostTries || !mayTryAgain) throw error;
    }
  }
}

/**
 * Runs the work in one transaction, with retries. Its unit of work is made only if one is asked
 * for, since most transactions write by statements alone.
 */
export function inTransaction<T>(
  orm: MikroORM,
  database: Db,
  events: Events,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return withRetries(async () => {
    const announcements: (() => void)[] = [];
    let reason: unknown;
    const attempt = async (db: Db) => {
      let em: EntityManager | undefined;
      const tx: Transaction = {
        db,
        get em() {
          if (em) return em;
          em = orm.em.fork();
          em.setTransactionContext(db);
          return em;
        },
        async publish(name, event) {
          await em?.flush();
          announcements.push(...(await events.publish(name, event, tx)));
        },
      };
      const result = await work(tx);
      await em?.flush();
      return result;
    };
    const result = await database
      .transaction()
      .execute((db) =>
        attempt(db).catch((error) => {
          reason = error;
          throw error;
        }),
      )
      .catch((error) => {
        // What the database or the disk refused may also be why the ROLLBACK failed.
        throw errorCode(reason) ? reason : error;
      });
    for (const announce of announcements) announce();
    return result;
  });
}
