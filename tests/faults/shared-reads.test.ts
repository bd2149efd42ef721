// Reads that share connections: whatever happens to one of them, the others are answered as if alone.
import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readSettings } from '../../shared/config.ts';
import { problemOfDatabase } from '../../shared/database/outage.ts';
import { type Connections, createConnections } from '../../shared/database/pool.ts';
import { type Patience, requestPatience, serverAt } from '../../shared/database/server.ts';
import { usualSharing, withSharedReads } from '../../shared/database/shared-reads.ts';
import { mostNames } from '../../shared/database/statement-names.ts';
import { failureOf } from '../support/failure.ts';
import { type OwnServer, startOwnPostgres } from '../support/postgres.ts';
import { cleanUp, runService, temporaryFolder, testSettings } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { type DatabaseProxy, startProxy } from './postgres-proxy.ts';
import { ask } from './postgres-session.ts';

let postgres: OwnServer;
let socketFolder: string;
let proxy: DatabaseProxy;
const opened: Connections[] = [];

beforeAll(async () => {
  socketFolder = await temporaryFolder();
  await chmod(socketFolder, 0o777); // the server's user is another one
  postgres = await startOwnPostgres({ settings: { unix_socket_directories: socketFolder } });
  proxy = await startProxy(postgres.url);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((connections) => connections.close()));
});
afterAll(async () => {
  await proxy.close();
  await postgres.stop();
  await cleanUp();
});

function connectionsTo({ url }: { readonly url: string }, patience: Partial<Patience> = {}) {
  const connections = serverAt(url, { ...requestPatience, ...patience });
  opened.push(connections);
  return connections;
}

/** On a busy machine an answer may take longer than the usual 50 ms. */
const neverHeldUp = { ...usualSharing, heldUpMs: 30_000 };

const many = Array.from({ length: 200 }, (_, n) => n);

const backend = `case when current_setting('default_transaction_read_only') = 'on'
  then pg_backend_pid() end as pid`;

/**
 * Reads many numbers at once, by one of a few statements; each has its own answer. Gives the server's
 * processes of those that shared a connection.
 */
async function readMany({ read }: Connections, numbers = many): Promise<number[]> {
  const answers = await Promise.all(
    numbers.map((n) => read(`select $1::int as n, ${n % 7} as kind, ${backend}`, [n])),
  );
  const rows = answers.map(({ rows: [row] }) => row);
  expect(rows.map(({ n, kind }) => [n, kind])).toEqual(numbers.map((n) => [n, n % 7]));
  return [...new Set(rows.map(({ pid }) => pid as number | null))].filter((pid) => pid !== null);
}

/** Reads until all three connections are there, and gives their processes. */
async function warmUp(connections: Connections): Promise<number[]> {
  const backends = new Set<number>();
  for (let time = 0; time < 50 && backends.size < 3; time += 1) {
    for (const pid of await readMany(connections)) backends.add(pid);
  }
  return [...backends];
}

/** In which order the promises settle, by their names, with the codes of errors. */
async function orderOf(work: Readonly<Record<string, Promise<unknown>>>): Promise<string[]> {
  const order: string[] = [];
  const settled = Object.entries(work).map(([name, one]) =>
    one.then(
      () => order.push(name),
      (error) => order.push(`${name}: ${error.code}`),
    ),
  );
  await Promise.all(settled);
  return order;
}

/** Ends the processes of the server. */
const terminate = (pids: readonly number[]) =>
  ask(postgres.url, `select pg_terminate_backend(pid) from unnest('{${pids}}'::int[]) pid`);

test('each has its own answer, on few connections', async () => {
  const connections = connectionsTo(postgres);
  expect(await warmUp(connections)).toHaveLength(3);
  const { open, waiting } = connections.counts();
  expect(open).toBeWithin(3, 11);
  expect(waiting).toBe(0);
});

test('up to eight at once share two connections', async () => {
  const connections = connectionsTo(postgres, { sharing: neverHeldUp });
  for (let time = 0; time < 20; time += 1) await readMany(connections, many.slice(0, 8));
  expect(connections.counts().open).toBe(2);
  await readMany(connections, many.slice(0, 9));
  expect(connections.counts().open).toBe(3);
});

