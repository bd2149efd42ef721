// How the service ends, and what it writes until then.
import { afterAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { completed, ids, secrets } from '../support/city.ts';
import { cleanUp, freshDatabase, onBothDatabases } from '../support/service.ts';
import { cityFile, read, submit, succeed, tokenFrom } from './main-job.ts';
import { compiled, endPrograms, programOf, root, type Server } from './programs.ts';

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

/** A submission of which the first half is on its way. */
async function halfSent(url: string, token: string) {
  const body = JSON.stringify(completed());
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  const head = [
    'POST /v1/matches HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${crypto.randomUUID()}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 40)}`);
  await delay(100);
  return {
    finish: () => void socket.write(body.slice(40)),
    answered: () => answer !== '',
    answer: () => closed.then(() => answer),
  };
}

const statusOf = (url: string, path: string) =>
  fetch(url + path, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 'refused' as const,
  );

/** Waits until the port is closed; gives what /readyz said until then. */
async function untilRefused({ url }: Server): Promise<Set<number>> {
  const seen = new Set<number>();
  for (;;) {
    const status = await statusOf(url, '/readyz');
    if (status === 'refused') return seen;
    seen.add(status);
    await delay(20);
  }
}

onBothDatabases('after SIGTERM', (kind) => {
  test('readyz says 503 while the port is still open, then what is under way is finished', async () => {
    const settings = await freshDatabase(kind);
    const server = await compiled.serve(settings);
    await succeed(compiled.run(['import', '-'], settings, cityFile));
    const token = await tokenFrom(server.url);
    const request = await halfSent(server.url, token);
    // One that is never finished holds up the end for less than 10 s.
    const neverFinished = kind === 'embedded' ? await halfSent(server.url, token) : undefined;
    expect(await statusOf(server.url, '/readyz')).toBe(200);

    server.signal('SIGTERM');
    await delay(100);
    expect(await statusOf(server.url, '/readyz')).toBe(503);
    expect(await statusOf(server.url, '/healthz')).toBe(200);
    const late = await submit(server.url, token);
    expect([late.status, late.headers.get('connection')]).toEqual([201, 'close']);

    expect(await untilRefused(server)).toEqual(new Set([503]));
    expect(request.answered()).toBe(false);
    request.finish();
    expect(await request.answer()).toStartWith('HTTP/1.1 201');
    const { status, ms, out } = await server.ended;
    expect([status, ms < 10_000]).toEqual([0, true]);
    expect((await neverFinished?.answer()) ?? '').toBe('');
    expect(out).not.toMatch(/"level":[4-6]0/);
    const matches = await succeed(compiled.run(['matches', 'list', '--json'], settings));
    expect(JSON.parse(matches)).toHaveLength(2);
  });
});

test('a second signal ends the process at once', async () => {
  const settings = await freshDatabase('embedded');
  const server = await compiled.serve(settings);
  server.signal('SIGTERM');
  await delay(400);
  server.signal('SIGTERM');
  const { status, ms } = await server.ended;
  expect([status, ms < 1_000]).toEqual([1, true]);
});

test('a Ctrl-C that comes twice, as `bun run` passes it on, counts once, and leaves proxies no time', async () => {
  const server = await compiled.serve(await freshDatabase('server'));
  server.signal('SIGINT');
  await delay(5);
  server.signal('SIGINT');
  const { status, ms } = await server.ended;
  expect([status, ms < 1_900]).toEqual([0, true]);
  expect(server.log()).toContainEqual(expect.objectContaining({ msg: 'stopped' }));
});

test('a rating run ends between two matches, and goes on at the next start', async () => {
  const settings = await freshDatabase('embedded');
  const total = 8_000;
  const start = Date.parse('2026-03-02T08:00:00Z');
  const season = Array.from({ length: total }, (_, n) => ({
    ...completed({ played_at: new Date(start + n * 60_000).toISOString() }),
    player_ids: [ids.players[n % 12], ids.players[(n + 1 + (n % 11)) % 12]],
    kind: 'match',
  }));
  const file = cityFile + season.map((match) => `${JSON.stringify(match)}\n`).join('');
  await succeed(compiled.run(['import', '-'], settings, file));

  const server = await compiled.serve({ ...settings, RATING_DELAY_SECONDS: '0' });
  const rated = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return total - Number(/^tennis_matches_pending (\d+)$/m.exec(text)?.[1]);
  };
  while ((await rated()) === 0) await delay(20);
  server.signal('SIGTERM');
  const { status, ms } = await server.ended;
  expect([status, ms < 10_000]).toEqual([0, true]);
  const run = server.log().find(({ msg }) => msg === 'rating run');
  expect(run?.rated).toBeLessThan(total);

  const verified = await succeed(compiled.run(['ratings', 'verify', '--json'], settings));
  expect(JSON.parse(verified)).toMatchObject({ matches: run?.rated, differences: [] });
});

test('a command beside the server is finished, too', async () => {
  const settings = await freshDatabase('embedded');
  const server = await compiled.serve(settings);
  const gate = Promise.withResolvers<string>();
  const half = cityFile.length / 2;
  const importing = compiled.run(['import', '-'], settings, {
    first: cityFile.slice(0, half),
    rest: gate.promise,
  });
  await delay(3_000); // the command has to reach the server, on a busy machine, too
  server.signal('SIGTERM');
  await untilRefused(server);
  gate.resolve(cityFile.slice(half));
  expect(await importing).toMatchObject({ status: 0, err: '' });
  expect((await server.ended).status).toBe(0);
});

test('the log has one line of JSON a request, and never a secret or a query', async () => {
  const settings = await freshDatabase('embedded');
  const server = await compiled.serve(settings);
  await succeed(compiled.run(['import', '-'], settings, cityFile));
  const token = await tokenFrom(server.url);
  const { headers } = await submit(server.url, token);
  await read(server.url, '/v1/players?limit=2&min_rating=7');
  await fetch(`${server.url}/v1/players`, { headers: { 'x-api-key': 'a-key-that-nobody-has' } });
  await fetch(`${server.url}/v1/venues?x_api_key=${secrets.otherKey}`);
  await fetch(`${server.url}/nothing/here`);
  server.signal('SIGINT');
  await server.ended;
  const requests = server.log().filter(({ msg }) => msg === 'request');
  expect(requests).toEqual(
    [
      { method: 'POST', route: '/oauth/token', status: 200, credential: ids.client },
      { method: 'POST', route: '/v1/matches', status: 201, credential: ids.client },
      { method: 'GET', route: '/v1/players', status: 200, credential: 'tests' },
      { method: 'GET', route: '/v1/players', status: 401 },
      { method: 'GET', route: '/v1/venues', status: 401 },
      { method: 'GET', route: '*', path: '/nothing/here', status: 404 },
    ].map((entry) => ({
      level: 30,
      time: expect.stringMatching(/^2\d{3}-\d\d-\d\dT[\d:.]+Z$/),
      msg: 'request',
      request: expect.stringMatching(/^[\da-f-]{36}$/),
      path: entry.route,
      ms: expect.any(Number),
      ...entry,
    })),
  );
  expect(headers.get('location')).toContain('/v1/matches/');
  const written = server.written();
  for (const secret of [secrets.key, secrets.client, secrets.otherKey, token, 'nobody-has']) {
    expect(written).not.toContain(secret);
  }
  expect(written).not.toContain('min_rating');
});

test.skipIf(process.platform !== 'linux')(
  'on a terminal the log is for people, and Ctrl-C ends the service',
  async () => {
    const settings = await freshDatabase('embedded');
    const inTerminal = 'exec script -qefc "exec $0 $1 $2" /dev/null';
    const command = ['sh', '-c', inTerminal, process.execPath, join(root, 'main.ts')];
    const server = await programOf(command, { PATH: process.env.PATH }).serve(settings);
    server.type('\x03');
    const { status, out } = await server.ended;
    expect(out).toMatch(
      /^\d\d:\d\d:\d\d listening address=http:\S+ database=embedded runtime="bun/m,
    );
    expect(out).toMatch(/^\d\d:\d\d:\d\d stopped/m);
    expect(status).toBe(0);
  },
);

test.each([
  ['0.0.0.0', {}, true],
  ['0.0.0.0', { PUBLIC_URL: 'https://tennis.example:8443' }, false],
  ['::1', {}, false],
])('HOST %s with %p: warned of a missing PUBLIC_URL: %p', async (HOST, more, warned) => {
  const settings = await freshDatabase('server');
  const server = await compiled.serve({ ...settings, HOST, ...more });
  server.signal('SIGINT');
  const { err } = await server.ended;
  expect(err.includes('PUBLIC_URL')).toBe(warned);
});
