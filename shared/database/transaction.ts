import type { EntityManager } from '@mikro-orm/postgresql';
import type { Events, Transaction } from '../events.ts';
import type { Tables } from './db.ts';
import { errorCode } from './error-code.ts';
import { isStale } from './statement-names.ts';

export type { Transaction };

/** How often a transaction is tried that the database ended in favour of another one. */
const mostTries = 4;
const endedInFavourOfAnother = new Set(['40001', '40P01']);

/** Runs the work in one transaction; a deadlock or failed serialization tries it again. */
export async function inTransaction<T>(
  fork: () => EntityManager,
  events: Events,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const announcements: (() => void)[] = [];
    try {
      const result = await fork().transactional(async (em) => {
        const tx: Transaction = {
          em,
          db: em.getKysely<Tables>(),
          async publish(name, event) {
            await em.flush();
            announcements.push(await events.publish(name, event, tx));
          },
        };
        return work(tx);
      });
      for (const announce of announcements) announce();
      return result;
    } catch (error) {
      const mayTryAgain = endedInFavourOfAnother.has(errorCode(error) ?? '') || isStale(error);
      if (attempt === mostTries || !mayTryAgain) throw error;
    }
  }
}
