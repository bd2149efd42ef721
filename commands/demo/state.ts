import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const StateSchema = v.object({ seed: v.number(), firstStart: v.string(), rounds: v.number() });

/** What a demo remembers between its starts: which city, since when, and how many rounds it played. */
export type DemoState = v.InferOutput<typeof StateSchema>;

/** The state kept in the folder; undefined before the first start there. */
export async function readState(folder: string): Promise<DemoState | undefined> {
  const text = await readFile(join(folder, 'demo.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : v.parse(StateSchema, JSON.parse(text));
}

/** Keeps the state in the folder. */
export async function writeState(folder: string, state: DemoState): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'demo.json');
  await writeFile(`${path}.new`, JSON.stringify(state));
  await rename(`${path}.new`, path);
}
