import { createHash } from 'node:crypto';
import type { Database } from '../../shared/database/connect.ts';
import type { Db } from '../../shared/database/db.ts';
import { kinds } from './kinds.ts';
import { openUnseenFile, type UnseenFile } from './unseen-file.ts';

/** Everything that an export writes, as it was at one moment. */
export type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>;

/**
 * Takes a snapshot into a file of its own, in the folder if that is writable, so that no transaction
 * stays open while somebody reads it, however long that takes. Tells meanwhile how many records are in it.
 */
export async function takeSnapshot(
  database: Database,
  dataDir: string,
  tell: (records: number) => void = () => undefined,
) {
  let unseen: UnseenFile | undefined;
  try {
    // If the database breaks it off, it starts again, with another file.
    return await database.atOneMoment(async (moment) => {
      await unseen?.file.close();
      unseen = await openUnseenFile(dataDir, 'snapshot');
      const { file } = unseen;
      const hash = createHash('sha256');
      const records = await exportRecords(moment, async (text, records) => {
        tell(records);
        hash.update(text);
        await file.writeFile(text);
      });
      return {
        /** The folder that it was asked to be in. */
        dataDir,
        records,
        /** Of all bytes, in hexadecimal. */
        sha256: hash.digest('hex'),
        bytes: (): AsyncIterable<Uint8Array> =>
          file.createReadStream({ start: 0, autoClose: false }),
        [Symbol.asyncDispose]: () => file.close(),
      };
    });
  } catch (error) {
    await unseen?.file.close();
    throw unseen?.explain(error) ?? error;
  }
}

const bufferedLength = 64 * 1_024;

/**
 * Writes all that isn't revoked, as of the moment, in the exchange format, with how many records there are by
 * then; returns how many in all.
 */
export async function exportRecords(
  moment: Db,
  write: (text: string, records: number) => Promise<void>,
): Promise<number> {
  let count = 0;
  let buffer = '';
  for (const kind of kinds) {
    for await (const record of kind.list(moment)) {
      count += 1;
      buffer += `${JSON.stringify({ kind: kind.name, ...record })}\n`;
      if (buffer.length < bufferedLength) continue;
      await write(buffer, count);
      buffer = '';
    }
  }
  await write(buffer, count);
  return count;
}
