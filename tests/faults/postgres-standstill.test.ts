// PostgreSQL that is there and doesn't go on: stopped, unreachable without a word, or locked.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { compiledFile, endPrograms } from '../runtime/programs.ts';
import { ids } from '../support/city.ts';
import type { OwnServer } from '../support/postgres.ts';
import { cleanUp, temporaryFolder } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { goodResult, type Reply } from './postgres-load.ts';
import { newCity, type Scene, startCityServer, surviveFault } from './postgres-scene.ts';
import { beside, waitingSessions } from './postgres-session.ts';

setDefaultTimeout(180_000);
let postgres: OwnServer;
beforeAll(async () => {
  postgres = await startCityServer({ max_connections: '300' });
});
afterAll(async () => {
  await endPrograms();
  await cleanUp();
  await postgres.stop();
});

const player = `/v1/players/${ids.players[0]}`;
const reads = ['/v1/players', player, `${player}/rating`, '/v1/matches', '/v1/venues'];
const probes = ['/readyz', '/metrics'];

/** Sends more than the pool has connections; gives the answers once each has one, by what was asked. */
async function askAll({ load }: Scene) {
  const [submissions, answers, watching] = await Promise.all([
    Promise.all(Array.from({ length: 16 }, () => load.deliver(goodResult()))),
    Promise.all([...reads, ...reads, ...reads].map(load.read)),
    Promise.all(probes.map(load.read)),
  ]);
  const statuses = (replies: readonly Reply[]) => new Set(replies.map(({ status }) => status));
  return {
    submissions: statuses(submissions),
    reads: statuses(answers),
    readyz: watching[0]?.status,
    metrics: watching[1]?.status,
  };
}

/** The processes of the server, the first one first. */
function processesOf({ pid }: OwnServer): number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = list
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
  return [pid, ...children];
}

const all = (status: number) => new Set([status]);
const served = { submissions: all(201), reads: all(200), readyz: 200, metrics: 200 };
const refused = { submissions: all(503), reads: all(503), readyz: 503 };

/** Stops PostgreSQL's processes where they are; the `end` lets them go on. */
function stopProcesses() {
  process.kill(postgres.pid, 'SIGSTOP'); // makes no further processes
  const processes = processesOf(postgres);
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  return { end: () => processes.forEach((pid) => void process.kill(pid, 'SIGCONT')) };
}

test('while PostgreSQL is stopped (SIGSTOP) every request has its 503 within 8 s', async () => {
  await surviveFault(postgres, 'nothing', async (scene) => {
    expect(await askAll(scene)).toEqual(served); // now the pool is full of connections
    const standstill = stopProcesses();
    try {
      expect(await askAll(scene)).toMatchObject(refused);
    } finally {
      standstill.end();
    }
  });
});

test('a server that PostgreSQL keeps from starting ends within 10 s of a SIGTERM', async () => {
  const url = await newCity(postgres);
  await beside(url, 'lock table match', async () => {
    const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(), PORT: '0' };
    const server = spawn(await compiledFile(), ['serve'], { env });
    const ended = once(server, 'close');
    await until(async () => (await waitingSessions(url)) > 0, 60_000);
    const standstill = stopProcesses();
    try {
      const asked = performance.now();
      server.kill('SIGTERM');
      expect([(await ended)[0], performance.now() - asked < 10_500]).toEqual([1, true]);
    } finally {
      standstill.end();
      server.kill('SIGKILL');
    }
  });
});

/** What is asked while the table is locked, as far as it is sure. */
const locked: [table: string, answers: Partial<Awaited<ReturnType<typeof askAll>>>][] = [
  ['match, player', { submissions: all(503) }],
  ['submission_key', { submissions: all(503), reads: all(200) }],
  ['rating', { submissions: all(201) }],
  ['api_key', { reads: all(503) }],
];

// At the same time: each has a service and a database of its own, and waits most of the time.
test.concurrent.each(locked)(
  'while the table %s is locked every request has its answer within 8 s',
  async (table, answers) => {
    await surviveFault(postgres, 'nothing', (scene) =>
      beside(scene.databaseUrl, `lock table ${table} in access exclusive mode`, async () => {
        await delay(1_100); // until no credential is known without looking it up
        expect(await askAll(scene)).toMatchObject(answers);
      }),
    );
  },
);

// Each is waited for in turn, for less time than one lock may take, and for 8.5 s together.
test.concurrent('while one lock follows another every request has its answer within 8 s', async () => {
  await surviveFault(postgres, 'nothing', async ({ databaseUrl, load }) => {
    const lockFor = (ms: number, table: string) =>
      beside(databaseUrl, `lock table ${table} in access exclusive mode`, () => delay(ms));
    const locks = [
      lockFor(4_000, 'api_client'),
      lockFor(6_700, 'submission_key'),
      lockFor(12_000, 'match'),
    ];
    await delay(1_200); // until no credential is known without looking it up
    const { status, text } = await load.deliver(goodResult());
    // On a busy machine, one of the locks may last longer than a statement waits for it.
    const detail = expect.stringMatching(
      /^The database (takes too long|can not be reached) for the moment\.$/,
    );
    expect([status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ detail })]);
    await Promise.all(locks);
  });
});
