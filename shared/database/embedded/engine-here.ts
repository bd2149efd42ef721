import { MessageChannel } from 'node:worker_threads';
import { type Engine, type EngineOptions, startEngine } from './engine.ts';
import { answerOn } from './engine-port.ts';
import { engineBehind, type StartedEngine } from './engine-thread.ts';
import { postgresProgram } from './program.ts';

/** An engine in this thread: nothing goes on while it computes, and no thread has to be started for it. */
export function engineHere() {
  return {
    end: async () => undefined,
    /** Starts the PostgreSQL in the folder. Throws DataFolderUnusable, which says why it doesn't start. */
    start: async (folder: string, options: EngineOptions): Promise<StartedEngine> =>
      answering(await startEngine(folder, options, await postgresProgram())),
  };
}

/** An engine of this thread that answers as one in another thread does. */
export function answering(engine: Engine): StartedEngine {
  const { port1, port2 } = new MessageChannel();
  answerOn(port2, engine);
  const { giveUp: _, ...behind } = engineBehind(port1);
  return { ...behind, stop: () => behind.stop().then(() => port1.close()) };
}
