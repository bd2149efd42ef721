import { Migrator } from '@mikro-orm/migrations';
import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { migrations } from './migrations/index.ts';
import type { Connections } from './pool.ts';

/** The schema in which new tables are made; undefined where the session's search path names none. */
async function currentSchema({ query }: Connections): Promise<string | undefined> {
  const { rows } = await query('select current_schema() as name');
  return rows[0]?.name ?? undefined;
}

/** MikroORM on the connections. */
export async function createOrm(
  entities: readonly EntitySchema[],
  connections: Connections,
): Promise<MikroORM> {
  const schema = await currentSchema(connections);
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
