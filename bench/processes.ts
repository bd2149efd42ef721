// How throughput grows with the processes of the service on one PostgreSQL, whose limits are kept in
// memory or, as several processes need it, in the database. 2,000 keys and 200 tokens take turns, as
// no client may ask so often alone. On a small machine a few processes have nothing left to share:
// `--share 20` holds each to a fifth of one core, and so shows what more cores would give.
//
//   bun bench/processes.ts [--processes 1,2,4] [--share 100] [--rounds 3] [--seconds 5]
//     [--connections 64] [--players 10000] [--only player,submission] [--stores memory,database]
import { readSettings } from '../shared/config.ts';
import { startOwnPostgres } from '../tests/support/postgres.ts';
import { freePort } from '../tests/support/raw-http.ts';
import { startServe } from './children.ts';
import { benchCity } from './city.ts';
import { durable, fillRated } from './contest.ts';
import { cpuMs, drive, type Measurement, type Target } from './drive.ts';
import { answersOf, newToken, operationsOf, writeLoad } from './operations.ts';
import { listOption, numberOption, numbersOption, temporaryFolder } from './places.ts';
import { each, inRow, median, rate } from './table.ts';

const argv = process.argv.slice(2);
const counts = numbersOption(argv, '--processes', [1, 2, 4]);
const share = numberOption(argv, '--share', 100) / 100;
const rounds = numberOption(argv, '--rounds', 3);
const seconds = numberOption(argv, '--seconds', 5);
const connections = numberOption(argv, '--connections', 64);
const players = numberOption(argv, '--players', 10_000);
const stores = listOption(argv, '--stores', ['memory', 'database']);
const city = benchCity(players, players * 2);
const names = ['player', 'list', 'history', 'suggestions', 'matches', 'submission'];
const only = argv.includes('--only') ? listOption(argv, '--only', names) : ['player', 'submission'];
const operations = operationsOf(city).filter(({ name }) => only.includes(name));
const keys = Array.from({ length: 2_000 }, (_, n) => `key-of-the-bench-reader-${n}`);

const folder = await temporaryFolder();
await using stack = new AsyncDisposableStack();
const postgres = await startOwnPostgres({ settings: durable });
stack.defer(postgres.stop);
const settingsOf = (DATABASE_URL: string) => readSettings({ DATA_DIR: folder, DATABASE_URL });
const keyRecords = keys.map((key) => ({ kind: 'api_key', key, label: key }));
await fillRated(settingsOf(await postgres.createDatabase('loaded')), [
  ...city.records,
  ...keyRecords,
  ...city.matches,
]);

/** Starts so many processes on a database of their own. */
async function startProcesses(store: string, on: AsyncDisposableStack): Promise<Target[]> {
  const settings = settingsOf(await postgres.createDatabase(store, 'loaded'));
  const targets: Target[] = [];
  const PUBLIC_URL = `http://localhost:${await freePort()}`;
  while (targets.length < Math.max(...counts)) {
    const port = await freePort();
    const limits = { RATE_LIMIT_STORE: store, RATE_LIMIT_PER_MINUTE: '1000' };
    const server = await startServe(settings, { PORT: String(port), PUBLIC_URL, ...limits });
    on.defer(server.stop);
    targets.push({ port, pid: server.pid, database: postgres.pid });
  }
  return targets;
}

/** Holds the processes to their share of a core, until the returned function is called. */
function hold(pids: readonly number[]): () => void {
  const start = performance.now();
  const before = pids.map((pid) => cpuMs([pid]));
  const judge = () => {
    for (const [place, pid] of pids.entries()) {
      const used = cpuMs([pid]) - (before[place] ?? 0);
      process.kill(pid, used > share * (performance.now() - start) ? 'SIGSTOP' : 'SIGCONT');
    }
  };
  const timer = share < 1 ? setInterval(judge, 5) : undefined;
  return () => {
    clearInterval(timer);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
}

const columns = ['limits in', 'operation', 'processes', 'requests a second', 'times one', 'p50 ms'];
columns.push('p99 ms', 'server µs', 'database µs', 'cores of both');
console.log([inRow(columns), inRow(columns.map(() => '---:'))].join('\n'));
let number = 0;
for (const store of stores) {
  await using servers = new AsyncDisposableStack();
  const targets = await startProcesses(store, servers);
  const port = targets[0]?.port ?? 0;
  const tokens = await Promise.all(Array.from({ length: 200 }, () => newToken(port)));
  const callers = { keys, tokens };
  for (const operation of operations) {
    const load = await writeLoad(
      folder,
      store,
      operation,
      callers,
      await answersOf(port, operation, callers),
    );
    const measured = counts.map((): Measurement[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [place, count] of counts.entries()) {
        number += 1;
        const driven = targets.slice(0, count);
        const release = hold(driven.map(({ pid }) => pid));
        const result = await drive(driven, load, { connections, seconds, number }).finally(release);
        if (round > 0) measured[place]?.push(result); // the first is to warm up
      }
    }
    for (const [place, runs] of measured.entries()) {
      const middle = (of: (run: Measurement) => number, digits = 0) =>
        median(runs.map(of)).toFixed(digits);
      console.log(
        inRow([
          store,
          operation.name,
          String(counts[place]),
          middle(rate),
          (median(runs.map(rate)) / median((measured[0] ?? runs).map(rate))).toFixed(2),
          middle(({ p50 }) => p50, 1),
          middle(({ p99 }) => p99, 1),
          middle((run) => each(run.serverMs, run)),
          middle((run) => each(run.databaseMs, run)),
          middle((run) => (run.serverMs + run.databaseMs) / run.seconds / 1_000, 2),
        ]),
      );
    }
  }
}
