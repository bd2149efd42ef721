import { spawn } from 'node:child_process';
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Room that a test's databases may take. */
const neededBytes = 2 * 1024 ** 3;

/**
 * Where tests put their folders: in memory where there is room, since a disk's syncs cost more than
 * all the rest of a test.
 */
export function baseFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > neededBytes) return '/dev/shm';
  } catch {
    // There is no such place.
  }
  return tmpdir();
}

/** Removes the folder when this process has ended, however it ends: Bun's tests tell nobody. */
export function removeAtTheEnd(folder: string): void {
  const remover = spawn('sh', ['-c', 'read -r _; rm -rf "$0"', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  remover.unref();
}
