// Whether the service answers a country as fast as a city: every read operation (growth-operations.ts)
// on 10,000 players and on 1,000,000, one request at a time, in turn, and what its statements read.
//
//   bun bench/growth.ts [--players 1000000] [--requests 60] [--only suggestions] [--plans folder]
//
// SMALL_DATABASE_URL and LARGE_DATABASE_URL may name countries that country.ts has made; without them
// a PostgreSQL is started in the temporary folder, which takes 10 GB, and both are made.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startService } from '../commands/service.ts';
import { openWorkbench, type Workbench } from '../commands/workbench.ts';
import { pendingCounts, waitingSince } from '../modules/matches/index.ts';
import { readSettings, type Settings } from '../shared/config.ts';
import { serverState } from '../shared/database/db.ts';
import type { PlayerId } from '../shared/ids.ts';
import { createLog } from '../shared/log.ts';
import { dayMs } from '../shared/time.ts';
import { startOwnPostgres } from '../tests/support/postgres.ts';
import { startServe } from './children.ts';
import { seasonKey } from './city.ts';
import { fillCountry, type Sizes, sizesOf } from './country.ts';
import { type Operation, operations, seekers, TOKEN_SECRET } from './growth-operations.ts';
import { importLines, numberOption, option, quantile, seconds, temporaryFolder } from './places.ts';
import { planOf, readsWhole, type Sent, statementsOf } from './plans.ts';

const argv = process.argv.slice(2);
const requests = numberOption(argv, '--requests', 60);
const only = option(argv, '--only') ?? '';
const plans = option(argv, '--plans');
/** How many requests make a server warm, whose code is compiled as it is used. */
const warmUps = 3_000;
const DATA_DIR = await temporaryFolder();

type Country = { readonly sizes: Sizes; readonly settings: Settings };

const small = sizesOf(10_000);
const large = sizesOf(numberOption(argv, '--players', 1_000_000));
const chosen = Object.entries(operations).filter(([name]) => name.startsWith(only));

async function countryAt(url: string, sizes: Sizes): Promise<Country> {
  const settings = readSettings({ DATA_DIR, DATABASE_URL: url, TOKEN_SECRET, LOG_LEVEL: 'silent' });
  const workbench = await openWorkbench({ settings });
  const { db } = workbench.database;
  const ids = seekers.map(({ id }) => id as PlayerId);
  const known = await db.selectFrom('player').select('id').where('id', 'in', ids).execute();
  if (known.length === 0) {
    const records = seekers.map(({ id, ...window }) => ({
      kind: 'player',
      id,
      display_name: 'Anna K.',
      self_assessed_ntrp: 3.5,
      preferred_venue_ids: [],
      availability: [window],
      created_at: '2026-01-01T10:00:00Z',
    }));
    await importLines(
      workbench,
      records.map((record) => JSON.stringify(record)),
    );
  }
  await workbench.database.close();
  return { sizes, settings };
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
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB' };
  const server = await startOwnPostgres({ settings, onDisk: true });
  const countries = [];
  for (const sizes of [small, large]) {
    const DATABASE_URL = await server.createDatabase(`country_${sizes.players}`);
    const taken = await seconds(() => fillCountry(readSettings({ DATABASE_URL, DATA_DIR }), sizes));
    console.log(`${sizes.players} players, ${sizes.matches} matches made in ${taken.toFixed(0)} s`);
    countries.push(await countryAt(DATABASE_URL, sizes));
  }
  return { countries, stop: server.stop };
}

async function ask(port: number, path: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'x-api-key': seasonKey },
  });
  await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - start;
}

/** Asks both countries in turn. */
async function measure(servers: readonly { port: number; sizes: Sizes }[], operation: Operation) {
  const times = servers.map((): number[] => []);
  for (let n = 0; n < requests; n += 1) {
    for (const [place, { port, sizes }] of servers.entries()) {
      times[place]?.push(await ask(port, await operation(warmUps + n, sizes)));
    }
  }
  return times.map((all) => [0.5, 0.99].map((share) => quantile(all, share)));
}

async function compare(countries: readonly Country[]): Promise<void> {
  const servers = await Promise.all(
    countries.map(async ({ sizes, settings }) => {
      let server: Awaited<ReturnType<typeof startServe>> | undefined;
      const taken = await seconds(async () => {
        server = await startServe(settings, { TOKEN_SECRET, LOG_LEVEL: 'info' });
        while ((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status !== 200);
      });
      console.log(`ready with ${sizes.players} players after ${taken.toFixed(2)} s`);
      if (!server) throw new Error('no server');
      return { ...server, sizes };
    }),
  );
  try {
    for (let n = 0; n < warmUps / chosen.length; n += 1) {
      for (const [, operation] of chosen) {
        for (const { port, sizes } of servers) await ask(port, await operation(n, sizes));
      }
    }
    for (const [name, operation] of chosen) {
      const [city, country] = await measure(servers, operation);
      const [p50 = 0, p99 = 0] = country ?? [];
      const ratio = p50 / (city?.[0] ?? 0);
      const verdict = ratio <= 2 ? '' : p50 <= 50 ? ' (at most 50 ms)' : ' TOO SLOW';
      const show = (values: number[] = []) => values.map((ms) => ms.toFixed(2)).join(' / ');
      console.log(
        `${name.padEnd(45)} p50 / p99 ms ${show(city).padEnd(15)} ${show([p50, p99]).padEnd(15)} ` +
          `ratio ${ratio.toFixed(2)}${verdict}`,
      );
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** What the service does by itself, and `status`. The drops are those of the next month, a batch of them. */
const jobs: Readonly<Record<string, (workbench: Workbench) => Promise<unknown>>> = {
  'daily drops': ({ decay }) => decay(Date.now() + 30 * dayMs, () => true),
  'sweep for pending matches': ({ database }) => waitingSince(database.db),
  status: ({ database: { db } }) => Promise.all([pendingCounts(db), serverState(db)]),
};

/** Writes how PostgreSQL goes about each operation and job on the country, and names the plans that read all. */
async function explain({ sizes, settings }: Country, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const client = new Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  const write = async (name: string, what: string, sent: readonly Sent[]) => {
    const parts = [`${name}: ${what}`];
    for (const statement of sent) {
      const plan = await planOf(client, statement);
      parts.push(statement.text, plan);
      for (const table of readsWhole(plan)) console.log(`${name} reads all of ${table}`);
    }
    const file = name.replaceAll(/[^a-z0-9]+/gi, '-');
    await writeFile(join(folder, `${file}.txt`), `${parts.join('\n\n')}\n`);
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
  try {
    for (const [name, operation] of chosen) {
      const path = await operation(4, sizes); // of a player who has time
      await ask(port, path);
      const sent = await statementsOf(() => ask(port, path));
      const reads = sent.filter(({ text }) => /^select(?!.*(for update|advisory))/s.test(text));
      await write(name, `GET ${path.replace(/cursor=.*/, 'cursor=…')}`, reads);
    }
  } finally {
    await service.stop();
  }
  const workbench = await openWorkbench({ settings });
  try {
    for (const [name, job] of Object.entries(jobs).filter(([name]) => name.startsWith(only))) {
      const sent = await statementsOf(() => job(workbench));
      const reads = sent.filter(({ text }) => /^select(?!.*advisory)/s.test(text));
      await write(name, 'no request', reads);
    }
  } finally {
    await workbench.database.close();
    await client.end();
  }
}

const { countries, stop } = await makeCountries();
try {
  await compare(countries);
  const country = countries.at(-1);
  if (plans && country) await explain(country, plans);
} finally {
  await stop();
}
