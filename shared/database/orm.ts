import { Migrator } from '@mikro-orm/migrations';
import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { migrations } from './migrations/index.ts';
import type { Connections } from './pool.ts';

/** MikroORM on the connections. */
export async function createOrm(
  entities: readonly EntitySchema[],
  connections: Connections,
): Promise<MikroORM> {
  // Where new tables are made; null where the session's search path names none.
  const { rows } = await connections.query('select current_schema() as schema');
  const schema: string | null = rows[0]?.schema;
  return MikroORM.init({
    ...(schema && { schema }), // it would look for its own table in "public"
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
