// The thread of the embedded PostgreSQL: whatever it computes holds up no request, timer or signal.
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { startEngine } from './engine.ts';
import { answerOn } from './engine-port.ts';
import { DataFolderUnusable } from './unusable.ts';

if (!parentPort) throw new Error('This is no program, but the thread of one.');
// They would appear outside the log; a clock that is put back by a month makes PGlite's timers warn hundreds of
// times a second.
process.removeAllListeners('warning');
const [{ folder, options, program }] = await once(parentPort, 'message');
try {
  answerOn(parentPort, await startEngine(folder, options, program));
} catch (error) {
  if (!(error instanceof DataFolderUnusable)) throw error;
  parentPort.postMessage({ unusable: error.message });
}
