import type { Db } from '../../shared/database/db.ts';
import { kinds } from './kinds.ts';

const bufferedLength = 64 * 1_024;

/** Writes all that isn't revoked, as of the moment, in the exchange format; returns how many records. */
export async function exportRecords(
  moment: Db,
  write: (text: string) => Promise<void>,
): Promise<number> {
  let count = 0;
  let buffer = '';
  for (const kind of kinds) {
    for await (const record of kind.list(moment)) {
      count += 1;
      buffer += `${JSON.stringify({ kind: kind.name, ...record })}\n`;
      if (buffer.length < bufferedLength) continue;
      await write(buffer);
      buffer = '';
    }
  }
  await write(buffer);
  return count;
}
