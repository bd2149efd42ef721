import type { ClientBase } from 'pg';
import { parse } from 'pg-connection-string';
import { dayMs } from '../time.ts';
import { withPipelinedReads } from './pipelined.ts';
import { type Connections, createConnections } from './pool.ts';

/** How many connections there are, and how long what they do may be held up. */
export type Patience = {
  readonly connections: number;
  readonly lockMs: number;
  readonly statementMs: number;
  /** On how many more connections reads are pipelined, none of which takes long; without it, each has one of its own. */
  readonly readers?: number;
};

/**
 * For requests, whose clients wait: each is answered within 8 s, whatever the server does. What they ask
 * takes less time than the start of a worker.
 */
export const requestPatience: Patience = {
  connections: 7,
  lockMs: 3_000,
  statementMs: 4_000,
  readers: 3,
};

/** For the jobs of a server. */
export const workPatience: Patience = { connections: 5, lockMs: 10_000, statementMs: 60_000 };

/** For commands and migrations, which may rewrite a large table by one statement. */
export const commandPatience: Patience = { ...workPatience, statementMs: dayMs };

/** How long a transaction may be idle, such as that of a command that somebody suspended. */
const idleMs = 60_000;

/** How long to wait for a connection, be it a new one or one that is in use. */
const connectMs = 2_000;

/** How long a read may hold up those behind it on its connection; then it is run on one of its own. */
const readMs = 500;

/** How much longer than the server's own limit the client waits, in case the server is frozen. */
const beyondMs = 500;

/** Each statement has its own limit; PostgreSQL before 17 has none for a transaction. */
const noTransactionTimeout =
  "select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) is not null";

/**
 * What is answered is on the disk. Whether a standby has it, too, is left to the database: its other
 * values wait for the own disk at least.
 */
const syncedCommits =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/**
 * Begins each session with the settings. They are statements: a pooler refuses start-up parameters,
 * or is set up to drop them, and moments would be read in the server's time zone.
 */
function beginWith(settings: Readonly<Record<string, string | number>>) {
  const each = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`);
  const text = [...each, noTransactionTimeout, syncedCommits].join('; ');
  const statements = { text, query_timeout: connectMs };
  return async (client: ClientBase) => {
    await client.query(statements);
  };
}

/** Renames the TLS modes that the driver takes for verify-full: it warns of each, over nine lines. */
export function withTlsMode(address: string): string {
  if (/[?&]uselibpqcompat=/.test(address)) return address;
  return address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** A pool of connections to the server at the address; opens none before the first statement. */
export function serverAt(address: string, patience: Patience): Connections {
  const { readers, statementMs } = patience;
  const deadlineMs = statementMs + beyondMs;
  const settings = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    standard_conforming_strings: 'on',
    default_transaction_isolation: 'read committed',
    statement_timeout: statementMs,
    lock_timeout: patience.lockMs,
    idle_in_transaction_session_timeout: Math.min(statementMs, idleMs),
    // The pool ends idle sessions itself; one that PostgreSQL ends may be just about to get a statement.
    idle_session_timeout: 0,
    // A request's statements are too short for either.
    ...(readers && { max_parallel_workers_per_gather: 0, jit: 'off' }),
  };
  const config = {
    application_name: 'tennis', // unless the address has another
    // Once: it reads the files of certificates, which may be away when a connection is replaced.
    ...(parse(withTlsMode(address)) as object),
    max: patience.connections,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    onConnect: beginWith(settings),
  };
  const connections = createConnections(config, deadlineMs);
  if (!readers) return connections;
  const onConnect = beginWith({
    ...settings,
    statement_timeout: readMs,
    default_transaction_read_only: 'on',
  });
  const reading = { max: readers, pipeline: true, query_timeout: readMs + beyondMs, onConnect };
  return withPipelinedReads(connections, createConnections({ ...config, ...reading }), readers);
}

/** Throws where two connections are one session, or one connection changes its session. */
export async function requireOwnSessions({ connect, query }: Connections): Promise<void> {
  const one = await connect();
  const sessions: unknown[] = [];
  try {
    for (const ask of [one.query, one.query, query]) {
      sessions.push((await ask('values (pg_backend_pid())')).rows[0].column1);
    }
  } finally {
    one.release();
  }
  const [first, again, other] = sessions;
  if (first === again && again !== other) return;
  throw new Error(
    'The pooler at DATABASE_URL has to pool by session, as with pool_mode = session: locks are kept in one.',
  );
}

/** Throws where the database can't hold every name. */
export async function requireUnicode({ query }: Connections): Promise<void> {
  const [row] = (await query('show server_encoding')).rows;
  if (row.server_encoding === 'UTF8') return;
  throw new Error(
    `The database at DATABASE_URL is in ${row.server_encoding}: make one with the encoding UTF8.`,
  );
}
