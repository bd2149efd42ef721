import { spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** The folder with all that is in it, kept in memory, from where it is quickly written to another place. */
export function readFolder(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isDirectory() ? undefined : readFileSync(path);
    return { path: path.slice(folder.length), content };
  });
  entries.sort((one, other) => one.path.length - other.path.length); // a folder before what is in it
  return {
    writeTo(place: string): void {
      mkdirSync(place, { mode: 0o700 });
      for (const { path, content } of entries) {
        if (content) writeFileSync(place + path, content, { mode: 0o600 });
        else mkdirSync(place + path, { mode: 0o700 });
      }
    },
  };
}
