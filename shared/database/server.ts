import type { ClientBase } from 'pg';
import { dayMs } from '../time.ts';
import { type Connections, createConnections } from './pool.ts';
import { withSharedReads } from './shared-reads.ts';

/** How many connections there are, and how long what they do may be held up. */
export type Patience = {
  readonly connections: number;
  readonly lockMs: number;
  readonly statementMs: number;
  /** The most workers with which the server shares a statement; as many as it likes without. */
  readonly workers?: number;
  /** How many connections more reads share; without any, each takes one of its own. */
  readonly shared?: number;
};

/**
 * For requests, whose clients wait: each is answered within 8 s, whatever the server does. What they ask
 * takes less time than the start of a worker.
 */
export const requestPatience: Patience = {
  connections: 8,
  lockMs: 3_000,
  statementMs: 4_000,
  workers: 0,
  shared: 2,
};

/** For the jobs of a server. */
export const workPatience: Patience = { connections: 5, lockMs: 10_000, statementMs: 60_000 };

/** For commands and migrations, which may write a large table anew by one statement. */
export const commandPatience: Patience = { ...workPatience, statementMs: dayMs };

/** How long a transaction may be left alone, such as by a command that somebody stopped. */
const idleMs = 60_000;

/** How long one waits for a connection, be it a new one or the turn for one that is in use. */
const connectMs = 2_000;

/** What the client waits beyond the limit that the server itself keeps, unless it is frozen. */
const beyondMs = 500;

/**
 * Has each session begin with the settings. They are statements: a pooler refuses what else a start could
 * say, or is set up to leave it out, and moments would be read in the zone of the server.
 */
function beginWith(settings: Readonly<Record<string, string | number>>) {
  const each = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`);
  const statements = { text: each.join('; '), query_timeout: connectMs };
  return async (client: ClientBase) => {
    await client.query(statements);
  };
}

/** The modes of TLS that the driver takes for verify-full, called so: it warns of each, over nine lines. */
function withTlsMode(address: string): string {
  if (/[?&]uselibpqcompat=/.test(address)) return address;
  return address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** A pool of connections to the server at the address; opens none before the first statement. */
export function serverAt(address: string, patience: Patience): Connections {
  const { workers, shared, statementMs } = patience;
  const deadlineMs = statementMs + beyondMs;
  const settings = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    default_transaction_isolation: 'read committed',
    statement_timeout: statementMs,
    lock_timeout: patience.lockMs,
    idle_in_transaction_session_timeout: Math.min(statementMs, idleMs),
    ...(workers !== undefined && { max_parallel_workers_per_gather: workers }),
  };
  const config = {
    connectionString: withTlsMode(address),
    max: patience.connections,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'tennis',
    onConnect: beginWith(settings),
  };
  const connections = createConnections(config, deadlineMs);
  if (!shared) return connections;
  const onConnect = beginWith({ ...settings, default_transaction_read_only: 'on' });
  const limits = { max: shared, query_timeout: deadlineMs };
  return withSharedReads(connections, { ...config, ...limits, onConnect });
}

/** Throws where two connections are one session, or one of them isn't always the same. */
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
