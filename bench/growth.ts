// Whether the service is as fast for a country as for a city: every operation
// (growth-operations.ts) and its own jobs, on 10,000 players and on 1,000,000 in turn, one at a
// time. Ends with status 1 where something is too slow or, if the plans of its statements are asked for,
// where one reads a big table from end to end. A run of everything writes growth.md.
//
//   bun bench/growth.ts [--players 1000000] [--requests 60] [--only suggestions] [--plans folder]
//
// SMALL_DATABASE_URL and LARGE_DATABASE_URL may name countries that country.ts has made; without them
// a PostgreSQL is started in the temporary folder, which takes 10 GB, and both are made.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startService } from '../commands/service.ts';
import { status } from '../commands/status.ts';
import { openWorkbench, type Workbench } from '../commands/workbench.ts';
import { waitingSince } from '../modules/matches/index.ts';
import { readSettings, type Settings } from '../shared/config.ts';
import { processConsole } from '../shared/console/console.ts';
import { serverState } from '../shared/database/db.ts';
import type { PlayerId } from '../shared/ids.ts';
import { createLog } from '../shared/log.ts';
import { dayMs } from '../shared/time.ts';
import { versionLine } from '../shared/version.ts';
import { compiledFile } from '../tests/runtime/programs.ts';
import { type Child, startServe } from './children.ts';
import { client, seasonKey } from './city.ts';
import { fillCountry, type Sizes, sizesOf } from './country.ts';
import { drive } from './drive.ts';
import {
  type Follow,
  type Operation,
  operations,
  seekers,
  slower,
  TOKEN_SECRET,
} from './growth-operations.ts';
import { answersOf, newToken, writeLoad } from './operations.ts';
import { readOptions } from './options.ts';
import { importAll, quantile, seconds, startDurable, temporaryFolder, within } from './places.ts';
import { plansOf, readsMuch, type Sent, statementsOf } from './plans.ts';
import { tableOf, writePage } from './table.ts';

const { requests, only, plans, players } = readOptions({
  players: 1_000_000,
  requests: 60,
  only: '',
  plans: '',
});
/** How many requests warm a server up: its code is compiled as it is used. */
const warmUps = 3_000;
const DATA_DIR = await temporaryFolder();

type Country = { readonly sizes: Sizes; readonly settings: Settings; readonly bytes: number };

const small = sizesOf(10_000);
const large = sizesOf(players);
const chosen = Object.entries(operations).filter(([name]) => name.startsWith(only));

async function countryAt(url: string, sizes: Sizes): Promise<Country> {
  const settings = readSettings({ DATA_DIR, DATABASE_URL: url, TOKEN_SECRET, LOG_LEVEL: 'silent' });
  const workbench = await openWorkbench({ settings });
  const { db } = workbench.database;
  const ids = seekers.map(({ id }) => id as PlayerId);
  const known = await db.selectFrom('player').select('id').where('id', 'in', ids).execute();
  if (known.length === 0) {
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
  }
  const { bytes } = await serverState(db);
  await workbench.database.close();
  return { sizes, settings, bytes };
}

async function makeCountries(): Promise<{ countries: Country[]; stop(): Promise<void> }> {
  const { SMALL_DATABASE_URL, LARGE_DATABASE_URL } = process.env;
  if (SMALL_DATABASE_URL && LARGE_DATABASE_URL) {
    const countries = [
      await countryAt(SMALL_DATABASE_URL, small),
      await countryAt(LARGE_DATABASE_URL, large),
    ];
    return { countries, stop: async () => undefined };
  }
  const server = await startDurable({ shared_buffers: '1GB', max_wal_size: '4GB' });
  const countries = [];
  for (const sizes of [small, large]) {
    const DATABASE_URL = await server.createDatabase(`country_${sizes.players}`);
    const taken = await seconds(() => fillCountry(readSettings({ DATABASE_URL, DATA_DIR }), sizes));
    console.log(`${sizes.players} players, ${sizes.matches} matches made in ${taken.toFixed(0)} s`);
    countries.push(await countryAt(DATABASE_URL, sizes));
  }
  return { countries, stop: server.stop };
}

type Served = { readonly port: number; readonly token: string };

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
  if (request.includes('cursor=') && JSON.parse(text).data.length === 0) {
    throw new Error(`${request}: an empty page`);
  }
  return ms;
}

/** How many pages are followed at the most, to the last of a list. */
const mostPages = 250;

