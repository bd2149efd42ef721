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
export function engineInThread() {
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url));
  const program = postgresProgram();
  const failed = once(worker, 'error').then(([error]) => String(error));
  const end = async () => void (await worker.terminate());
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
      const { giveUp, ...engine } = engineBehind(worker);
      void failed.then(giveUp);
      return { ...engine, stop: () => engine.stop().then(end) };
    },
  };
}
