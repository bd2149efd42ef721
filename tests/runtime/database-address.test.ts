// What the address of the database may say, and what its sessions are all the same.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connections } from '../../shared/database/pool.ts';
import { requestPatience, serverAt } from '../../shared/database/server.ts';
import { mostNames } from '../../shared/database/statement-names.ts';
import { ask } from '../faults/postgres-session.ts';
import { type OwnServer, startOwnPostgres } from '../support/postgres.ts';
import { cleanUp, runService, temporaryFolder, testSettings } from '../support/service.ts';
import { until } from '../support/waiting.ts';

setDefaultTimeout(180_000);

let postgres: OwnServer;
let socketFolder: string;
const opened: Connections[] = [];

beforeAll(async () => {
  socketFolder = await temporaryFolder();
  await chmod(socketFolder, 0o777); // the server's user is another one
  postgres = await startOwnPostgres({ settings: { unix_socket_directories: socketFolder } });
});
afterAll(async () => {
  await Promise.all(opened.map((connections) => connections.close()));
  await cleanUp();
  await postgres.stop();
});

/** What a statement gives, and what it gives as a read, which may go to other connections. */
async function given(url: string, statement: string): Promise<unknown[]> {
  const connections = serverAt(url, requestPatience);
  opened.push(connections);
  const answers = await Promise.all([connections.query(statement), connections.read(statement)]);
  return answers.flatMap(({ rows }) => rows);
}

test('it may have options, and a session is in UTC, ISO and standard strings all the same', async () => {
  const url = new URL(postgres.url);
  url.searchParams.set(
    'options',
    '-c search_path=city,public -c TimeZone=Asia/Tokyo -c DateStyle=German -c standard_conforming_strings=off',
  );
  const session = {
    zone: 'UTC',
    path: 'city,public',
    day: '2026-05-01',
    workers: '0',
    jit: 'off',
    backslashes: 2,
  };
  const statement = `select current_setting('TimeZone') as zone, current_setting('search_path') as path,
    date '2026-05-01'::text as day, current_setting('max_parallel_workers_per_gather') as workers,
    current_setting('jit') as jit, length('\\\\') as backslashes`;
  expect(await given(url.href, statement)).toEqual([session, session]);
});

test.each([
  ['', 'tennis'],
  ['?application_name=club', 'club'],
])('with %p in it, sessions are those of %s', async (more, name) => {
  const asked = `select current_setting('application_name') as name`;
  expect(await given(`${postgres.url}${more}`, asked)).toEqual([{ name }, { name }]);
});

test('a socket that it names serves, and is an outage that uses up no limit while its file is gone', async () => {
  const { port } = new URL(postgres.url);
  const DATABASE_URL = `postgres:///postgres?host=${socketFolder}&port=${port}&user=postgres`;
  const file = join(socketFolder, `.s.PGSQL.${port}`);
  const bySocket = { address: null };
  const asked = 'select inet_client_addr() as address';
  expect(await given(DATABASE_URL, asked)).toEqual([bySocket, bySocket]);
  const limits = { ADDRESS_LIMIT_PER_MINUTE: 3, RATE_LIMIT_PER_MINUTE: 1_000 };
  const service = await runService(testSettings({ DATABASE_URL, ...limits }));
  const read = () => service.get('/v1/players');
  expect((await read()).status).toBe(200);
  await rename(file, `${file}.away`);
  const sessions = "from pg_stat_activity where application_name = 'tennis'";
  await ask(postgres.url, `select pg_terminate_backend(pid) ${sessions}`);
  await delay(1_100); // so long the key is known without the database
  const answers = await Promise.all(Array.from({ length: 5 }, read));
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    answers.map(() => [503, '2']),
  );
  await rename(`${file}.away`, file);
  await until(async () => (await read()).status === 200);
  expect((await fetch(`${service.url}/oauth/token`, { method: 'POST' })).status).toBe(401);
  await service.stop();
});

test('a certificate that is gone after the start matters to no connection', async () => {
  const certificate = join(await temporaryFolder(), 'authority.pem');
  await writeFile(certificate, '');
  const url = `${postgres.url}?sslmode=disable&sslrootcert=${certificate}`;
  const connections = serverAt(url, requestPatience);
  opened.push(connections);
  await rm(certificate);
  expect((await connections.read('select 1 as n')).rows).toEqual([{ n: 1 }]);
});

test.each(['query', 'read'] as const)(
  'a connection that knows too many statements is replaced (%s)',
  async (way) => {
    const connections = serverAt(postgres.url, requestPatience);
    opened.push(connections);
    const ask = connections[way];
    for (let n = 0; n < 2 * mostNames + 100; n += 1) await ask(`select ${n} as own`);
    const { rows } = await ask('select count(*)::int as n from pg_prepared_statements');
    expect(rows[0].n).toBeLessThan(mostNames);
  },
);
