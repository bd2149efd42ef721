// The connections to a PostgreSQL server: whatever breaks, none is lost and none waits for ever.
import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, TypeOverrides } from 'pg';
import { errorCode } from './error-code.ts';
import { columnParsers } from './parsers.ts';

/** How many connections there are, and how long what they do may be held up. */
export type Patience = {
  readonly connections: number;
  readonly lockMs: number;
  readonly statementMs: number;
};

/** For requests, whose clients wait: each is answered within 8 s, whatever the server does. */
export const requestPatience: Patience = { connections: 10, lockMs: 3_000, statementMs: 4_000 };

/** For jobs and commands. */
export const workPatience: Patience = { connections: 5, lockMs: 10_000, statementMs: 60_000 };

/** How long one waits for a connection, be it a new one or the turn for one that is in use. */
const connectMs = 2_000;

/** What the client waits beyond the limit that the server itself keeps, unless it is frozen. */
const beyondMs = 500;

/** How the connections of a pool stand. */
export type PoolCounts = { readonly open: number; readonly idle: number; readonly waiting: number };

/** The dialect of a server's database and how its pool stands. */
export type Server = { readonly dialect: PostgresDialect; counts(): PoolCounts };

/** A pool of connections to the server at the address; opens none before the first statement. */
export function serverAt(connectionString: string, patience: Patience): Server {
  const pool = new Pool({
    connectionString,
    max: patience.connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: patience.statementMs,
    lock_timeout: patience.lockMs,
    idle_in_transaction_session_timeout: patience.statementMs,
    keepAlive: true,
    application_name: 'tennis',
    options: '-c TimeZone=UTC',
    types: parsers(),
  });
  // The pool replaces a connection that breaks; unheard, the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const deadlineMs = patience.statementMs + beyondMs;
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => lease(await pool.connect(), deadlineMs),
      end: () => pool.end(),
    },
  });
  return {
    dialect,
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** After one of these fails, nobody knows what the session holds, and Kysely gives back none of them. */
const sessionInDoubt = /^(begin|start transaction|commit|rollback|select pg_advisory_unlock)\b/;

/** A session that began read-only stays so when the database isn't any more: a new one is needed. */
const readOnly = '25006';

/**
 * A connection for one use. It goes back to the pool once, whoever asks for it first: its user, or,
 * to be thrown away, a statement that leaves it in doubt or gets no answer by the deadline.
 */
function lease(client: PoolClient, deadlineMs: number): PostgresPoolClient {
  let isOver = false;
  let isSpent = false;
  const giveBack = (isBroken: boolean) => {
    if (isOver) return;
    isOver = true;
    client.release(isBroken); // cuts off the statement under way, too
  };
  const query = async (text: string, values: readonly unknown[]) => {
    if (isOver) throw new Error('Connection terminated: it was given back.');
    const deadline = setTimeout(giveBack, deadlineMs, true);
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      if (sessionInDoubt.test(text)) giveBack(true);
      isSpent ||= errorCode(error) === readOnly;
      throw error;
    } finally {
      clearTimeout(deadline);
    }
  };
  return { query, release: () => giveBack(isSpent) } as unknown as PostgresPoolClient;
}

function parsers(): TypeOverrides {
  const overrides = new TypeOverrides();
  for (const [oid, parser] of Object.entries(columnParsers())) {
    overrides.setTypeParser(Number(oid), parser);
  }
  return overrides;
}
