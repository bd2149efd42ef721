import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from './database/error-code.ts';

/** Syncs one file or folder by its path. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncs the names in a folder; some file systems, such as those on a network, have no such thing. */
export function syncNames(folder: string): void {
  try {
    sync(folder);
  } catch (error) {
    if (!/^(EINVAL|EBADF|ENOTSUP|EOPNOTSUPP)$/.test(errorCode(error) ?? '')) throw error;
  }
}

/** Where a path leads by symbolic links, also to a file that isn't there yet. */
export async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const link = await readlink(path).catch(() => undefined);
    return link === undefined ? path : targetOf(resolve(await realpath(dirname(path)), link));
  }
}

/** Makes a folder for its owner alone, and those above it that are missing; their names are synced. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  makeFolder(parent);
  mkdirSync(path, { recursive: true, mode: 0o700 }); // another process may have been faster
  syncNames(parent);
}

/** Syncs a folder with everything in it; several files at once, which disks do in one go. */
export async function syncTree(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = ['', ...names].map((name) => join(folder, name)).values();
  const syncTheRest = async () => {
    for (const path of paths) {
      await using file = await open(path, 'r');
      await file.sync();
    }
  };
  await Promise.all(Array.from({ length: 16 }, syncTheRest));
}
