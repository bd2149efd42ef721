import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncNames, targetOf } from '../files.ts';

/** What is written to a file, part by part. */
export type Parts = AsyncIterable<string | Uint8Array>;

const existing = (path: string) => stat(path).catch(() => undefined);

/** What there is already, if it isn't a file that can be replaced, such as a device. */
async function otherThanFile(path: string) {
  const there = await existing(path);
  return there?.isFile() ? undefined : there;
}

/** A name of its own next to the file. */
const draftOf = (path: string) => `${path}.part-${randomUUID()}`;

/**
 * Makes and removes an empty draft; throws where that can't be, or where there is a file and `ifThere` says what
 * about that. Leaves alone what isn't a file, such as a pipe.
 */
export async function tryWriting(given: string, ifThere?: string): Promise<void> {
  if (ifThere && (await existing(given))?.isFile()) throw new Error(ifThere);
  const other = await otherThanFile(given);
  if (other?.isDirectory()) throw Object.assign(new Error('A folder.'), { code: 'EISDIR' });
  if (other) return;
  const draft = draftOf(await targetOf(given));
  await using _ = await open(draft, 'wx', 0o600);
  await rm(draft);
}

/** Writes a draft next to the file first: under its own name it is always whole, and on disk. */
export async function writeWhole(given: string, parts: Parts): Promise<void> {
  if (await otherThanFile(given)) return fill(given, 'w', parts); // a device, a pipe
  const path = await targetOf(given);
  const draft = draftOf(path);
  const stay = removedBySignal(draft);
  try {
    await fill(draft, 'wx', parts);
    await rename(draft, path);
    syncNames(dirname(path));
  } catch (error) {
    await rm(draft).catch(() => undefined); // it may not even have been made
    throw error;
  } finally {
    stay();
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Removes the file if a signal ends this process, until the returned function is called. */
function removedBySignal(path: string): () => void {
  // Where others listen, as in a server, a signal begins an orderly end.
  const ending = signals.filter((signal) => process.listenerCount(signal) === 0);
  const stay = () => {
    for (const signal of ending) process.removeListener(signal, end);
  };
  const end = (signal: NodeJS.Signals) => {
    rmSync(path, { force: true });
    stay();
    process.kill(process.pid, signal);
  };
  for (const signal of ending) process.on(signal, end);
  return stay;
}

/** Fills a new file, or a device. */
async function fill(path: string, flag: 'w' | 'wx', parts: Parts): Promise<void> {
  await using file = await open(path, flag, 0o600); // an export holds names and hashes of secrets
  for await (const part of parts) await file.writeFile(part);
  if (flag === 'wx') await file.sync();
}
