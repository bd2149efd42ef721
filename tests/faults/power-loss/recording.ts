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

/** Records a service under a load of so many results; gives the folder of the recording. */
export async function record(results: number): Promise<string> {
  const folder = mkdtempSync(join(baseFolder(), 'tennis-power-loss-'));
  const root = recordedRoot(folder);
  mkdirSync(root);
  const file = (name: string) => join(import.meta.dirname, name);
  const argv = ['--preload', file('recorder.ts'), file('load.ts'), '--results', String(results)];
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env.PATH, POWER_LOSS_ROOT: root, POWER_LOSS_RECORDING: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`the recorded service ended with the status ${status}`);
  return folder;
}

/** The steps of a recording, in their order. */
export function readRecording(folder: string): Recorded[] {
  const bytes = readFileSync(join(folder, bytesFile));
  let read = 0;
  const lines = readFileSync(join(folder, stepsFile), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const step: Step = JSON.parse(line);
    const length = step[0] === 'write' ? step[3] : 0;
    const data = bytes.subarray(read, read + length);
    read += length;
    return { step, data };
  });
}
