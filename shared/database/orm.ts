import { Migrator } from '@mikro-orm/migrations';
import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { migrations } from './migrations/index.ts';
import type { Connections } from './pool.ts';

/** MikroORM on the connections. */
export async function createOrm(
  entities: readonly EntitySchema[],
  connections: Connections,
): Promise<MikroORM> {
  // The schema of the tables: somebody may have made another one since, into which new tables would go.
  // Without tables, the schema where they will be made; null where the session's search path names none.
  const { rows } = await connections.query(`
    select coalesce(min(nspname::text), current_schema()) as schema
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where pg_class.oid = to_regclass('rating_history')`);
  const schema: string | null = rows[0]?.schema;
  return MikroORM.init({
    ...(schema && { schema }), // else it would look for its own table in "public"
    entities: [...entities],
    discovery: { warnWhenNoEntities: false }, // migrations need none
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, silent: true },
    schemaGenerator: { ignoreRoutines: true, ignoreTriggers: true }, // migrations make them
    logger: () => undefined,
    allowGlobalContext: false,
    dbName: 'postgres', // it is given its database as it is
    driverOptions: connections.dialect,
  });
}