/** Follows the pages of a list on a server. */
const following =
  ({ port }: Served): Follow =>
  async (path) => {
    let last = path;
    for (let page = 1; page < mostPages; page += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}${last}`, {
        headers: { 'x-api-key': seasonKey },
      });
      const { next_cursor }: { next_cursor: string | null } = JSON.parse(await answer.text());
      if (!next_cursor) break;
      last = `${path}&cursor=${next_cursor}`;
    }
    return last;
  };

const columns = ['what', 'p50 ms, city', 'p99 ms, city', 'p50 ms, country', 'p99 ms, country'];
columns.push('p50, times the city’s', '');
const lines: string[][] = [];

/** The most that an operation's p99 may be, in milliseconds, if it has a limit of its own. */
function mostP99(name: string): number | undefined {
  if (!name.startsWith('suggestions')) return undefined;
  return name.endsWith('minutes of nobody') ? 250 : 5;
}

/** The median of the times in milliseconds, and the time that one in a hundred exceeds. */
type Times = { readonly p50: number; readonly p99: number };

const timesOf = (all: readonly number[]): Times => ({
  p50: quantile(all, 0.5),
  p99: quantile(all, 0.99),
});

/** Prints how long something took in the city and in the country. */
function report(name: string, times: readonly Times[]): void {
  const [{ p50: city } = { p50: 0 }, { p50, p99 } = { p50: 0, p99: 0 }] = times;
  const shares = times.flatMap((all) => [all.p50, all.p99]);
  const most = slower.has(name) ? 50 : city * 2;
  const isSlow = p50 > most || p99 > (mostP99(name) ?? p99);
  if (isSlow) process.exitCode = 1;
  const verdict = isSlow ? 'too slow' : slower.has(name) ? 'at most 50 ms' : '';
  lines.push([name, ...shares.map((ms) => ms.toFixed(2)), (p50 / city).toFixed(2), verdict]);
  console.log(lines.at(-1)?.join(' | '));
}

type Server = Served & { readonly sizes: Sizes; readonly pid: number };

/** Asks both countries in turn. */
async function measure(servers: readonly Server[], operation: Operation): Promise<Times[]> {
  const times = servers.map((): number[] => []);
  for (let n = 0; n < requests; n += 1) {
    for (const [place, { sizes, ...served }] of servers.entries()) {
      const request = await operation(warmUps + n, sizes, following(served));
      times[place]?.push(await ask(served, request));
    }
  }
  return times.map(timesOf);
}

/** The same by wrk, on one connection: enough requests for p99, without pauses of our own. */
async function driveInTurn(servers: readonly Server[], operation: Operation): Promise<Times[]> {
  const times: Times[] = [];
  for (const { pid, sizes, ...served } of servers) {
    const { port, token } = served;
    const follow = following(served);
    const paths = Array.from({ length: 200 }, (_, n) => operation(n, sizes, follow));
    const asked = { name: 'growth', requests: await Promise.all(paths) };
    const callers = { keys: [seasonKey], tokens: [token] };
    const right = await answersOf(port, asked, callers);
    const load = await writeLoad(DATA_DIR, asked.name, asked, callers, right);
    const round = { connections: 1, number: 1 };
    await drive([{ port, pid }], load, { ...round, seconds: 4 }); // to warm up
    times.push(await drive([{ port, pid }], load, { ...round, seconds: 10 }));
  }
  return times;
}

/** Runs the service's own jobs in both countries, in turn. */
async function measureJobs(countries: readonly Country[]): Promise<void> {
  const workbenches = await Promise.all(
    countries.map(({ settings }) => openWorkbench({ settings })),
  );
  for (const [name, job] of Object.entries(jobs).filter(([name]) => name.startsWith(only))) {
    const times = workbenches.map((): number[] => []);
    for (let round = 0; round <= jobRounds; round += 1) {
      for (const [place, workbench] of workbenches.entries()) {
        const start = performance.now();
        const done = await job(workbench);
        // The first round plans and compiles; in the last ones a city may have nothing left to do.
        if (round > 0 && done > 0) times[place]?.push((performance.now() - start) / done);
      }
    }
    report(name, times.map(timesOf));
  }
  for (const { database } of workbenches) await database.close();
}

async function compare(countries: readonly Country[]): Promise<void> {
  const servers: (Server & Child)[] = [];
  await compiledFile(); // so that no start waits for it
  for (const { sizes, settings } of countries) {
    const begun = performance.now();
    const server = await startServe(settings, { TOKEN_SECRET, LOG_LEVEL: 'info' });
    while ((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status !== 200);
    const taken = (performance.now() - begun) / 1_000;
    ready.push(`ready with ${sizes.players} players after ${taken.toFixed(2)} s`);
    console.log(ready.at(-1));
    servers.push({ ...server, sizes, token: await newToken(server.port) });
  }
  try {
    for (let n = 0; n < warmUps / Math.max(chosen.length, 1); n += 1) {
      for (const [, operation] of chosen) {
        for (const { sizes, ...served } of servers) {
          await ask(served, await operation(n, sizes, following(served)));
        }
      }
    }
    for (const [name, operation] of chosen) {
      report(name, await (mostP99(name) ? driveInTurn : measure)(servers, operation));
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** How often each job is measured. */
const jobRounds = 20;

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
    await status.run(workbench, {}, '', processConsole());
    return 1;
  },
};

/** So many players become idle, and so many matches pending: all at once, as after a long outage. */
const leaveBehind = (count: number) => `set session_replication_role = replica;
  create temporary table waiting as
    select id from match where rating_status = 'rated' order by id limit ${count};
  delete from rating_history where match_id in (select id from waiting);
  update match set rating_status = 'pending' where id in (select id from waiting);
  delete from job_run;
  update rating set confidence = 90, drops_applied = 0, last_rated_match_at = now() - interval '100 days'
    where player_id in (select id from player order by id limit ${count})`;

/** Starts a server that has much to catch up with; tells how soon it answers, how fast, and when it is done. */
async function measureCatchingUp({ sizes, settings }: Country): Promise<string> {
  const count = Math.min(300_000, sizes.players * 0.3);
  const client = new Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  await client.query(leaveBehind(count));
  const begun = performance.now();
  const server = await startServe(settings, { TOKEN_SECRET, RATING_DELAY_SECONDS: '60' });
  try {
    while ((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status !== 200);
    const ready = ((performance.now() - begun) / 1_000).toFixed(2);
    const times: number[] = [];
    for (let looks = 0; looks === 0; await delay(200)) {
      const path = await operations['one player']?.(times.length, sizes, async (path) => path);
      times.push(await ask({ port: server.port, token: '' }, path ?? ''));
      const { rows } = await client.query(
        `select from job_run where name = 'inactivity drops' and ended_at > now() - $1 * interval '1 ms'`,
        [performance.now() - begun],
      );
      looks = rows.length;
    }
    const done = ((performance.now() - begun) / 1_000).toFixed();
    const { p50, p99 } = timesOf(times);
    return `with ${count} idle players and as many pending matches it was ready after ${ready} s; until the drops were given, after ${done} s, one player took ${p50.toFixed(1)} ms (p99 ${p99.toFixed(1)})`;
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

/** Writes the plans of each operation and job on the country, and names those that read too much. */
async function explain({ sizes, settings }: Country, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const client = new Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  const { players, matches } = sizes;
  const day = new Date().toISOString().slice(0, 10);
  const about = `${players} players, ${matches} matches; ${day}, version ${versionLine()}`;
  const write = async (name: string, what: string, sent: readonly Sent[], before?: string) => {
    const plans = await plansOf(client, sent, before);
    for (const table of plans.flatMap(readsMuch)) {
      process.exitCode = 1;
      console.log(`${name} reads much of ${table}`);
    }
    const parts = sent.flatMap(({ text }, n) => [text, plans[n]]);
    const file = join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.txt`);
    await writeFile(file, `${[`${name}: ${what}`, about, ...parts].join('\n\n')}\n`);
  };
  const service = await startService({
    settings: {
      ...settings,
      PORT: 0,
      RATING_DELAY_SECONDS: 86_400,
      RATE_LIMIT_PER_MINUTE: 100_000,
    },
    log: createLog('silent', false),
    runCommand: async () => 0,
  });
  const port = Number(new URL(service.publicUrl).port);
  const served = { port, token: await newToken(port) };
  try {
    for (const [name, operation] of chosen) {
      const follow = following(served);
      await ask(served, await operation(4, sizes, follow)); // for a player with availability
      const request = await operation(4, sizes, follow);
      const sent = await statementsOf(() => ask(served, request));
      const isRead = request.startsWith('/');
      const what = isRead ? `GET ${request.replace(/cursor=.*/, 'cursor=…')}` : 'POST /v1/matches';
      await write(name, what, sent, isRead ? undefined : withoutLastResult);
    }
  } finally {
    await service.stop();
  }
  await within(settings, async (workbench) => {
    for (const [name, job] of Object.entries(jobs).filter(([name]) => name.startsWith(only))) {
      await write(name, 'no request', await statementsOf(() => job(workbench), { undone: true }));
    }
  });
  await client.end();
}

const { countries, stop } = await makeCountries();
const ready: string[] = [];
try {
  await compare(countries);
  await measureJobs(countries);
  const country = countries.at(-1);
  if (plans && country) await explain(country, plans);
  if (only === '' && country) ready.push(await measureCatchingUp(country));
  if (only === '') {
    const sizes = countries.map(({ sizes: { players, matches } }) => `${players} (${matches})`);
    const disks = countries.map(({ bytes }) => `${(bytes / 1e9).toFixed(2)} GB`);
    const about = [
      `a city and a country, with so many players (and matches): ${sizes.join(', ')}`,
      `their databases: ${disks.join(', ')}`,
      `${requests} requests each, one at a time; suggestions by wrk, on one connection`,
      'of a batch of drops, the time is that of one player',
      ...ready,
    ];
    await writePage('growth', about, tableOf(columns, lines));
  }
} finally {
  await stop();
}
