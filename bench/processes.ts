// How throughput grows with the number of service processes on one PostgreSQL, with the limits kept
// in memory or, as several processes need it, in the database. 2,000 keys and 200 tokens take turns,
// as no client may ask so often alone. On a small machine even few processes take all of it: held to
// a tenth of a core each (`--shares 10`, as root), they show what more cores would give. Writes processes.md.
//
//   bun bench/processes.ts [--processes 1,2,4] [--shares 100,10] [--stores memory,database]
//     [--rounds 3] [--seconds 3] [--connections 64] [--players 10000]
import { readSettings } from '../shared/config.ts';
import { freePort } from '../tests/support/raw-http.ts';
import { startServe } from './children.ts';
import { benchCity } from './city.ts';
import { fillRated } from './contest.ts';
import { createHold } from './control-groups.ts';
import { drive, type Measurement, type Target } from './drive.ts';
import { answersOf, type Load, newToken, operationsOf, writeLoad } from './operations.ts';
import { readOptions } from './options.ts';
import { startDurable, temporaryFolder } from './places.ts';
import { each, median, rate, tableOf, writePage } from './table.ts';

const {
  processes: counts,
  shares,
  stores,
  rounds,
  seconds,
  connections,
  players,
} = readOptions({
  processes: [1, 2, 4],
  shares: [100, 10],
  stores: ['memory', 'database'],
  rounds: 3,
  seconds: 3,
  connections: 64,
  players: 10_000,
});
const city = benchCity(players, players * 2);
const operations = operationsOf(city).filter(({ name }) => ['player', 'submission'].includes(name));
const keys = Array.from({ length: 2_000 }, (_, n) => `key-of-the-bench-reader-${n}`);

const folder = await temporaryFolder();
await using stack = new AsyncDisposableStack();
const postgres = await startDurable();
stack.defer(postgres.stop);
const settingsOf = (DATABASE_URL: string) => readSettings({ DATA_DIR: folder, DATABASE_URL });
const keyRecords = keys.map((key) => ({ kind: 'api_key', key, label: key }));
const version = await fillRated(settingsOf(await postgres.createDatabase('loaded')), [
  ...city.records,
  ...keyRecords,
  ...city.matches,
]);

type Process = Target & { readonly holdTo: (share: number) => void };
const needGroups = shares.some((share) => share < 100);

/** Starts as many processes as are measured at most, on a database of their own. */
async function startProcesses(store: string, on: AsyncDisposableStack): Promise<Process[]> {
  const settings = settingsOf(await postgres.createDatabase(store, 'loaded'));
  const targets: Process[] = [];
  const PUBLIC_URL = `http://localhost:${await freePort()}`;
  while (targets.length < Math.max(...counts)) {
    const port = await freePort();
    const limits = { RATE_LIMIT_STORE: store, RATE_LIMIT_PER_MINUTE: '1000' };
    const server = await startServe(settings, { PORT: String(port), PUBLIC_URL, ...limits });
    on.defer(server.stop);
    const { pid } = server;
    const holdTo = needGroups ? createHold(pid) : () => undefined;
    targets.push({ port, pid, database: postgres.pid, holdTo });
  }
  return targets;
}

const columns = ['limits in', 'operation', '% of a core', 'processes', 'requests a second'];
columns.push('times one', 'p50 ms', 'p99 ms', 'server µs', 'database µs', 'cores of both');
const lines: string[][] = [];
let number = 0;

/** Drives 1, 2, … of the processes in turn, and adds a line for each number of them. */
async function measure(targets: Process[], load: Load, share: number, about: string[]) {
  for (const { holdTo } of targets) holdTo(share);
  const measured = counts.map((): Measurement[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, count] of counts.entries()) {
      number += 1;
      const driven = targets.slice(0, count);
      const result = await drive(driven, load, { connections, seconds, number });
      if (round > 0) measured[place]?.push(result); // the first round warms up
    }
  }
  for (const [place, runs] of measured.entries()) {
    const middle = (of: (run: Measurement) => number, digits = 0) => median(runs.map(of), digits);
    const times = runs.map((run, round) => rate(run) / rate(measured[0]?.[round] ?? run));
    lines.push([
      ...[...about, String(share), String(counts[place])],
      ...[middle(rate), median(times, 2), middle(({ p50 }) => p50, 1), middle(({ p99 }) => p99, 1)],
      middle((run) => each(run.serverMs, run)),
      middle((run) => each(run.databaseMs, run)),
      middle((run) => (run.serverMs + run.databaseMs) / run.seconds / 1_000, 2),
    ]);
    console.log(lines.at(-1)?.join(' '));
  }
}

for (const store of stores) {
  await using servers = new AsyncDisposableStack();
  const targets = await startProcesses(store, servers);
  const port = targets[0]?.port ?? 0;
  const tokens: string[] = [];
  while (tokens.length < 200) tokens.push(await newToken(port));
  const callers = { keys, tokens };
  for (const operation of operations) {
    const right = await answersOf(port, operation, callers);
    const load = await writeLoad(folder, store, operation, callers, right);
    for (const share of shares) await measure(targets, load, share, [store, operation.name]);
  }
}
const about = [
  `PostgreSQL ${version}; what it commits is on the disk`,
  `${players} players; ${connections} connections, ${rounds} rounds of ${seconds} s; each figure is the middle one`,
];
await writePage('processes', about, tableOf(columns, lines));
