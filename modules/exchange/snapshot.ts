import { createHash, randomUUID } from 'node:crypto';
import { access, constants, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../shared/database/connect.ts';
import { errorCode } from '../../shared/database/error-code.ts';
import { Problem } from '../../shared/problem.ts';
import { exportRecords } from './export.ts';

/** Everything that an export writes, as it was at one moment. */
export type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>;

/**
 * Takes a snapshot into a file in the folder that nobody else sees and that is gone with this process,
 * so that no transaction waits for whoever reads it, however long that takes.
 */
export async function takeSnapshot(database: Database, dataDir: string) {
  const folder = await access(dataDir, constants.W_OK).then(() => dataDir, tmpdir);
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
      /** Of all bytes, in hexadecimal. */
      sha256: hash.digest('hex'),
      bytes: (): AsyncIterable<Uint8Array> => file.createReadStream({ start: 0, autoClose: false }),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    if (errorCode(error) !== 'ENOSPC') throw error;
    throw new Problem('service-unavailable', `There is no space for a snapshot in ${folder}.`);
  }
}
