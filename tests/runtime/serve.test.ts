import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ratingLock } from '../../modules/ratings/index.ts';
import type { Settings } from '../../shared/config.ts';
import { tennis } from '../commands/terminal.ts';
import { compiled, compiledFile, endPrograms, type Server } from '../runtime/programs.ts';
import { completed, ids, secrets, testCity } from '../support/city.ts';
import { hold } from '../support/held.ts';
import { freePort, listen } from '../support/raw-http.ts';
import {
  cleanUp,
  freshDatabase,
  json,
  startTestService,
  temporaryFolder,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';

setDefaultTimeout(180_000);

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const ndjson = (records: readonly object[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** The status of a request, or undefined where nobody answers. */
async function statusOf(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  );
  await answer?.arrayBuffer();
  return answer?.status;
}

/** Asks again until the status is the expected one; how long that took, in milliseconds. */
async function msUntil(status: number | undefined, ask: () => Promise<number | undefined>) {
  const start = performance.now();
  while ((await ask()) !== status && performance.now() - start < 10_000) await delay(50);
  return performance.now() - start;
}

/** Starts a command, which waits for something: what it said of that, and what it will end with. */
async function waiting({ DATA_DIR }: Settings, words: readonly string[]) {
  const command = spawn(await compiledFile(), words, { env: { DATA_DIR } });
  const closed = once(command, 'close');
  const lines: string[] = [];
  createInterface(command.stderr).on('line', (line) => lines.push(line));
  await until(() => lines.length > 0, 60_000);
  return { lines, ended: closed.then(([status]) => status) };
}

test('a command that reads first says what keeps the one connection from it', async () => {
  const { workbench } = await startTestService('embedded', { records: [] });
  const { locked, longTransaction } = workbench.database;
  const free = await hold(locked, ratingLock, longTransaction);
  const [id = ''] = ids.players;
  const { lines, ended } = await waiting(workbench.settings, ['players', 'erase', id, '--yes']);
  const wait =
    'Something long, such as a backup, has the database; this goes on once that has ended.';
  expect(lines).toEqual([wait]);
  await free();
  expect([await ended, lines]).toEqual([1, [wait, `There is no player with the id ${id}.`]]);
});

describe('beside a server on the embedded database', () => {
  let settings: Partial<Settings>;
  let server: Server;
  const run = (args: string, input?: string) => tennis(args.split(' '), settings, input);
  const read = (path: string, key: string = secrets.key) =>
    fetch(`${server.url}/v1${path}`, { headers: { 'x-api-key': key } });

  beforeAll(async () => {
    settings = await freshDatabase('embedded');
    server = await compiled.serve({
      ...settings,
      RATING_DELAY_SECONDS: 86_400,
      RATE_LIMIT_PER_MINUTE: 10_000, // one key reads all the while
    });
  });

  test('the first start on an empty database says what to do next', async () => {
    await until(() => server.said().length >= 6);
    expect(
      server
        .said()
        .join('\n')
        .replaceAll(/localhost:\d+/g, 'HOST'),
    ).toMatchInlineSnapshot(`
      "Nothing is set up yet. Run this in a second terminal, in the same folder; it asks five questions, and says how the first results come in:
        tennis init
      With WEBSITE=public, players find the ranking here:
        http://HOST/
      Programs find what they need here:
        http://HOST/docs"
    `);
  });

  test('the data folder, the database, the lock and the socket are open to their owner alone', async () => {
    const folder = settings.DATA_DIR ?? '';
    const modeOf = async (name: string) => (await stat(join(folder, name))).mode & 0o777;
    expect(await Promise.all(['.', 'postgres', 'lock', 'socket'].map(modeOf))).toEqual([
      0o700, 0o700, 0o600, 0o600,
    ]);
  });

  test('a second server ends with status 1 and one line that names the first', async () => {
    const { status, out, lines } = await tennis(['serve'], { ...settings, PORT: 0 });
    expect([status, out, lines.length]).toEqual([1, '', 1]);
    expect(lines[0]).toContain(`process ${server.pid}`);
    expect(lines[0]).toContain(new URL(server.url).port);
    expect(await statusOf(`${server.url}/readyz`)).toBe(200);
  });

  test.each(['300.1.1.1', '192.0.2.1', 'no.such.host.invalid', 'a b'])(
    'a HOST of %s ends it with status 1 and one line that says why',
    async (HOST) => {
      const DATA_DIR = await temporaryFolder();
      const { status, out, lines } = await tennis(['serve'], { DATA_DIR, HOST, PORT: 0 });
      expect([status, out, lines.length]).toEqual([1, '', 1]);
      expect(lines[0]).toMatch(new RegExp(`^The service can't listen on HOST ${HOST}, .* address`));
      expect(lines[0]).toMatch(/^[^:]+: [a-z ,]+\.$/);
    },
  );

  test('an import is there within 2 s, read from standard input', async () => {
    const { status, out, err } = await run('import - --json', ndjson(testCity()));
    expect([status, err]).toEqual([0, '']);
    expect(JSON.parse(out).imported).toMatchObject({ player: 12, venue: 3, competition: 5 });
    const start = performance.now();
    const { data } = await json(await read('/players?limit=100'));
    expect(data).toHaveLength(12);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('a new key works and a revoked one is refused within 2 s', async () => {
    const { id, key } = JSON.parse((await run('keys add --label short --json')).out);
    const status = async () => (await read('/venues', key)).status;
    expect(await msUntil(200, status)).toBeLessThan(2_000);
    expect(await run(`keys revoke ${id}`)).toMatchObject({ status: 0 });
    expect(await msUntil(401, status)).toBeLessThan(2_000);
  });

  test('a revoked client’s token is refused within 2 s', async () => {
    const add = `clients add --organizer ${ids.organizer} --json`;
    const { client_id, client_secret } = JSON.parse((await run(add)).out);
    const answer = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = await json(answer);
    const submit = async () => {
      const headers = { authorization: `Bearer ${access_token}` };
      const sent = await fetch(`${server.url}/v1/matches`, { method: 'POST', headers, body: '{}' });
      return sent.status;
    };
    expect(await submit()).toBe(400);
    expect(await run(`clients revoke ${client_id}`)).toMatchObject({ status: 0 });
    expect(await msUntil(401, submit)).toBeLessThan(2_000);
  });

  test('ratings run, decay and verify go by what the server holds', async () => {
    const match = { kind: 'match', ...completed() };
    await run('import -', ndjson([match]));
    const result = async (command: string) => JSON.parse((await run(`${command} --json`)).out);
    expect(await result('ratings run')).toEqual({ rated: 1, unrateable: 0 });
    expect(await result('ratings verify')).toEqual({ players: 12, matches: 1, differences: [] });
    expect(await result('ratings decay')).toEqual({ drops: 2 * 2, players: 2 });
  });

  test('an export goes to standard output, byte for byte as to a file', async () => {
    const file = join(await temporaryFolder(), 'all.ndjson');
    const printed = await run('export -');
    expect([printed.status, printed.err]).toEqual([0, '']);
    const written = await run(`export ${file}`);
    expect(written).toMatchObject({ status: 0, out: '' });
    expect(await Bun.file(file).text()).toBe(printed.out);
  });

  test('what a killed server leaves behind keeps neither commands nor a new one out', async () => {
    server.signal('SIGKILL');
    await server.ended;
    expect((await stat(join(settings.DATA_DIR ?? '', 'socket'))).isSocket()).toBe(true);
    const list = await run('organizers list --json');
    expect([list.status, JSON.parse(list.out).length]).toEqual([0, 2]);
    server = await compiled.serve(settings);
    expect(server.said()).toEqual([]);
    expect(await statusOf(`${server.url}/readyz`)).toBe(200);
  });
});

describe('the end of a server', () => {
  async function startHalfSent(url: string) {
    const { hostname, port } = new URL(url);
    const socket = createConnection(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n'); // and no empty line
    await delay(100);
    return socket;
  }

  test('comes within 10 s of SIGTERM, with status 0, and /readyz says 503 until then', async () => {
    const server = await compiled.serve(await freshDatabase('embedded'));
    const socket = await startHalfSent(server.url);
    expect(await statusOf(`${server.url}/readyz`)).toBe(200);
    server.signal('SIGTERM');
    const { ended } = server;
    expect(await msUntil(503, () => statusOf(`${server.url}/readyz`))).toBeLessThan(2_000);
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
    const { status, ms } = await ended;
    socket.destroy();
    expect(status).toBe(0);
    expect(ms).toBeLessThan(10_000);
  });

  test('tells a command that outlasts it', async () => {
    const { workbench, stop } = await startTestService('embedded', { records: [] });
    const free = await hold(workbench.database.locked, ratingLock);
    const { lines, ended } = await waiting(workbench.settings, ['ratings', 'run']);
    await stop();
    await free();
    const wait = 'Ratings are being changed by something else; this goes on once that has ended.';
    const end =
      'The server was stopped, and the command with it: give it again, unless "tennis audit list" shows that it was done.';
    expect([await ended, lines]).toEqual([1, [wait, end]]);
  });

  test('comes at once with a second signal', async () => {
    const server = await compiled.serve(await freshDatabase('server'));
    const socket = await startHalfSent(server.url);
    server.signal('SIGINT');
    await delay(300);
    const second = performance.now();
    server.signal('SIGINT');
    await server.ended;
    const ms = performance.now() - second;
    socket.destroy();
    expect(ms).toBeLessThan(1_000);
  });
});

describe('the start of a server', () => {
  test('is one line and status 1 where the port is taken', async () => {
    const other = createServer();
    const PORT = await listen(other);
    const settings = await freshDatabase('server');
    const { status, out, lines } = await tennis(['serve'], { ...settings, PORT });
    other.close();
    expect([status, out, lines.length]).toEqual([1, '', 1]);
    expect(lines[0]).toContain(String(PORT));
  });

  test('listens to nothing before the database is ready', async () => {
    // A database server that takes the connection and never says a word.
    const silent = createServer((socket) => socket.on('error', () => undefined));
    const [databasePort, PORT] = [await listen(silent), await freePort()];
    const DATA_DIR = join(await temporaryFolder(), 'data');
    await mkdir(DATA_DIR);
    const DATABASE_URL = `postgres://tennis@127.0.0.1:${databasePort}/tennis`;
    let ended = false;
    const started = tennis(['serve'], { DATA_DIR, DATABASE_URL, PORT }).finally(() => {
      ended = true;
    });
    while (!ended) {
      expect(await statusOf(`http://127.0.0.1:${PORT}/healthz`)).toBeUndefined();
      await delay(50);
    }
    silent.close();
    const { status, lines } = await started;
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain('DATABASE_URL');
  });
});
