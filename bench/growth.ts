// Whether the service is as fast for a city as for a tenth of it: every operation, the pages of the website
// that read most (growth-operations.ts) and the service's own jobs, with 10,000 players and with 100,000,
// ten matches each, in turn and one at a time.
//
//   bun bench/growth.ts [--players 100000] [--requests 60] [--only suggestions] [--plans folder]
//
// The goals: an operation takes at most twice its p50 with 10,000 players or, where it is rare or linear in
// their number, at most 50 ms; suggestions take less than 2 ms, and where nobody shares the time, 150 ms. If
// the plans of the statements are asked for, none that is usual reads a big table from end to end. Ends with
// status 1 where a goal is missed. A run of everything writes growth.md. It starts a PostgreSQL in the
// temporary folder, with some 3 GB.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startService } from '../commands/service.ts';
import { statusOf } from '../commands/status.ts';
import { openWorkbench, type Workbench } from '../commands/workbench.ts';
import { waitingSince } from '../modules/matches/index.ts';
import { readSettings, type Settings } from '../shared/config.ts';
import { processConsole } from '../shared/console/console.ts';
import { serverState } from '../shared/database/db.ts';
import { createLog } from '../shared/log.ts';
import { dayMs } from '../shared/time.ts';
import { versionLine } from '../shared/version.ts';
import { compiledFile } from '../tests/runtime/programs.ts';
import { type Child, startServe } from './children.ts';
import { client, seasonKey } from './city.ts';
import { fillCity, type Sizes, sizesOf } from './growth-city.ts';
import {
  type Operation,
  onePlayer,
  operations,
  seekers,
  TOKEN_SECRET,
} from './growth-operations.ts';
import { newToken } from './operations.ts';
import { readOptions } from './options.ts';
import { importAll, quantile, seconds, startDurable, temporaryFolder, within } from './places.ts';
import { plansOf, readsMuch, type Sent, statementsOf } from './plans.ts';
import { tableOf, writePage } from './table.ts';

const { requests, only, plans, players } = readOptions({
  players: 100_000,
  requests: 60,
  only: '',
  plans: '',
});
/** How many requests warm a server up: its code is compiled as it is used. */
const warmUps = 3_000;
/** How often each job is measured. */
const jobRounds = 20;
const DATA_DIR = await temporaryFolder();
const chosen = operations.filter(({ name }) => name.startsWith(only));

type City = { readonly sizes: Sizes; readonly settings: Settings; readonly bytes: number };
type Served = { readonly port: number; readonly token: string };

/** A city in a new database, with the seekers and the client of the bench. */
async function makeCity(DATABASE_URL: string, sizes: Sizes): Promise<City> {
  const settings = readSettings({ DATA_DIR, DATABASE_URL, TOKEN_SECRET, LOG_LEVEL: 'silent' });
  const taken = await seconds(() => fillCity(settings, sizes));
  console.log(`${sizes.players} players, ${sizes.matches} matches made in ${taken.toFixed(0)} s`);
  return within(settings, async (workbench) => {
    const players = seekers.map(({ id, ...window }) => ({
      kind: 'player',
      id,
      display_name: 'Anna K.',
      self_assessed_ntrp: 3.5,
      preferred_venue_ids: [],
      availability: [window],
      created_at: '2026-01-01T10:00:00Z',
    }));
    const own = { organizer_id: 'org_0', scopes: ['matches:write'] };
    const secret = { client_id: client.id, client_secret: client.secret };
    await importAll(workbench, [...players, { kind: 'client', ...secret, ...own }]);
    const { bytes } = await serverState(workbench.database.db);
    return { sizes, settings, bytes };
  });
}

