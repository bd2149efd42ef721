// What the planner knows of the tables: if that is wrong, it sorts a whole table for five rows of it.
import type { Connections } from './pool.ts';

// PostgreSQL's own thresholds of autovacuum, and tables that grew: counts of changes are lost when
// PGlite ends, and come late from a server's other sessions.
const changed = `
  SELECT format('%I.%I', schemaname, stat.relname) AS name
  FROM pg_stat_user_tables AS stat JOIN pg_class ON pg_class.oid = relid
  WHERE n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
     OR pg_relation_size(relid) > 1.1 * relpages * current_setting('block_size')::int`;
const orMuchIsDead = 'OR n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)';

/** The tables that have changed much since they were analyzed. */
async function changedTables(query: Connections['query'], more = ''): Promise<string[]> {
  return (await query(`${changed} ${more}`)).rows.map(({ name }) => name);
}

/** Analyzes them now, where a server would within minutes, and PGlite never. */
export async function analyzeChanged({ query }: Connections): Promise<void> {
  await eachOf(await changedTables(query), (table) => query(`ANALYZE ${table}`));
}

/** Does the work for each table, whatever fails at another one; throws the first error at the end. */
async function eachOf(tables: readonly string[], work: (table: string) => Promise<unknown>) {
  const errors: unknown[] = [];
  for (const table of tables) await work(table).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/**
 * Does what a PostgreSQL server does in the background and PGlite, a single process, never does:
 * VACUUM ANALYZE of those tables, and of those with many dead rows, which ANALYZE would leave as
 * they are; and a checkpoint, without which the log grows for ever, also if a table is damaged.
 */
export async function upkeep({ query }: Connections): Promise<void> {
  try {
    const tables = await changedTables(query, orMuchIsDead);
    await eachOf(tables, (table) => query(`VACUUM (ANALYZE) ${table}`));
  } finally {
    await query('CHECKPOINT');
  }
}
