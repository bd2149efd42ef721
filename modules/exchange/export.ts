import type { Db } from '../../shared/database/db.ts';
import { kinds } from './kinds.ts';

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