/** Asks for a path, or sends a result; gives how many milliseconds the answer took. */
async function ask({ port, token }: Served, request: string): Promise<number> {
  const isRead = request.startsWith('/');
  const submission = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${isRead ? request : '/v1/matches'}`, {
    ...(!isRead && { method: 'POST', body: request }),
    headers: isRead ? { 'x-api-key': seasonKey } : submission,
  });
  const text = await answer.text();
  const ms = performance.now() - start;
  if (!answer.ok) throw new Error(`${request}: ${answer.status} ${text}`);
  if (text.startsWith('{"data":[]') && request.includes('cursor=')) {
    throw new Error(`${request}: an empty page`);
  }
  return ms;
}

const columns = ['what', 'p50 ms, fewer players', 'p50 ms', 'times', 'p99 ms', 'goal'];
const lines: string[][] = [];

/** Notes how many milliseconds something took in both cities. */
function report(
  { name, mostMs }: Omit<Operation, 'request'>,
  [fewer = [], all = []]: number[][],
): void {
  const [before, p50, p99] = [quantile(fewer, 0.5), quantile(all, 0.5), quantile(all, 0.99)];
  const isSlow = p50 > (mostMs ?? before * 2);
  if (isSlow) process.exitCode = 1;
  const goal = `${isSlow ? 'missed: ' : ''}${mostMs ? `${mostMs} ms` : 'twice'}`;
  const figures = [before, p50, p50 / before, p99].map((figure) => figure.toFixed(2));
  lines.push([name, ...figures, goal]);
  console.log(lines.at(-1)?.join(' | '));
}

/** Measures the operations on a server of each city, in turn. */
async function compare(cities: readonly City[]): Promise<void> {
  const servers: (Child & Served & { sizes: Sizes })[] = [];
  await compiledFile(); // so that no start waits for it
  try {
    for (const { sizes, settings } of cities) {
      const begun = performance.now();
      const server = await startReady(settings, { LOG_LEVEL: 'info' });
      const taken = secondsSince(begun).toFixed(2);
      told.push(`ready with ${sizes.players} players after ${taken} s`);
      servers.push({ ...server, sizes, token: await newToken(server.port) });
    }
    const measured = async ({ request }: Operation, n: number) => {
      const times: number[] = [];
      for (const server of servers) times.push(await ask(server, await request(n, server.sizes)));
      return times;
    };
    for (let n = 0; n < warmUps / Math.max(chosen.length, 1); n += 1) {
      for (const operation of chosen) await measured(operation, n);
    }
    for (const operation of chosen) {
      const times = servers.map((): number[] => []);
      for (let n = 0; n < requests; n += 1) {
        const [fewer = 0, all = 0] = await measured(operation, warmUps + n);
        times[0]?.push(fewer);
        times[1]?.push(all);
      }
      report(operation, times);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1_000;

/** Starts the compiled service, and waits until it takes requests. */
async function startReady(settings: Settings, more: Record<string, string>): Promise<Child> {
  const server = await startServe(settings, { TOKEN_SECRET, WEBSITE: 'public', ...more });
  while ((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status !== 200);
  return server;
}

/**
 * The service's own jobs, and `status`; each gives for how many it was done. The drops are a batch
 * of those due within the next month; their time is for one player.
 */
const jobs: Readonly<Record<string, (workbench: Workbench) => Promise<number>>> = {
  'daily drops': async ({ decay }) => (await decay(Date.now() + 30 * dayMs, () => true)).players,
  'sweep for pending matches': async ({ database }) => {
    await waitingSince(database.db);
    return 1;
  },
  status: async (workbench) => {
    await statusOf(undefined).run(workbench, {}, '', processConsole());
    return 1;
  },
};
const chosenJobs = Object.entries(jobs).filter(([name]) => name.startsWith(only));

/** Runs the service's own jobs in both cities, in turn. */
async function measureJobs(cities: readonly City[]): Promise<void> {
  const workbenches = await Promise.all(cities.map(({ settings }) => openWorkbench({ settings })));
  for (const [name, job] of chosenJobs) {
    const times = workbenches.map((): number[] => []);
    for (let round = 0; round <= jobRounds; round += 1) {
      for (const [place, workbench] of workbenches.entries()) {
        const start = performance.now();
        const done = await job(workbench);
        // The first round plans and compiles; in the last ones the smaller city may have nothing left to do.
        if (round > 0 && done > 0) times[place]?.push((performance.now() - start) / done);
      }
    }
    report({ name }, times);
  }
  for (const { database } of workbenches) await database.close();
}

/** So many players become idle, and so many matches pending: all at once, as after a long outage. */
const leaveBehind = (count: number) => `set session_replication_role = replica;
  create temporary table waiting as
    select id from match where rating_status = 'rated' order by id limit ${count};
  delete from rating_history where match_id in (select id from waiting);
  update match set rating_status = 'pending', run = null where id in (select id from waiting);
  delete from job_run;
  update rating set confidence = 90, drops_applied = 0, last_rated_match_at = now() - interval '100 days'
    where player_id in (select id from player order by id limit ${count})`;

/** Starts a server that has much to catch up with; tells how soon it answers, how fast, and when it is done. */
async function measureCatchingUp({ sizes, settings }: City): Promise<string> {
  const count = sizes.players * 0.3;
  const client = new Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  await client.query(leaveBehind(count));
  const begun = performance.now();
  const server = await startReady(settings, { RATING_DELAY_SECONDS: '60' });
  const ready = secondsSince(begun).toFixed(2);
  try {
    const times: number[] = [];
    for (let looks = 0; looks === 0; await delay(200)) {
      times.push(await ask({ ...server, token: '' }, await onePlayer.request(times.length, sizes)));
      const { rows } = await client.query(
        `select from job_run where name = 'inactivity drops' and ended_at > now() - $1 * interval '1 s'`,
        [secondsSince(begun)],
      );
      looks = rows.length;
    }
    const done = secondsSince(begun).toFixed();
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1));
    return `with ${count} idle players and as many pending matches it was ready after ${ready} s; until the drops were given, after ${done} s, one player took ${p50} ms (p99 ${p99})`;
  } finally {
    await server.stop();
    await client.end();
  }
}

/** Makes room for the result of the last minute, which is inserted again to be explained. */
const withoutLastResult = `set local session_replication_role = replica;
  delete from match where rating_status = 'pending' and received_at > now() - interval '1 minute';
  delete from submission_key where expires_at > now() + interval '23 hours 59 minutes';
  delete from audit_entry where at > now() - interval '1 minute';
  set local session_replication_role = origin`;

/** Writes the plans of each operation and job in the city, and names those that read too much. */
async function explain({ sizes, settings }: City, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const client = new Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  const day = new Date().toISOString().slice(0, 10);
  const about = `${sizes.players} players, ${sizes.matches} matches; ${day}, version ${versionLine()}`;
  const write = async (
    { name, mostMs = 0 }: Omit<Operation, 'request'>,
    what: string,
    sent: readonly Sent[],
    before?: string,
  ) => {
    const plans = await plansOf(client, sent, before);
    for (const table of mostMs < 50 ? plans.flatMap(readsMuch) : []) {
      process.exitCode = 1;
      console.log(`${name} reads much of ${table}`);
    }
    const parts = sent.flatMap(({ text }, n) => [text, plans[n]]);
    const file = join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.txt`);
    await writeFile(file, `${[`${name}: ${what}`, about, ...parts].join('\n\n')}\n`);
  };
  const limits = { RATE_LIMIT_PER_MINUTE: 100_000, ADDRESS_LIMIT_PER_MINUTE: 100_000 };
  const service = await startService({
    settings: { ...settings, ...limits, PORT: 0, RATING_DELAY_SECONDS: 86_400, WEBSITE: 'public' },
    log: createLog('silent', false),
    runCommand: async () => 0,
  });
  const port = Number(new URL(service.publicUrl).port);
  const served = { port, token: await newToken(port) };
  try {
    for (const operation of chosen) {
      const request = () => operation.request(4, sizes); // of a player with availability
      await ask(served, await request());
      const asked = await request();
      const sent = await statementsOf(() => ask(served, asked));
      const isRead = asked.startsWith('/');
      const what = isRead ? `GET ${asked.replace(/cursor=.*/, 'cursor=…')}` : 'POST /v1/matches';
      await write(operation, what, sent, isRead ? undefined : withoutLastResult);
    }
  } finally {
    await service.stop();
  }
  await within(settings, async (workbench) => {
    for (const [name, job] of chosenJobs) {
      await write(
        { name },
        'no request',
        await statementsOf(() => job(workbench), { undone: true }),
      );
    }
  });
  await client.end();
}

const server = await startDurable({ shared_buffers: '1GB', max_wal_size: '4GB' });
const told: string[] = [];
try {
  const small = await makeCity(await server.createDatabase('small'), sizesOf(10_000));
  const city = await makeCity(await server.createDatabase('city'), sizesOf(players));
  await compare([small, city]);
  await measureJobs([small, city]);
  if (plans) await explain(city, plans);
  if (only === '') {
    told.push(await measureCatchingUp(city));
    const sizes = [small, city].map(({ sizes: { players, matches }, bytes }) => {
      return `${players} (${matches}, ${(bytes / 1e9).toFixed(2)} GB)`;
    });
    const about = [
      `so many players (and matches, and the database): ${sizes.join(', ')}`,
      `${requests} requests each, one at a time`,
      'of a batch of drops, the time is that of one player',
      ...told,
    ];
    await writePage('growth', about, tableOf(columns, lines));
  }
} finally {
  await server.stop();
}
