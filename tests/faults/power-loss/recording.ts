import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { baseFolder } from '../../support/folder.ts';
import { bytesFile, type Step, stepsFile } from './steps.ts';

/** A step, with what it wrote. */
export type Recorded = { readonly step: Step; readonly data: Uint8Array };

/** Where, in the folder of a recording, the service keeps its files. */
export function recordedRoot(recording: string): string {
  return join(recording, 'root');
}

/** How the service ends each time: so the second start finds all in order, and the third recovers. */
const ends = ['stopped', 'killed', 'stopped'] as const;

/** Records a service under a load of so many results over three starts; gives the recording's folder. */
export async function record(results: number): Promise<string> {
  const folder = mkdtempSync(join(baseFolder(), 'tennis-power-loss-'));
  mkdirSync(recordedRoot(folder));
  for (const [start, end] of ends.entries()) {
    const load = ['--start', String(start), '--results', String(results / ends.length)];
    const how = await recordedStart(folder, end === 'killed' ? [...load, '--killed'] : load);
    if (how !== end) throw new Error(`the recorded service ended by itself: ${how}`);
  }
  return folder;
}

async function recordedStart(folder: string, load: readonly string[]): Promise<string> {
  const [recorder, program] = ['recorder.ts', 'load.ts'].map((name) =>
    join(import.meta.dirname, name),
  );
  const argv = ['--preload', recorder ?? '', program ?? '', ...load];
  const child = spawn(process.execPath, argv, {
    env: {
      PATH: process.env.PATH,
      POWER_LOSS_ROOT: recordedRoot(folder),
      POWER_LOSS_RECORDING: folder,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status, signal] = await once(child, 'exit');
  if (signal === 'SIGKILL') return 'killed';
  return status === 0 ? 'stopped' : `status ${status}`;
}

/** The steps of a recording, in their order. */
export function readRecording(folder: string): Recorded[] {
  /** What each thread has written, but for what was read already. */
  const written = new Map<number, Buffer>();
  const lines = readFileSync(join(folder, stepsFile), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const step: Step = JSON.parse(line);
    if (step[0] !== 'write') return { step, data: Buffer.alloc(0) };
    const [, , , length, thread] = step;
    const bytes = written.get(thread) ?? readFileSync(join(folder, bytesFile(thread)));
    written.set(thread, bytes.subarray(length));
    return { step, data: bytes.subarray(0, length) };
  });
}
