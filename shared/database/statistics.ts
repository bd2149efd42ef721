// What the planner knows of the tables: if that is wrong, it sorts a whole table for five rows of it.
import type { Connections } from './pool.ts';

const tablesOf = (view: string, which: string) => `
  SELECT format('%I.%I', schemaname, stat.relname) AS name
  FROM ${view} AS stat JOIN pg_class ON pg_class.oid = relid WHERE ${which}`;

// PostgreSQL's default thresholds of autovacuum, and tables that grew: counts of changes are lost when
// PGlite ends, and come late from a server's other sessions.
const muchIsDead = 'n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)';
const muchIsNew = `n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
  OR pg_relation_size(relid) > 1.1 * relpages * current_setting('block_size')::int`;
const changedTables = tablesOf('pg_stat_user_tables', muchIsNew);
const worn = tablesOf('pg_stat_user_tables', `${muchIsNew} OR ${muchIsDead}`);
// PostgreSQL's own, and where long values are: each ANALYZE leaves dead rows of those in the statistics.
const wornInside = tablesOf('pg_stat_sys_tables', muchIsDead);

/**
 * Analyzes what has changed much now, where a server would within minutes, and PGlite never; not what
 * somebody else is vacuuming or analyzing.
 */
export async function analyzeChanged({ query }: Connections): Promise<void> {
  const { rows } = await query(changedTables);
  for (const { name } of rows) await query(`ANALYZE (SKIP_LOCKED) ${name}`);
}

/**
 * Does what a PostgreSQL server does in the background and PGlite, a single process, never does:
 * VACUUM ANALYZE of those tables, and of those with many dead rows, which ANALYZE would leave as
 * they are; and a checkpoint, without which the log grows for ever, also if a table is damaged.
 * `requireRoom` throws if the disk has none for a checkpoint: PostgreSQL ends with one that fails.
 */
export async function upkeep(
  { query }: Connections,
  requireRoom: () => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    const { rows } = await query(`${worn} UNION ALL ${wornInside}`);
    for (const { name } of rows) await query(`VACUUM (ANALYZE) ${name}`);
  } finally {
    await requireRoom();
    await query('CHECKPOINT');
  }
}