test('what is answered leaves no timer', async () => {
  const connections = connectionsTo(postgres, { sharing: neverHeldUp });
  const { statementMs } = requestPatience;
  await readMany(connections);
  const set = spyOn(globalThis, 'setTimeout');
  const cleared = spyOn(globalThis, 'clearTimeout');
  try {
    await readMany(connections);
    const deadlines = set.mock.calls.map(([, ms = 0]) => ms > statementMs && ms < 2 * statementMs);
    const timers = set.mock.results.filter((_, n) => deadlines[n]).map(({ value }) => value);
    expect(timers).toHaveLength(many.length);
    const ended = new Set<unknown>(cleared.mock.calls.flat());
    expect(timers.filter((timer) => !ended.has(timer))).toEqual([]);
  } finally {
    set.mockRestore();
    cleared.mockRestore();
  }
});

test('those of one turn are sent together', async () => {
  const connections = connectionsTo(postgres);
  await warmUp(connections);
  let fewest = Number.POSITIVE_INFINITY;
  // On a busy machine answers come one by one, and so go the next ones.
  for (let time = 0; time < 10; time += 1) {
    const writes = [spyOn(Socket.prototype, '_write'), spyOn(Socket.prototype, '_writev')];
    await readMany(connections);
    fewest = Math.min(fewest, Math.max(...writes.map(({ mock }) => mock.calls.length)));
    for (const write of writes) write.mockRestore();
  }
  expect(fewest).toBeWithin(many.length / 10, many.length / 3);
});

test('one that fails fails alone', async () => {
  const connections = connectionsTo(postgres);
  const outcomes = await Promise.allSettled(
    many.map((n) => connections.read('select 1 / ($1::int % 2)', [n])),
  );
  const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
  expect(codes).toEqual(many.map((n) => n % 2 === 0 && '22012'));
  await readMany(connections);
});

test('a slow one holds up nobody, is run once, and goes alone from then on', async () => {
  const connections = connectionsTo(postgres);
  await warmUp(connections);
  const slow = `select pg_sleep(2), current_setting('default_transaction_read_only') as shares`;
  const [first, second] = [connections.read(slow), connections.read(`${slow}, 2`)];
  const later = delay(300).then(() => readMany(connections));
  const order = orderOf({ first, second, many: readMany(connections), later });
  await delay(300);
  const activity = await ask(
    postgres.url,
    `select query from pg_stat_activity where state = 'active'`,
  );
  expect(activity.filter(({ query }) => query === slow)).toHaveLength(1);
  expect((await order).slice(0, 2)).toEqual(['many', 'later']);
  expect((await first).rows[0].shares).toBe('on');
  expect((await connections.read(slow)).rows[0].shares).toBe('off');
});

test('a slow one that has become quick shares a connection again', async () => {
  const { read } = connectionsTo(postgres);
  const text = `select pg_sleep($1), current_setting('default_transaction_read_only') as shares`;
  const shares = async (seconds: number) => (await read(text, [seconds])).rows[0].shares;
  await shares(1);
  expect(await shares(0)).toBe('off');
  // On a busy machine it may be slow once more.
  let last = 'off';
  for (let time = 0; time < 50 && last === 'off'; time += 1) last = await shares(0);
  expect(last).toBe('on');
});

test('whoever has waited for others goes alone', async () => {
  const { read } = connectionsTo(postgres);
  const taking = 'select pg_backend_pid() as pid from pg_sleep(0.04)';
  const answers = await Promise.all(many.slice(0, 30).map(() => read(taking)));
  expect(new Set(answers.map(({ rows: [row] }) => row.pid)).size).toBeGreaterThan(2);
});

test('whoever waits for many quick ones does not', async () => {
  // A busy machine answers fewer than two a millisecond, of quick ones, too.
  const connections = connectionsTo(postgres, { sharing: { ...usualSharing, fewAnswers: 0.1 } });
  await warmUp(connections);
  let fewest = Number.POSITIVE_INFINITY;
  /** Of many alone, on a busy machine, the last get no connection in time. */
  const whoIsLast = (error: unknown) => {
    expect(String(error)).toContain('timeout exceeded when trying to connect');
    return { rows: [{ pid: null }] };
  };
  // On a busy machine it may take more than 50 ms until the first ones are answered.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    let alone = 0;
    const readers = Array.from({ length: 2_000 }, async () => {
      for (let time = 0; time < 4; time += 1) {
        const { rows } = await connections.read(`select ${attempt}, ${backend}`).catch(whoIsLast);
        if (rows[0].pid === null) alone += 1;
      }
    });
    await Promise.all(readers);
    fewest = Math.min(fewest, alone);
  }
  expect(fewest).toBeLessThan(500);
});

