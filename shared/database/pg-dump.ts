// What PostgreSQL's own program writes of a database, for its pg_restore.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { errorCode } from './error-code.ts';
import { withTlsMode } from './server.ts';

/** PostgreSQL's major version that the `pg_dump` on the PATH is of; undefined where there is none. */
export async function dumpVersion(): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)('pg_dump', ['--version']);
    return Number(/\) (\d+)/.exec(stdout)?.[1]);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The database at the address in pg_dump's custom format. Throws with its last words where it fails. */
export async function* dumpOf(address: string): AsyncGenerator<Uint8Array> {
  const child = spawn('pg_dump', ['--format=custom', '--no-password'], {
    env: { ...process.env, ...environmentOf(address) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const said = text(child.stderr);
  try {
    yield* child.stdout;
    const [status] = await ended;
    if (status === 0) return;
    const words = (await said).trim().split('\n')[0];
    throw new Error(words || `pg_dump ended with ${status}`);
  } finally {
    child.kill();
  }
}

/** Where libpq, which pg_dump stands on, finds what the address says; arguments could be seen by everybody. */
function environmentOf(address: string): Record<string, string> {
  const connectionString = withTlsMode(address);
  const client = new Client({ connectionString });
  const { searchParams: given } = new URL(connectionString);
  const asked = given.get('sslmode') ?? modes[given.get('ssl') ?? ''];
  const mode = asked === 'no-verify' ? 'require' : asked;
  const { host, port, user, database, password } = client;
  const found = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGPASSWORD: password,
    PGSSLMODE: mode,
    // As the driver does: the authorities that the system trusts.
    PGSSLROOTCERT: given.get('sslrootcert') ?? (mode === 'verify-full' ? 'system' : undefined),
    PGSSLCERT: given.get('sslcert'),
    PGSSLKEY: given.get('sslkey'),
    PGSSLNEGOTIATION: given.get('sslnegotiation'),
    PGOPTIONS: given.get('options'),
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** The TLS modes by what the driver understands in their place. */
const modes: Readonly<Record<string, string>> = {
  true: 'verify-full',
  1: 'verify-full',
  0: 'disable',
  'no-verify': 'no-verify',
};
