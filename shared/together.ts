import { setTimeout as delay } from 'node:timers/promises';

/** Whether the work has ended within that time; it goes on if not. */
export function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), delay(ms, false, { ref: false })]);
}

/** Whoever asks while an answer is on its way gets that answer. */
export function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().finally(() => {
      answer = undefined;
    });
    return answer;
  };
}
