import PQueue from 'p-queue';
import type { Database } from '../../shared/database/connect.ts';
import { waitingSince } from '../matches/index.ts';
import type { Beginning, RunResult } from './run.ts';

/** How often the worker looks for what another process or a crash left pending. */
const sweepMs = 15_000;

type Dependencies = {
  readonly database: Database;
  readonly run: (stopping: () => boolean, beginning: Beginning) => Promise<RunResult>;
  /** Quiet time after the last submission before a run starts; at most four times that after the first. */
  readonly delaySeconds: number;
  readonly reportRun: (result: RunResult) => void;
  readonly reportFailure: (error: unknown) => void;
};

/**
 * Starts rating runs when they are due. What waits is known from the database alone, so that it makes no
 * difference whether there are several processes, a restart or an import. rules 3.1
 */
export function createWorker(dependencies: Dependencies) {
  const { database, run, delaySeconds, reportRun, reportFailure } = dependencies;
  const queue = new PQueue({ concurrency: 1 });
  const startedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerEnds = 0;
  let stopped = false;

  /** Milliseconds until the next run is due; undefined where nothing waits. */
  async function untilDue(): Promise<number | undefined> {
    const { first, last } = await waitingSince(database.db);
    if (first === null || last === null) return undefined;
    // What is pending at the start counts as submitted then, and so does what was received before the
    // database's clock was put back: nobody knows how long ago that was.
    const uptime = performance.now() - startedAt;
    const age = (ms: number) => (ms < 0 ? uptime : Math.min(ms, uptime));
    const quiet = delaySeconds * 1_000;
    return Math.max(0, Math.min(quiet - age(last), 4 * quiet - age(first)));
  }

  async function look(): Promise<void> {
    try {
      const wait = await untilDue();
      if (wait === 0) {
        const isDue = async () => (await untilDue()) === 0;
        reportRun(await run(() => stopped, { isDue }));
      }
      lookWithin(wait ?? sweepMs);
    } catch (error) {
      if (!stopped) reportFailure(error);
      lookWithin(sweepMs);
    }
  }

  /** Looks again after the time, at the latest at the next sweep; a look that is planned earlier stays. */
  function lookWithin(ms: number): void {
    const wait = Math.min(ms, sweepMs);
    const ends = performance.now() + wait;
    if (stopped || (timer && timerEnds <= ends)) return;
    clearTimeout(timer);
    timerEnds = ends;
    timer = setTimeout(enqueue, wait);
  }

  function enqueue(): void {
    clearTimeout(timer);
    timer = undefined;
    // One look that waits is enough, however many submissions ask for it.
    if (!stopped && queue.size === 0) void queue.add(look);
  }

  enqueue();
  return {
    /** Something was submitted: the worker sees to it in time. */
    wake() {
      if (delaySeconds === 0) enqueue();
      else lookWithin(delaySeconds * 1_000);
    },
    /** Ends after the batch under way, if there is one. */
    async stop() {
      stopped = true;
      clearTimeout(timer);
      queue.clear();
      await queue.onIdle();
    },
  };
}
