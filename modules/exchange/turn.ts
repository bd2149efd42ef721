import type { Database } from '../../shared/database/connect.ts';
import type { Hold } from '../../shared/database/lock.ts';

const patienceMs = 1_000;

/**
 * Imports one after the other; `onWaiting` is told of one that has waited for a second. The work takes `hold` in its
 * transaction, which throws where its turn was lost meanwhile.
 */
export async function inTurn<T>(
  { locked, transaction }: Database,
  work: (hold: Hold) => Promise<T>,
  onWaiting: () => void = () => undefined,
): Promise<T> {
  const waiting = setTimeout(onWaiting, patienceMs);
  try {
    return await locked('import', async (_, hold) => {
      await transaction(({ db }) => hold(db)); // one that lost its turn may be about to commit
      clearTimeout(waiting);
      return work(hold);
    });
  } finally {
    clearTimeout(waiting); // also where its turn never came
  }
}
