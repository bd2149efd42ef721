import type { Database } from '../../shared/database/connect.ts';

const patienceMs = 1_000;

/** Imports one after the other; `onWaiting` is told of one that has waited for a second. */
export async function inTurn<T>(
  { locked }: Database,
  work: () => Promise<T>,
  onWaiting: () => void = () => undefined,
): Promise<T> {
  const waiting = setTimeout(onWaiting, patienceMs);
  try {
    return await locked('import', () => {
      clearTimeout(waiting);
      return work();
    });
  } finally {
    clearTimeout(waiting); // also where its turn never came
  }
}
