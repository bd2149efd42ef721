import type { Database } from '../../shared/database/connect.ts';
import type { Transaction } from '../../shared/events.ts';

/** What the work gives in a transaction, of which nothing stays. */
export async function undone<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const results: T[] = [];
  const undo = new Error('undo');
  await database
    .transaction(async (tx) => {
      results.push(await work(tx));
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  const [result] = results;
  return result as T;
}
