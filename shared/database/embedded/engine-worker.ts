// The thread of the embedded PostgreSQL: whatever it computes holds up no request, timer or signal.
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { startEngine } from './engine.ts';
import { answerOn } from './engine-port.ts';
import { DataFolderUnusable } from './unusable.ts';

if (!parentPort) throw new Error('This is no program, but the thread of one.');
const [{ folder, options, program }] = await once(parentPort, 'message');
try {
  answerOn(parentPort, await startEngine(folder, options, program));
} catch (error) {
  if (!(error instanceof DataFolderUnusable)) throw error;
  parentPort.postMessage({ unusable: error.message });
}