test('one that takes too long ends with what says so, and the others are answered', async () => {
  const connections = connectionsTo(postgres, { statementMs: 2_000 });
  await warmUp(connections);
  const order = orderOf({
    first: connections.read('select pg_sleep(30)'),
    second: connections.read('select pg_sleep(30), 2'),
    many: readMany(connections),
  });
  const [first, ...others] = await order;
  expect(first).toBe('many');
  expect(others.toSorted()).toEqual(['first: 57014', 'second: 57014']);
  await readMany(connections);
});

test('one that changes something after all changes it once', async () => {
  const connections = connectionsTo(postgres);
  await connections.query('create table written (n int)');
  const writes = many.map((n) => connections.read('insert into written values ($1)', [n]));
  await Promise.all(writes);
  expect(await ask(postgres.url, 'select n from written')).toHaveLength(many.length);
});

test('those under way on a connection that the server ends are answered by another', async () => {
  const connections = connectionsTo(postgres);
  for (let time = 0; time < 20; time += 1) {
    const pids = await warmUp(connections);
    const reading = readMany(connections);
    await terminate(pids);
    await reading;
  }
});

test('a slow one whose connection the server ends is answered by another', async () => {
  const connections = connectionsTo(postgres);
  const pids = await warmUp(connections);
  const slow = connections.read('select 1 as n from pg_sleep(0.4)');
  await delay(150);
  await terminate(pids);
  expect((await slow).rows).toEqual([{ n: 1 }]);
});

test('those under way on connections that break are answered by others', async () => {
  const own = createConnections({ connectionString: postgres.url, max: 8 });
  const { connections: max } = usualSharing;
  const reading = createConnections({ connectionString: proxy.url, max, pipeline: true });
  const connections = withSharedReads(own, reading, usualSharing);
  opened.push(connections);
  for (let time = 0; time < 20; time += 1) {
    const lost = time % 2 ? 'answer' : 'message';
    const isCut = proxy.cut({ text: 'as kind', lost, times: 2 }, 5_000);
    await readMany(connections);
    await readMany(connections);
    await isCut;
  }
});

