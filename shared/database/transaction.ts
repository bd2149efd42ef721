import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Events, Transaction } from '../events.ts';
import type { Db } from './db.ts';
import { errorCode } from './error-code.ts';
import { isStale } from './statement-names.ts';

export type { Transaction };

/** How often a transaction is tried that the database ended in favour of another one. */
const mostTries = 4;
const endedInFavourOfAnother = new Set(['40001', '40P01']);

/**
 * Runs the work in one transaction; a deadlock or failed serialization tries it again. Its unit of
 * work is made where one is asked for, since most write by statements alone.
 */
export async function inTransaction<T>(
  orm: MikroORM,
  reads: Db,
  events: Events,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const announcements: (() => void)[] = [];
    try {
      const result = await reads.transaction().execute(async (db) => {
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
            announcements.push(await events.publish(name, event, tx));
          },
        };
        const result = await work(tx);
        await em?.flush();
        return result;
      });
      for (const announce of announcements) announce();
      return result;
    } catch (error) {
      const mayTryAgain = endedInFavourOfAnother.has(errorCode(error) ?? '') || isStale(error);
      if (attempt === mostTries || !mayTryAgain) throw error;
    }
  }
}
