import type { Connections } from '../pool.ts';
import { changedTables } from '../statistics.ts';

/**
 * Does what a PostgreSQL server does in the background and PGlite, a single process, never does:
 * a checkpoint, without which the log grows for ever, and VACUUM ANALYZE of the tables due for it.
 */
export async function upkeep({ query }: Connections): Promise<void> {
  for (const table of await changedTables(query)) await query(`VACUUM (ANALYZE) ${table}`);
  await query('CHECKPOINT');
}
