import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../shared/database/connect.ts';
import { waitingSince } from '../matches/index.ts';
import type { RunResult } from './run.ts';

/** How often the worker looks for what another process or a crash left pending. */
const sweepMs = 15_000;

export type Worker = {
  /** Something was submitted: the worker sees to it in time. */
  wake(): void;
  /** Ends after the batch under way, if there is one. */
  stop(): Promise<void>;
};

type Dependencies = {
  readonly database: Database;
  readonly run: (stopping: () => boolean) => Promise<RunResult>;
  /** Quiet time after the last submission before a run starts; four times that after the first. */
  readonly delaySeconds: number;
  readonly reportRun: (result: RunResult) => void;
  readonly reportFailure: (error: unknown) => void;
};

/**
 * Starts rating runs when they are due. What waits is known from the database alone, so that several
 * processes, a restart and an import all come to the same. rules 3.1
 */
export function createWorker(dependencies: Dependencies): Worker {
  const { database, run, delaySeconds, reportRun, reportFailure } = dependencies;
  const quietMs = delaySeconds * 1_000;
  const startedAt = performance.now();
  let nextLook = startedAt;
  let sleep = new AbortController();
  let stopped = false;

  /** Milliseconds until the next run is due; undefined where nothing waits. */
  async function untilDue(): Promise<number | undefined> {
    const { first, last } = await waitingSince(database.db);
    if (first === null || last === null) return undefined;
    // What is pending at the start counts as submitted then, and so does what came before the
    // database's clock was put back: nobody knows how long ago that is.
    const uptime = performance.now() - startedAt;
    const age = (ms: number) => (ms < 0 ? uptime : Math.min(ms, uptime));
    return Math.max(0, Math.min(quietMs - age(last), 4 * quietMs - age(first)));
  }

  function lookWithin(ms: number): void {
    nextLook = Math.min(nextLook, performance.now() + ms);
    sleep.abort();
  }

  async function work(): Promise<void> {
    while (!stopped) {
      const early = nextLook - performance.now();
      if (early > 0) {
        sleep = new AbortController();
        await delay(early, undefined, sleep).catch(() => undefined);
        continue;
      }
      nextLook = performance.now() + sweepMs;
      try {
        const wait = await untilDue();
        if (wait === 0) reportRun(await run(() => stopped));
        if (wait !== undefined) lookWithin(wait);
      } catch (error) {
        if (!stopped) reportFailure(error);
      }
    }
  }

  const ended = work();
  return {
    wake: () => lookWithin(quietMs),
    async stop() {
      stopped = true;
      sleep.abort();
      await ended;
    },
  };
}
