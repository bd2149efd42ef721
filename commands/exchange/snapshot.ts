import { createHash, randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../shared/console/console.ts';
import type { Workbench } from '../workbench.ts';
import { exportRecords } from './export.ts';

/** Everything that an export writes, as it was at one moment. */
export type Snapshot = {
  readonly records: number;
  /** Of all bytes, in hexadecimal. */
  readonly sha256: string;
  bytes(): AsyncGenerator<Uint8Array>;
  [Symbol.asyncDispose](): Promise<void>;
};

const chunkLength = 64 * 1024;

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes a snapshot into a file that nobody else sees and that is gone with this process, so that no
 * transaction waits for whoever reads it, however long that takes.
 */
export async function takeSnapshot({ database, settings }: Workbench): Promise<Snapshot> {
  const folder = isWritable(settings.DATA_DIR) ? settings.DATA_DIR : tmpdir();
  const path = join(folder, `snapshot-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    const hash = createHash('sha256');
    const records = await exportRecords(database, async (text) => {
      hash.update(text);
      await file.writeFile(text);
    });
    return {
      records,
      sha256: hash.digest('hex'),
      async *bytes() {
        for (let position = 0; ; ) {
          const { buffer, bytesRead } = await file.read(
            Buffer.alloc(chunkLength),
            0,
            chunkLength,
            position,
          );
          if (bytesRead === 0) return;
          position += bytesRead;
          yield buffer.subarray(0, bytesRead);
        }
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error;
    throw new Failure(`There is no space for a snapshot in ${folder}.`);
  }
}