test('those that a frozen server leaves without an answer are refused, until it is back', async () => {
  const connections = connectionsTo(proxy, { statementMs: 500 });
  await warmUp(connections);
  proxy.freeze();
  const outcomes = await Promise.allSettled(many.map(() => connections.read('select 1')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  for (const outcome of outcomes) {
    const error = outcome.status === 'rejected' && outcome.reason;
    expect(problemOfDatabase(error)?.type, String(error)).toBe('service-unavailable');
  }
  proxy.thaw();
  await readMany(connections);
});

test('those that left a connection are run no more when it breaks', async () => {
  const connections = connectionsTo(proxy);
  await warmUp(connections);
  proxy.freeze();
  const reading = Promise.allSettled(many.map(() => connections.read('select 1')));
  await delay(300);
  await proxy.refuse();
  proxy.thaw();
  const outcomes = await reading;
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  await proxy.accept();
  await readMany(connections);
});

test('what somebody else has changed the columns of is read all the same', async () => {
  const connections = connectionsTo(postgres);
  await connections.query('create table changed (n int)');
  await connections.query('insert into changed values (1)');
  for (const type of ['bigint', 'text', 'int using n::int']) {
    const read = () => Promise.all(many.map(() => connections.read('select * from changed')));
    await read();
    await connections.query(`alter table changed alter column n type ${type}`);
    expect((await read()).every(({ rows }) => Number(rows[0].n) === 1)).toBeTrue();
  }
});

test('a connection that knows too many statements is replaced', async () => {
  const connections = connectionsTo(postgres);
  for (let n = 0; n < 20; n += 1) {
    const ownText = (m: number) => connections.read(`select ${n}, ${m} as m`);
    const answers = await Promise.all(many.map(ownText));
    expect(answers.map(({ rows: [row] }) => row.m)).toEqual(many);
  }
  const { rows } = await connections.read('select count(*)::int as n from pg_prepared_statements');
  expect(rows[0].n).toBeLessThan(mostNames);
});

test('so is one that nobody shares', async () => {
  const { query } = connectionsTo(postgres);
  for (let n = 0; n < 2 * mostNames + 100; n += 1) await query(`select ${n} as own`);
  const { rows } = await query('select count(*)::int as n from pg_prepared_statements');
  expect(rows[0].n).toBeLessThan(mostNames);
});

test('reads without a pause leave the other connections to the others, and end with the close', async () => {
  const connections = connectionsTo(postgres);
  const readers = many.map(async () => {
    while (await connections.read('select 1').catch(() => undefined));
  });
  const leases = await Promise.all(
    Array.from({ length: requestPatience.connections }, () => connections.connect()),
  );
  expect(connections.counts().open).toBe(10);
  for (const { release } of leases) release();
  await connections.close();
  await Promise.all(readers);
  expect(await failureOf(connections.read('select 1'))).toBeString();
  expect(connections.counts()).toEqual({ open: 0, idle: 0, waiting: 0 });
});

test.each([true, false])('a close waits for what is under way; connected: %s', async (isWarm) => {
  const connections = connectionsTo(postgres);
  if (isWarm) await warmUp(connections);
  const underWay = ['0', '0.3'].map((s) => connections.read(`select 2 as n from pg_sleep(${s})`));
  await Promise.all([connections.close(), connections.close()]);
  for (const one of underWay) expect((await one).rows).toEqual([{ n: 2 }]);
});

test('the address may have options, and a session is in UTC, ISO and read-only all the same', async () => {
  const url = new URL(postgres.url);
  const given =
    '-c search_path=city,public -c TimeZone=Asia/Tokyo -c DateStyle=German -c standard_conforming_strings=off';
  url.searchParams.set('options', given);
  const connections = connectionsTo({ url: url.href });
  const settings = `select current_setting('TimeZone') as zone, current_setting('search_path') as path,
    date '2026-05-01'::text as day, current_setting('max_parallel_workers_per_gather') as workers,
    current_setting('jit') as jit, length('\\\\') as backslashes`;
  const expected = [
    {
      zone: 'UTC',
      path: 'city,public',
      day: '2026-05-01',
      workers: '0',
      jit: 'off',
      backslashes: 2,
    },
  ];
  expect((await connections.query(settings)).rows).toEqual(expected);
  expect(await warmUp(connections)).toHaveLength(3);
  expect((await connections.read(settings)).rows).toEqual(expected);
});

test.each([
  ['', 'tennis'],
  ['?application_name=club', 'club'],
])('with %p in the address, sessions are those of %s', async (more, name) => {
  const connections = connectionsTo({ url: `${postgres.url}${more}` });
  const asked = `select current_setting('application_name') as name`;
  expect((await connections.query(asked)).rows).toEqual([{ name }]);
  expect((await connections.read(asked)).rows).toEqual([{ name }]);
});

/** The server's address by its socket, and the socket's file. */
function bySocket() {
  const { port } = new URL(postgres.url);
  const url = `postgres:///postgres?host=${socketFolder}&port=${port}&user=postgres`;
  return { url, file: join(socketFolder, `.s.PGSQL.${port}`) };
}

test('the address may name the folder of a socket', async () => {
  const { url } = bySocket();
  expect(() => readSettings({ DATABASE_URL: url })).not.toThrow();
  const connections = connectionsTo({ url });
  const address = 'select inet_client_addr() as address';
  expect((await connections.query(address)).rows).toEqual([{ address: null }]);
  expect(await warmUp(connections)).toHaveLength(3);
  expect((await connections.read(address)).rows).toEqual([{ address: null }]);
});

test('a socket whose file is gone, as after a stop, is an outage that uses up no limit', async () => {
  const { url: DATABASE_URL, file } = bySocket();
  const service = await runService(
    testSettings({ DATABASE_URL, ADDRESS_LIMIT_PER_MINUTE: 3, RATE_LIMIT_PER_MINUTE: 1_000 }),
  );
  try {
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
  } finally {
    await service.stop();
  }
});

test('a certificate that is gone after the start matters to no connection', async () => {
  const certificate = join(await temporaryFolder(), 'authority.pem');
  await writeFile(certificate, '');
  const connections = connectionsTo({
    url: `${postgres.url}?sslmode=disable&sslrootcert=${certificate}`,
  });
  await rm(certificate);
  expect(await warmUp(connections)).toHaveLength(3);
});
