// More than anybody sends who means well: the service goes on serving the others, in bounded memory.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { newSecret } from '../../modules/auth/secret.ts';
import { tennis } from '../commands/terminal.ts';
import { cityFile, tokenFrom } from '../runtime/main-job.ts';
import { compiled, endPrograms, type Server } from '../runtime/programs.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { cleanUp, databaseKinds, freshDatabase } from '../support/service.ts';
import { flood } from './flood.ts';

/** Each side of a connection is an open file of its process. */
const openFiles = Number(
  /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1],
);
const idleConnections = Math.min(3_000, openFiles - 500);
const slowConnections = 200;
const unknownKeys = 20_000;
const requestsAtOnce = 2_500;

/** How many megabytes more the process may hold than before, whatever is done to it. */
const mostGrowth = 200;
const reasonableMs = 3_000;
const mostWaitingMs = 15_000;

function megabytesOf({ pid }: Server): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

/** What the good key's reads meet while the work goes on: other answers than 200, slow ones. */
async function readingBeside({ url }: Server, work: Promise<unknown>) {
  const met = { reads: 0, others: [] as number[], slow: 0 };
  let working = true;
  const done = work.finally(() => {
    working = false;
  });
  do {
    const begun = performance.now();
    const headers = { 'x-api-key': secrets.key };
    const response = await fetch(`${url}/v1/players/${ids.players[0]}`, { headers });
    await response.arrayBuffer();
    met.reads += 1;
    if (response.status !== 200) met.others.push(response.status);
    if (performance.now() - begun > reasonableMs) met.slow += 1;
    await delay(50);
  } while (working);
  await done;
  return met;
}

const served = { reads: expect.any(Number), others: [], slow: 0 };

/** Requests that nobody finishes: a head, a result, and a form. */
function slowBeginnings(token: string): string[] {
  const basic = btoa(`${ids.client}:${secrets.client}`);
  const post = (path: string, ...headers: string[]) =>
    [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 5000', ...headers, '', ''].join(
      '\r\n',
    );
  return [
    'GET /v1/players HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
    post('/v1/matches', `Authorization: Bearer ${token}`, 'Idempotency-Key: slow'),
    post('/oauth/token', `Authorization: Basic ${basic}`, `Content-Type: ${formType}`),
  ];
}

const readRequest = `GET /v1/players/${ids.players[0]}/match-suggestions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: ${secrets.key}\r\n\r\n`;

function submission(token: string, n: number): string {
  const body = JSON.stringify(completed());
  return [
    'POST /v1/matches HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: at-once-${n}`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

const formType = 'application/x-www-form-urlencoded';

describe.each([...databaseKinds])('under overload (%s database)', (kind) => {
  let server: Server;
  let token: string;
  let atRest: number;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    const settings = await freshDatabase(kind);
    expect((await tennis(['import', '-'], settings, cityFile)).status).toBe(0);
    server = await compiled.serve({
      ...settings,
      TRUST_PROXY: 1,
      ADDRESS_LIMIT_PER_MINUTE: 60,
      RATE_LIMIT_PER_MINUTE: 100_000,
    });
    token = await tokenFrom(server.url);
    // What it needs for its daily work is there before anything is counted.
    await readingBeside(server, tryKeys(2_000));
    atRest = megabytesOf(server);
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });
  afterAll(async () => {
    await endPrograms();
    await cleanUp();
  });

  /**
   * A connection on which the text was sent; `ended` once the service has ended it. To one that
   * still sends, the end may be a reset: `once(socket, 'close')` would be refused by it.
   */
  async function open(text: string) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    sockets.add(socket);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.resume().write(text);
    return { socket, ended };
  }

  /** That many connections. More at once than the system queues would be dropped half-open by it. */
  async function openMany(count: number, textOf: (n: number) => string) {
    const connections: Awaited<ReturnType<typeof open>>[] = [];
    while (connections.length < count) {
      const more = Math.min(100, count - connections.length);
      const batch = Array.from({ length: more }, (_, n) => open(textOf(connections.length + n)));
      connections.push(...(await Promise.all(batch)));
      await fetch(`${server.url}/healthz`);
    }
    return connections;
  }

  /** Reads with keys that nobody has but that could be some, from 250 addresses. */
  const tryKeys = (count: number) =>
    flood(
      server.url,
      count,
      (n) =>
        `GET /v1/players HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${newSecret('trk_')}\r\nX-Forwarded-For: 10.1.1.${n % 250}\r\n\r\n`,
    );

  test(`of ${requestsAtOnce} requests at once each is answered: served, or told when to come again`, async () => {
    const connections = await openMany(requestsAtOnce, () => '');
    const begun = performance.now();
    const answers = await Promise.all(
      connections.map(async ({ socket, ended }, n) => {
        let answer = '';
        socket.setEncoding('latin1').on('data', (data) => {
          answer += data;
        });
        socket.write(n % 2 ? submission(token, n) : readRequest);
        await ended;
        return answer;
      }),
    );
    expect(performance.now() - begun).toBeLessThan(mostWaitingMs);
    const statuses = answers.map((answer) => answer.slice('HTTP/1.1 '.length).slice(0, 3));
    expect([...new Set(statuses)].toSorted()).toEqual(['200', '201', '503']);
    const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'));
    expect(refused.length).toBeWithin(1, requestsAtOnce);
    expect(refused.filter((answer) => !/^retry-after: [1-9]\d*\r$/im.test(answer))).toEqual([]);
    expect(await readingBeside(server, Promise.resolve())).toEqual(served);
  });

  // Nothing of this comes to the database: one of them stands for both.
  if (kind === 'embedded') return;

  test(`${idleConnections} idle connections, and some that drip, are ended and hold nobody up`, async () => {
    // Every other one has had an answer before it fell silent.
    const isKept = (n: number) => n % 2 === 0;
    const idle = await openMany(idleConnections, (n) =>
      isKept(n) ? 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' : '',
    );
    const beginnings = slowBeginnings(token);
    const slow = await openMany(slowConnections, (n) => beginnings[n % beginnings.length] ?? '');
    const dripping = setInterval(() => {
      for (const { socket } of slow) socket.write('a');
    }, 500);
    const ended = Promise.all([...idle, ...slow].map((connection) => connection.ended));
    const met = await readingBeside(server, ended);
    clearInterval(dripping);
    expect(met).toEqual(served);
    expect(megabytesOf(server) - atRest).toBeLessThan(mostGrowth);
  });

  test(`${unknownKeys} keys that nobody has are refused, and good ones are served`, async () => {
    const answers = tryKeys(unknownKeys);
    const met = await readingBeside(server, answers);
    expect([...(await answers).keys()].toSorted()).toEqual([401, 429]);
    expect(met).toEqual(served);
    expect(megabytesOf(server) - atRest).toBeLessThan(mostGrowth);
  }, 180_000);
});
