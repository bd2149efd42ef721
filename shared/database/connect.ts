import { Migrator } from '@mikro-orm/migrations';
import { MikroORM as EmbeddedORM } from '@mikro-orm/pglite';
import { type EntitySchema, MikroORM, type Options } from '@mikro-orm/postgresql';
import { type DatabaseConnection, sql } from 'kysely';
import type { Events } from '../events.ts';
import { Problem } from '../http/problem.ts';
import type { EngineModules } from './embedded/engine.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded/open.ts';
import { createAdvisoryLock, createProcessLock, type Lock } from './lock.ts';
import { migrations } from './migrations/index.ts';
import { readOneMoment, type Sql } from './sql.ts';
import { errorCode, inTransaction, type Transaction } from './transaction.ts';

/** The database, whichever of the two it is. */
export type Database = {
  readonly kind: 'embedded' | 'server';
  readonly orm: MikroORM;
  /** For reads; outside any transaction. */
  readonly sql: Sql;
  readonly locked: Lock;
  /** Present where the database is embedded. */
  readonly embedded: EmbeddedDatabase | undefined;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A transaction that may take long. On the embedded database, which has one connection, requests
   * wait for its end, at most 2 s each.
   */
  longTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Reads everything as it is at one moment, in a long transaction. */
  atOneMoment<T>(read: (sql: Sql) => Promise<T>): Promise<T>;
  /** Throws `service-unavailable` where a long transaction doesn't end within 2 s. */
  available(): Promise<void>;
  /** Applies what isn't applied yet; gives the names. Throws where the schema is newer than this program. */
  migrate(): Promise<string[]>;
  /** Names of migrations that are not applied yet. */
  pendingMigrations(): Promise<string[]>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** A PostgreSQL server; without it the embedded database in `dataDir` is used. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  /** Gives the embedded database's binaries; without it they are read from node_modules. */
  readonly engineModules?: (() => Promise<EngineModules>) | undefined;
  readonly entities: readonly EntitySchema[];
  readonly events: Events;
  readonly poolSize?: number;
};

const patienceMs = 2_000;

/** Connects to the database. Throws where it can't be reached or is in use by another process. */
export async function connect(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, engineModules } = options;
  const embedded = url
    ? undefined
    : await openEmbedded(dataDir, { modules: await engineModules?.() });
  const orm = await createOrm(options, embedded);
  const reads: Sql = orm.em.fork().getKysely<unknown>();
  /** The long transactions that are under way. */
  const occupied = new Set<Promise<unknown>>();

  const available = async () => {
    const deadline = Date.now() + patienceMs;
    while (occupied.size > 0) {
      const left = deadline - Date.now();
      if (left <= 0) throw unavailable('A long command is using the database.');
      await Promise.race([
        Promise.all(occupied),
        new Promise((resolve) => setTimeout(resolve, left)),
      ]);
    }
  };
  const transaction = <T>(work: (tx: Transaction) => Promise<T>) =>
    inTransaction(() => orm.em.fork(), options.events, work);
  const pendingMigrations = async () =>
    (await orm.migrator.getPending()).map((migration) => migration.name);
  const locked = embedded ? createProcessLock() : createAdvisoryLock(reads);

  const longTransaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    if (!embedded) return transaction(work);
    const running = transaction(work);
    // A server would look after what changed by itself.
    const settled = running.then(embedded.upkeep).catch(() => undefined);
    occupied.add(settled);
    void settled.then(() => occupied.delete(settled));
    return running;
  };

  return {
    kind: embedded ? 'embedded' : 'server',
    orm,
    sql: reads,
    locked,
    embedded,
    transaction,
    longTransaction,
    atOneMoment: (read) =>
      longTransaction(async (tx) => {
        await readOneMoment(tx.sql);
        return read(tx.sql);
      }),
    available,
    pendingMigrations,
    migrate: () =>
      locked('migration', async () => {
        await refuseNewerSchema(orm);
        return (await orm.migrator.up()).map((migration) => migration.name);
      }),
    async close() {
      await orm.close();
      await embedded?.close();
    },
  };
}

async function createOrm(
  { url, entities, poolSize = 10 }: DatabaseOptions,
  embedded: EmbeddedDatabase | undefined,
): Promise<MikroORM> {
  const shared = {
    entities: [...entities],
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, silent: true },
    logger: () => undefined,
    allowGlobalContext: false,
  } satisfies Options;
  if (embedded) {
    const driverOptions = { pglite: embedded.pglite };
    const orm = await EmbeddedORM.init({ ...shared, dbName: 'postgres', driverOptions });
    // The two drivers differ in their connection alone; what the program uses of them is the same.
    return orm as unknown as MikroORM;
  }
  const driverOptions = {
    connectionTimeoutMillis: 2_000,
    statement_timeout: 60_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'tennis',
    options: '-c TimeZone=UTC',
  };
  return MikroORM.init({
    ...shared,
    clientUrl: url ?? '',
    pool: { max: poolSize },
    driverOptions,
    onCreateConnection: letRollbackFail,
  });
}

/**
 * A rollback fails only where the connection broke, which rolls back, too. Kysely would then never
 * return the connection to the pool, which throws broken ones away: ten of them, and none is left.
 */
async function letRollbackFail(connection: unknown): Promise<void> {
  if (!isConnection(connection)) return;
  const executeQuery: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(...[query, options]: Parameters<typeof executeQuery>) => {
    const result = executeQuery<Row>(query, options);
    return query.sql === 'rollback' ? result.catch(() => ({ rows: [] })) : result;
  };
}

function isConnection(value: unknown): value is DatabaseConnection {
  return typeof value === 'object' && value !== null && 'executeQuery' in value;
}

/** Throws where a migration was applied that this program doesn't know. */
async function refuseNewerSchema(orm: MikroORM): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name));
  const executed = (await orm.migrator.getExecuted()).map(({ name }) => name);
  const unknown = executed.find((name) => !known.has(name));
  if (unknown) {
    throw new Error(
      `The database was made by a newer version of this program (it has the migration ${unknown}). Start that version.`,
    );
  }
}

/** Whether the database answers, and requests needn't wait for a long command. */
export async function reachable(database: Database): Promise<boolean> {
  try {
    await database.available();
    await sql`select 1`.execute(database.sql);
    return true;
  } catch {
    return false;
  }
}

function unavailable(detail: string): Problem {
  return new Problem('service-unavailable', detail, { headers: { 'retry-after': '2' } });
}

/** SQLSTATE classes and system errors that pass by themselves: connections, resources, time-outs. */
const passing = /^(08|53|57P|57014|55P03|25P03|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)/;
const passingMessage =
  /timeout exceeded when trying to connect|Connection terminated|not queryable/;

/** The problem that an error of the database stands for; undefined where it is a fault of ours. */
export function problemOfDatabase(error: unknown): Problem | undefined {
  const passes =
    passing.test(errorCode(error) ?? '') ||
    (error instanceof Error && passingMessage.test(error.message));
  return passes ? unavailable('The database can not be reached for the moment.') : undefined;
}
