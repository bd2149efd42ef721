// The connections to either PostgreSQL: whatever breaks, none is lost and none waits for ever.
import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { errorCode } from './error-code.ts';
import { Statement } from './statement.ts';
import { forgetNames, isStale, mostNames, namesGiven } from './statement-names.ts';

/** How many connections a pool has, and how many callers wait for one. */
type PoolCounts = { readonly open: number; readonly idle: number; readonly waiting: number };

/** A database's connections: one can be taken, or Kysely be given all of them as a dialect. */
export type Connections = {
  readonly dialect: PostgresDialect;
  connect(): Promise<Connection>;
  /** Runs one statement, on any free connection. */
  query: Connection['query'];
  /** The same for one that changes nothing, which may share a connection, and be run twice. */
  read: Connection['query'];
  counts(): PoolCounts;
  /** Waits for what is under way; whoever waits for a connection is refused. */
  close(): Promise<void>;
};

/** Connections with the pool that makes them. */
export type Pooled = Connections & ReturnType<typeof openPool>;

/** A connection for one use, to be released by its user. */
type Connection = {
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>;
  release(): void;
};

/** A pool as node-postgres makes it, and whether one of its connections knows too many old statements. */
function openPool(config: PoolConfig) {
  const pool = new Pool(config);
  /** How many statements had names when a connection was made. */
  const namesBefore = new WeakMap<PoolClient, number>();
  // The pool replaces a connection that breaks; without a listener, the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    namesBefore.set(client, namesGiven());
  });
  const isOld = (client: PoolClient) => namesGiven() - (namesBefore.get(client) ?? 0) > mostNames;
  return { pool, isOld };
}

/** What whoever comes after the close, or waits at it, is told. */
export const databaseClosed = () => new Error('Connection terminated: the database is closed.');

/** The error with the caller's stack, which is of more use than that of reading the answer. */
export function askedHere(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error, askedHere);
  return error;
}

/** Connections as node-postgres makes them; `deadlineMs` is how long a statement may take, if any. */
export function createConnections(config: PoolConfig, deadlineMs?: number): Pooled {
  const { pool, isOld } = openPool(config);
  let closing: Promise<void> | undefined;
  const connect = async () => {
    const client = await pool.connect();
    const connection = lease(client, isOld, deadlineMs);
    if (!closing) return connection;
    connection.release();
    throw databaseClosed();
  };
  const query: Connection['query'] = async (text, values) => {
    const connection = await connect();
    return connection.query(text, values).finally(connection.release);
  };
  const end = async () => {
    // The pool would forget its waiters: this waits behind them until each has had its turn, and its refusal.
    // While a connection is replaced, who asks comes before them, and has to ask again.
    while (pool.waitingCount > 0) await connect().catch(() => undefined);
    await pool.end();
  };
  const close = () => (closing ??= end());
  return {
    // What Kysely needs of a client is to send statements; the rest is for streams and cancellation.
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: async () => (await connect()) as unknown as PostgresPoolClient,
        end: close,
      },
    }),
    connect,
    query,
    read: query,
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close,
    pool,
    isOld,
  };
}

/**
 * After one of these fails, the session's state is unknown: it may be in a transaction, or hold a lock. MikroORM's
 * own transactions, those of migrations, wouldn't give it back either.
 */
const sessionInDoubt =
  /^(begin|start transaction|commit|rollback|select pg_advisory_unlock(_all)?)\b/;

/** The answer to a rollback on a connection that was thrown away with its transaction. */
const undone: QueryResult = { command: 'ROLLBACK', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * After these errors a session is of no more use: one that began read-only (25006) stays so when
 * the database no longer is, and one that the server ends (57P01 to 57P03) says so before its end.
 */
const lastWords = new Set(['25006', '57P01', '57P02', '57P03']);

/**
 * A connection for one use. It goes back to the pool once, by whoever is first: its user, or a
 * statement that leaves it in doubt or gets no answer by the deadline, which has it thrown away.
 */
function lease(
  client: PoolClient,
  isOld: (client: PoolClient) => boolean,
  deadlineMs?: number,
): Connection {
  let isOver = false;
  let isSpent = false;
  const giveBack = (isBroken: boolean) => {
    if (isOver) return;
    isOver = true;
    client.release(isBroken);
  };
  /** Ends what is under way, and what pg keeps back until the server is ready after an error. */
  const cutOff = () => {
    giveBack(true);
    client.connection.stream.destroy();
  };
  const send = (text: string, values: readonly unknown[]): Promise<QueryResult> =>
    client.query(new Statement(text, values)).result;
  const sendFresh = async (text: string, values: readonly unknown[]) => {
    const isAlone = client.getTransactionStatus() === 'I';
    try {
      return await send(text, values);
    } catch (error) {
      if (isStale(error)) forgetNames();
      // A transaction has failed as a whole, and is tried again by its owner.
      if (!isStale(error) || !isAlone) throw error;
      return send(text, values);
    }
  };
  return {
    async query(text, values = []) {
      // It is undone already; an error here would hide the one that led to it.
      if (isOver && text === 'rollback') return undone;
      if (isOver) throw new Error('Connection terminated: it was given back.');
      const deadline = deadlineMs && setTimeout(cutOff, deadlineMs);
      try {
        return await sendFresh(text, values);
      } catch (error) {
        askedHere(error);
        if (sessionInDoubt.test(text)) giveBack(true);
        isSpent ||= lastWords.has(errorCode(error) ?? '');
        throw error;
      } finally {
        clearTimeout(deadline);
      }
    },
    release: () => giveBack(isSpent || isOld(client)),
  };
}
