import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EngineOptions } from './engine.ts';
import type { Told } from './engine-port.ts';
import { postgresProgram } from './program.ts';
import { engineBehind, type StartedEngine } from './started-engine.ts';
import { DataFolderUnusable } from './unusable.ts';

/**
 * An engine in a thread of its own (docs/decisions/0031-an-engine-in-a-thread.md). The thread loads PGlite while the
 * folder is found, or made. It is to be ended by `end`, or by the `stop` of its engine.
 */
export function engineInThread(code = new URL('./engine-worker.ts', import.meta.url)) {
  const worker = new Worker(code);
  const program = postgresProgram();
  /** Resolves to the reason once the thread has ended, but for `end`. */
  const { promise: failed, resolve: fail } = Promise.withResolvers<string>();
  const exited = (status: number) => fail(`its thread has ended with ${status}`);
  worker.once('error', (error) => fail(String(error)));
  worker.once('exit', exited);
  const end = async () => {
    worker.off('exit', exited);
    await worker.terminate();
  };
  return {
    end,
    /** Starts the PostgreSQL in the folder. Throws DataFolderUnusable, which says why it doesn't start. */
    async start(folder: string, options: EngineOptions): Promise<StartedEngine> {
      worker.postMessage({ folder, options, program: await program });
      const failure = failed.then((reason) => {
        throw new Error(reason);
      });
      const [told]: Told[] = await Promise.race([once(worker, 'message'), failure]);
      if (typeof told === 'object' && 'unusable' in told) {
        throw new DataFolderUnusable(told.unusable);
      }
      const engine = engineBehind(worker);
      void failed.then(engine.giveUp);
      return { ...engine, stop: () => engine.stop().then(end) };
    },
  };
}
