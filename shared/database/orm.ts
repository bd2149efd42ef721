import { Migrator } from '@mikro-orm/migrations';
import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import { migrations } from './migrations/index.ts';

/** MikroORM on a database that is open. */
export async function createOrm(entities: readonly EntitySchema[], db: Db): Promise<MikroORM> {
  // The schema of the tables: somebody may have made another one since, into which new tables would go.
  // Without tables, the schema where they will be made; null where the session's search path names none.
  const { rows } = await sql<{ schema: string | null }>`
    select coalesce(min(nspname::text), current_schema()) as schema
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where pg_class.oid = to_regclass('rating_history')`.execute(db);
  const schema = rows[0]?.schema;
  return new MikroORM({
    ...(schema && { schema }), // else it would look for its own table in "public"
    entities: [...entities],
    discovery: { warnWhenNoEntities: false }, // migrations need none
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, silent: true },
    schemaGenerator: { ignoreRoutines: true, ignoreTriggers: true }, // migrations make them
    logger: () => undefined,
    allowGlobalContext: false,
    dbName: 'postgres', // it is given its database as it is
    driverOptions: db,
  });
}
