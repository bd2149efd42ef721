import { EventEmitter } from 'node:events';
import { type Engine, type EngineOptions, startEngine } from './engine.ts';
import { type Asked, answerOn, type Told } from './engine-port.ts';
import { postgresProgram } from './program.ts';
import { engineBehind, type StartedEngine } from './started-engine.ts';

/** An engine in this thread: nothing goes on while it computes, and no thread has to be started for it. */
export function engineHere() {
  return {
    end: async () => undefined,
    /** Starts the PostgreSQL in the folder. Throws DataFolderUnusable, which says why it doesn't start. */
    start: async (folder: string, options: EngineOptions): Promise<StartedEngine> =>
      answering(await startEngine(folder, options, await postgresProgram())),
  };
}

/** An engine of this thread that answers as one in another thread does; between two answers, others have a turn. */
export function answering(engine: Engine): StartedEngine {
  const ports = new EventEmitter<{ asked: [Asked]; told: [Told] }>();
  answerOn(
    {
      on: (_, listener) => ports.on('asked', listener),
      postMessage: (told) => setImmediate(() => ports.emit('told', told)),
    },
    engine,
  );
  return engineBehind({
    on: (_, listener) => ports.on('told', listener),
    postMessage: (asked) => ports.emit('asked', asked),
  });
}
