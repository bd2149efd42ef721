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

/** The address, and `own` options of a session behind those that the address has: the later one counts. */
function addressWith(own: string, address: string) {
  const url = new URL(address);
  const given = url.searchParams.get('options');
  if (given === null) return { connectionString: address, options: own };
  url.searchParams.delete('options'); // the driver would take these alone
  return { connectionString: url.href, options: `${given} ${own}` };
}

/** The modes of TLS that the driver takes for verify-full, called so: it warns of each, over nine lines. */
function withTlsMode(address: string): string {
  if (/[?&]uselibpqcompat=/.test(address)) return address;
  return address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** A pool of connections to the server at the address; opens none before the first statement. */
export function serverAt(address: string, patience: Patience): Connections {
  const { workers, shared, statementMs } = patience;
  const sharing = workers === undefined ? '' : ` -c max_parallel_workers_per_gather=${workers}`;
  const deadlineMs = statementMs + beyondMs;
  const config = {
    ...addressWith(`-c TimeZone=UTC -c DateStyle=ISO${sharing}`, withTlsMode(address)),
    max: patience.connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: patience.lockMs,
    idle_in_transaction_session_timeout: Math.min(statementMs, idleMs),
    keepAlive: true,
    application_name: 'tennis',
  };
  const connections = createConnections(config, deadlineMs);
  if (!shared) return connections;
  const options = `${config.options} -c default_transaction_read_only=on`;
  const limits = { max: shared, query_timeout: deadlineMs };
  return withSharedReads(connections, { ...config, ...limits, options });
}
