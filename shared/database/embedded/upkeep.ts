import type { Connections } from '../pool.ts';
import { vacuumChanged } from '../statistics.ts';

/**
 * Does what a PostgreSQL server does in the background and PGlite, a single process, never does:
 * a checkpoint, without which the log grows for ever, and VACUUM ANALYZE of the tables due for it.
 */
export async function upkeep({ query }: Connections): Promise<void> {
  await vacuumChanged(query);
  await query('CHECKPOINT');
}
