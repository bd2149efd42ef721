import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryLockFile } from '../../runtime.ts';

/** The data folder belongs to another process, which the message names. */
class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

/**
 * Makes this process the only one that uses the data folder, until it ends or releases it.
 * The file is never removed: a lock on a removed file would keep nobody out.
 * Throws DataFolderInUse where another process was first.
 */
export async function lockFolder(dataDir: string) {
  const path = join(dataDir, 'lock');
  const lock = await tryLockFile(path);
  if (!lock) throw new DataFolderInUse(`the data folder ${dataDir} is in use by ${holder(path)}`);
  const describe = (text?: string) =>
    write(path, `process ${process.pid}${text ? `, ${text}` : ''}\n`);
  describe();
  return {
    describe,
    async release() {
      write(path, '');
      await lock.release();
    },
  };
}

/** The lock holds without its text, too: a full disk is no reason to fail. */
function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch {
    // nobody is told who holds it
  }
}

function holder(path: string): string {
  const [line] = readFileSync(path, 'utf8').split('\n');
  return line || 'another process';
}
