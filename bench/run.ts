// How fast the service answers beside a floor written by hand (floor/), each a process of its own on
// the same data in PostgreSQL: requests a second, processor time and latency of six operations.
//
//   bun run bench [--rounds 5] [--seconds 2] [--connections 16] [--players 10000] [--only player,list]
//
// The load is wrk's (https://github.com/wg/wrk), which shares the machine: the two are driven in turn,
// round by round, and the ratio is the median of the rounds'. A wrong answer ends the run.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import * as v from 'valibot';
import { openWorkbench } from '../commands/workbench.ts';
import { readSettings } from '../shared/config.ts';
import { startOwnPostgres } from '../tests/support/postgres.ts';
import { type Child, startProgram, startServe } from './children.ts';
import { benchCity, client, seasonKey } from './city.ts';
import { importLines, numberOption, option, temporaryFolder } from './places.ts';

const argv = process.argv.slice(2);
const rounds = numberOption(argv, '--rounds', 5);
const duration = numberOption(argv, '--seconds', 2);
const connections = numberOption(argv, '--connections', 16);
const players = numberOption(argv, '--players', 10_000);
const only = option(argv, '--only')?.split(',');

const TOKEN_SECRET = 'the-secret-of-the-benchmark-that-signs';
const durable = { fsync: 'on', full_page_writes: 'on', max_wal_size: '1GB' };
const city = benchCity(players, players * 2);
const some = city.playerIds.slice(0, 2_000);
const bodies = some.map((first, place) =>
  JSON.stringify({
    competition_id: city.competitionId,
    venue_id: city.venueId,
    played_at: 'TIME',
    player_ids: [first, some[(place + 1) % some.length]],
    status: 'completed',
    score: { sets: [{ games: [6, 4] }, { games: [3, 6] }, { games: [7, 6], tiebreak: [7, 5] }] },
  }),
);
/** The requests of each operation: paths to read, or results to submit. */
const operations: Record<string, string[]> = {
  player: some.map((id) => `/v1/players/${id}`),
  list: ['/v1/players'],
  history: some.map((id) => `/v1/players/${id}/rating-history`),
  suggestions: some.map((id) => `/v1/players/${id}/match-suggestions`),
  matches: some.map((id) => `/v1/matches?player_id=${id}`),
  submission: bodies,
};

const folder = await temporaryFolder();
const postgres = await startOwnPostgres({ settings: durable });

/** Makes the database that the servers get copies of. */
async function fillTemplate(): Promise<void> {
  const DATABASE_URL = await postgres.createDatabase('loaded');
  const settings = readSettings({ DATA_DIR: folder, DATABASE_URL });
  const workbench = await openWorkbench({ settings });
  const lines = [...city.records, ...city.matches].map((record) => JSON.stringify(record));
  await importLines(workbench, lines);
  const { rated } = await workbench.run();
  await workbench.decay();
  await workbench.database.orm.em.execute('vacuum analyze');
  await workbench.database.close();
  console.log(`${players} players, ${city.matches.length} matches, ${rated} of them rated`);
}

async function measure(floor: Child, product: Child): Promise<void> {
  const { access_token } = await token(product);
  const credentials = `x-api-key: ${seasonKey}\nauthorization: Bearer ${access_token}`;
  await writeFile(join(folder, 'headers'), `${credentials}\ncontent-type: application/json\n`);
  const names = Object.keys(operations).filter((name) => only?.includes(name) ?? true);
  const table: Record<string, string | number>[] = [];
  for (const name of names) {
    const requests = operations[name] ?? [];
    await writeFile(join(folder, name), `${requests.join('\n')}\n`);
    await compare(floor, product, requests, access_token);
    const floors: Measurement[] = [];
    const products: Measurement[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const pair = [await drive(floor, name, round), await drive(product, name, round)] as const;
      if (round === 0) continue; // to warm up
      floors.push(pair[0]);
      products.push(pair[1]);
    }
    table.push(row(name, floors, products));
    console.log(JSON.stringify(table.at(-1)));
  }
  console.table(table);
}

const token = async (server: Child) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return v.parse(v.object({ access_token: v.string() }), await answer.json());
};

