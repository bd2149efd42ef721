import type { Database } from '../../shared/database/connect.ts';
import { kinds } from './kinds.ts';

const bufferedLength = 64 * 1024;

/** Writes everything that isn't revoked in the exchange format, as it was at one moment. */
export function exportRecords(
  database: Database,
  write: (text: string) => Promise<void>,
): Promise<number> {
  return database.atOneMoment(async (moment) => {
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
  });
}
