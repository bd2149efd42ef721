import { Problem } from '../problem.ts';

/** Lets a request go to the database; throws `service-unavailable` where it would wait too long. */
export type Admit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A bounded queue: at most so many requests are on their way to the database and back at a time.
 * `available` waits for what holds up all of them.
 */
export function createAdmission(available: () => Promise<void>, most: number): Admit {
  let underWay = 0;
  return async (work) => {
    if (underWay >= most) {
      const headers = { 'retry-after': '1' };
      throw new Problem('service-unavailable', 'Too many requests are under way.', { headers });
    }
    underWay += 1;
    try {
      await available();
      return await work();
    } finally {
      underWay -= 1;
    }
  };
}

/** Whoever asks while an answer is on its way gets that one. */
export function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().finally(() => {
      answer = undefined;
    });
    return answer;
  };
}