/** Throws unless both answer the first requests alike, but for ids, cursors and the present time. */
async function compare(floor: Child, product: Child, requests: string[], bearer: string) {
  for (const request of requests.slice(0, 100)) {
    const [ours, theirs] = await Promise.all([product, floor].map((at) => ask(at, request)));
    if (isDeepStrictEqual(ours, theirs)) continue;
    throw new Error(`${request}: ${JSON.stringify(ours)}, by hand ${JSON.stringify(theirs)}`);
  }
  async function ask({ port }: Child, request: string) {
    const isRead = request.startsWith('/');
    const answer = await fetch(`http://127.0.0.1:${port}${isRead ? request : '/v1/matches'}`, {
      method: isRead ? 'GET' : 'POST',
      headers: {
        'x-api-key': seasonKey,
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(!isRead && { body: request.replace('TIME', '2025-01-01T00:00:00Z') }),
    });
    const body: unknown = JSON.parse(await answer.text(), (name, value) => {
      const isOwn = (name === 'id' && !isRead) || (name === 'created_at' && !isRead);
      return isOwn || (name === 'next_cursor' && value) ? 'its own' : value;
    });
    if (answer.ok) return body;
    throw new Error(`${request}: ${answer.status} ${JSON.stringify(body)}`);
  }
}

const Load = v.object({
  requests: v.number(),
  seconds: v.number(),
  wrong: v.number(),
  p50: v.number(),
  p99: v.number(),
});
type Measurement = v.InferOutput<typeof Load> & { serverMs: number; databaseMs: number };

/** Drives the server with the operation's requests; throws where an answer was wrong. */
async function drive(server: Child, name: string, round: number): Promise<Measurement> {
  const [serverBefore, databaseBefore] = [cpuMs([server.pid]), databaseMs()];
  const flags = ['-t1', `-c${connections}`, `-d${duration}s`, '-s'];
  const files = [join(folder, name), join(folder, 'headers'), String(round)];
  const address = `http://127.0.0.1:${server.port}`;
  const script = join(import.meta.dirname, 'wrk.lua');
  const run = promisify(execFile)('wrk', [...flags, script, address, '--', ...files]);
  const { stdout } = await run.catch((error) => {
    throw error.code === 'ENOENT' ? new Error('wrk is missing: apt install wrk') : error;
  });
  const load = v.parse(Load, JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)));
  if (load.wrong > 0) throw new Error(`${name}: ${load.wrong} wrong answers`);
  const serverMs = cpuMs([server.pid]) - serverBefore;
  return { ...load, serverMs, databaseMs: databaseMs() - databaseBefore };
}

const tickMs = 10;

/** The processor time that the processes have taken. Linux only (/proc). */
function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * tickMs;
  }, 0);
}

function databaseMs(): number {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return (
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] ===
        String(postgres.pid)
      );
    } catch {
      return false; // it has ended
    }
  });
  return cpuMs(children.map(Number));
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function row(name: string, floors: readonly Measurement[], products: readonly Measurement[]) {
  const rate = ({ requests, seconds }: Measurement) => requests / seconds;
  const each = (of: 'serverMs' | 'databaseMs') => (run: Measurement) =>
    (run[of] / run.requests) * 1_000;
  const pair = (of: (run: Measurement) => number, digits = 0) =>
    [floors, products].map((runs) => median(runs.map(of)).toFixed(digits)).join(' / ');
  const ratios = products.map((run, place) => rate(run) / rate(floors[place] ?? run));
  return {
    operation: name,
    'requests a second': pair(rate),
    ratio: Number(median(ratios).toFixed(2)),
    'server µs': pair(each('serverMs')),
    'database µs': pair(each('databaseMs')),
    'p50 ms': pair(({ p50 }) => p50, 1),
    'p99 ms': pair(({ p99 }) => p99, 1),
  };
}

try {
  await fillTemplate();
  const floorUrl = await postgres.createDatabase('floor', 'loaded');
  const productUrl = await postgres.createDatabase('product', 'loaded');
  const floor = await startProgram('floor/server.ts', { DATABASE_URL: floorUrl, TOKEN_SECRET });
  const settings = readSettings({ DATA_DIR: folder, DATABASE_URL: productUrl });
  const product = await startServe(settings, { TOKEN_SECRET });
  try {
    await measure(floor, product);
  } finally {
    await Promise.all([floor.stop(), product.stop()]);
  }
} finally {
  await postgres.stop();
}
