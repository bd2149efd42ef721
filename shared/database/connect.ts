import { EventEmitter, once } from 'node:events';
import type { EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { Kysely, sql } from 'kysely';
import type { Events, Transaction } from '../events.ts';
import { type Db, isUntouched, type Tables } from './db.ts';
import { openEmbedded } from './embedded/open.ts';
import { createAdvisoryLock, createProcessLock, type Lock } from './lock.ts';
import { migrations } from './migrations/index.ts';
import { createOrm } from './orm.ts';
import { unavailable } from './outage.ts';
import { otherTables, schemaFaults, schemaRepairs } from './schema-check.ts';
import {
  commandPatience,
  type Patience,
  requireOwnSessions,
  requireUnicode,
  serverAt,
  workPatience,
} from './server.ts';
import { analyzeChanged } from './statistics.ts';
import { inTransaction } from './transaction.ts';
import { applyMigrations, pendingMigrations } from './upgrade.ts';

/** The database, whichever of the two it is. */
export type Database = Awaited<ReturnType<typeof connect>>;

type DatabaseOptions = {
  /** A PostgreSQL server; without it the embedded database in `dataDir` is used. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  /** Whether the embedded database has a thread of its own, and leaves this one to requests. */
  readonly ownThread?: boolean | undefined;
  readonly entities: readonly EntitySchema[];
  readonly events: Events;
  /** How long work on a server may be held up; by default as long as that of a server's jobs. */
  readonly patience?: Patience | undefined;
  /** That of a database that is open at the same url, which was checked then; by default one is made. */
  readonly orm?: MikroORM;
};

const patienceMs = 2_000;

/** Connects to the database. Throws where it can't be reached or is in use by another process. */
export async function connect(options: DatabaseOptions) {
  const { url, dataDir, ownThread, entities, events, patience = workPatience } = options;
  const opened = url
    ? { connections: serverAt(url, patience) }
    : await openEmbedded(dataDir, { ownThread });
  const embedded = 'upkeep' in opened ? opened : undefined;
  const { dialect } = opened.connections;
  const db = Object.assign(new Kysely<Tables>({ dialect }), { direct: opened.connections });
  const mapped = async () => {
    if (url) await requireOwnSessions(opened.connections);
    return createOrm(entities, db);
  };
  const orm =
    options.orm ??
    (await mapped().catch(async (error) => {
      await (embedded ?? opened.connections).close();
      throw error;
    }));
  let isEnding = false;
  /** How many long transactions wait or are under way. */
  let occupying = 0;
  /** Tells that one has ended. An emitter: who gives up waiting is taken off it, which a promise can't do. */
  const ends = new EventEmitter().setMaxListeners(0);

  const transaction = <T>(work: (tx: Transaction) => Promise<T>) =>
    inTransaction(orm, db, events, work);
  const locked: Lock = embedded ? createProcessLock(db) : createAdvisoryLock(db, () => isEnding);

  const failed = (error: unknown) => events.fault(error, 'the upkeep failed');
  const analyze = () => analyzeChanged(opened.connections).catch(failed);
  // A server looks after the rest by itself.
  const lookAfter = embedded ? () => embedded.upkeep().catch(failed) : analyze;

  /** Runs work that may hold the embedded database's one connection for long: see `available`. */
  const occupy = async <T>(
    work: (tx: Transaction) => Promise<T>,
    afterwards: () => Promise<unknown> = async () => undefined,
  ): Promise<T> => {
    occupying += 1;
    try {
      const result = await transaction(work);
      await afterwards();
      return result;
    } finally {
      occupying -= 1;
      ends.emit('end');
    }
  };

  return {
    kind: embedded ? ('embedded' as const) : ('server' as const),
    orm,
    /** For single statements, each of which is its own transaction. */
    db,
    locked,
    /** Present where the database is embedded. */
    embedded,
    transaction,
    /** Tells the followers of an event that is committed already. */
    announce: events.announce.bind(events),
    /** A transaction that may take long, and leaves what it changed analyzed. */
    longTransaction: <T>(work: (tx: Transaction) => Promise<T>) => occupy(work, lookAfter),
    /** Tells the planner what is in the tables, after many transactions have changed much. */
    analyze,
    /** Reads everything as it is at one moment, in a long transaction. */
    atOneMoment: <T>(read: (db: Db) => Promise<T>) =>
      occupy(async (tx) => {
        await sql`set transaction isolation level repeatable read, read only`.execute(tx.db);
        return read(tx.db);
      }),
    /** Waits for the end of long transactions on the embedded database; after 2 s throws `service-unavailable`. */
    async available(): Promise<void> {
      if (!embedded) return;
      const deadline = performance.now() + patienceMs;
      while (occupying > 0) {
        const left = Math.ceil(deadline - performance.now());
        if (left <= 0) throw unavailable('A long command is using the database.');
        await once(ends, 'end', { signal: AbortSignal.timeout(left) }).catch(() => undefined);
      }
    },
    /** How many connections to a server there are; undefined on the embedded database. */
    connections: () => (embedded ? undefined : opened.connections.counts()),
    pendingMigrations: () => pendingMigrations(orm),
    /**
     * Applies the pending migrations; gives their names, for a new database all names. `backUp` comes before where
     * there is something to lose. Throws where the schema is newer than this program, or another program's.
     */
    async migrate(backUp: () => Promise<void> = async () => undefined): Promise<string[]> {
      // With nothing to apply, there is no need for the lock, which somebody may hold for long.
      if (!(await isUntouched(db)) && (await pendingMigrations(orm)).length === 0) {
        return embedded?.isMadeNow ? migrations.map(({ name }) => name) : [];
      }
      if (url && patience !== commandPatience) {
        const patient = await connect({ ...options, patience: commandPatience });
        return patient.migrate(backUp).finally(patient.close);
      }
      return locked('migration', async () => {
        if (url) await requireUnicode(opened.connections);
        return applyMigrations(orm, db, backUp);
      });
    },
    /** What the schema lacks, in words: see `schemaFaults`. */
    schemaFaults: () => schemaFaults(orm, db),
    /** What `status` tells of the schema. */
    async schemaState() {
      const faults = await schemaFaults(orm, db);
      return {
        faults,
        repairs: faults.length > 0 ? await schemaRepairs(orm) : [],
        otherTables: await otherTables(orm, db, 'beside ours'),
      };
    },
    /** From now on nobody waits for a server's lock: `LockNotFree` is thrown to who does. Who has one goes on. */
    stopWaiting() {
      isEnding = true;
    },
    async close(): Promise<void> {
      isEnding = true;
      await (embedded ?? opened.connections).close();
      if (!options.orm) await orm.close();
    },
  };
}
