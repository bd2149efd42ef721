import type { Database } from '../../shared/database/connect.ts';
import type { Hold } from '../../shared/database/lock.ts';

const patienceMs = 1_000;

/**
 * Runs imports one after another; calls `onWaiting` once one has waited for a second. The work calls
 * `hold` in its transaction, which throws if the turn was lost meanwhile.
 */
export async function inTurn<T>(
  { locked, transaction }: Database,
  work: (hold: Hold) => Promise<T>,
  onWaiting: () => void = () => undefined,
): Promise<T> {
  const waiting = setTimeout(onWaiting, patienceMs);
  try {
    return await locked('import', async (_, hold) => {
      await transaction(({ db }) => hold(db)); // an import that lost its turn may be about to commit
      clearTimeout(waiting);
      return work(hold);
    });
  } finally {
    clearTimeout(waiting); // even if its turn never came
  }
}
