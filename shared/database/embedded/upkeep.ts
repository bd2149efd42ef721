import type { Connections } from '../pool.ts';

// PostgreSQL's own thresholds of autovacuum.
const dueTables = `
  SELECT format('%I.%I', schemaname, stat.relname) AS name
  FROM pg_stat_user_tables AS stat JOIN pg_class ON pg_class.oid = relid
  WHERE n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
     OR n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`;

/**
 * Does what a PostgreSQL server does in the background and PGlite, a single process, never does:
 * a checkpoint, without which the log grows for ever, and VACUUM ANALYZE of the tables due for it.
 */
export async function upkeep({ query }: Connections): Promise<void> {
  const { rows } = await query(dueTables);
  for (const { name } of rows) await query(`VACUUM (ANALYZE) ${name}`);
  await query('CHECKPOINT');
}
