// How long the built program takes from its start until /readyz answers 200, and its memory at that
// moment, at the peak and under load: on a new embedded database, on a filled one, and on PostgreSQL.
// Next to each start the same Bun starts a server of one line, which shows what the machine can do. With
// `--within 512` also an embedded one limited to that many megabytes with the page cache (as root).
//
//   bun bench/start.ts [--rounds 5] [--seconds 60] [--players 2000] [--database embedded,server]
//     [--within 512]
//
// `--seconds` is how long the load lasts: the reads that run.ts measures, on 16 connections. Linux only
// (/proc). Writes start.md.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readSettings, type Settings } from '../shared/config.ts';
import { compiledFile } from '../tests/runtime/programs.ts';
import { freePort } from '../tests/support/raw-http.ts';
import { unitEnvironment } from './children.ts';
import { benchCity, seasonKey } from './city.ts';
import { fillRated } from './contest.ts';
import { createMemoryGroup, type MemoryGroup } from './control-groups.ts';
import { drive } from './drive.ts';
import { answersOf, type Load, newToken, operationsOf, writeLoad } from './operations.ts';
import { readOptions } from './options.ts';
import { memory, onDatabase, quantile, temporaryFolder } from './places.ts';
import { median, nameOf, tableOf, writePage } from './table.ts';

const { rounds, seconds, players, database, within } = readOptions({
  rounds: 5,
  seconds: 60,
  players: 2_000,
  database: ['embedded', 'server'],
  within: 0,
});
const city = benchCity(players, players * 2);

const folder = await temporaryFolder();
const program = await compiledFile();
/** For a group, which then has to hold the file in a page cache of its own. */
const copy = join(folder, 'copy');

type Started = { readonly ms: number; readonly pid: number; readonly stop: () => Promise<void> };

/** Starts the program, in the group if there is one; resolves once it answers on the port. */
async function start(
  args: string[],
  port: number,
  settings: object,
  group?: MemoryGroup,
): Promise<Started> {
  const begun = performance.now();
  const env = { ...unitEnvironment(), PORT: String(port), ...settings };
  const [command = '', ...words] = group?.within([copy, ...args]) ?? [program, ...args];
  const child = spawn(command, words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`);
    await delay(5);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { ms: performance.now() - begun, pid: child.pid ?? 0, stop };
}

const hello = 'Bun.serve({ port: process.env.PORT, fetch: () => new Response() })';

const serve = async (settings: Settings, more: object = {}, group?: MemoryGroup) => {
  const { DATA_DIR, DATABASE_URL = '' } = settings;
  const port = await freePort();
  return { port, ...(await start(['serve'], port, { DATA_DIR, DATABASE_URL, ...more }, group)) };
};

const columns = ['start', 'ms', 'the slowest, ms', 'a server of one line, ms'];
columns.push('MB when ready', 'MB at the most');
const lines: string[][] = [];

/** Starts the service on one database after the other, each time next to the server of one line. */
async function measureStarts(name: string, settingsOf: () => Promise<Settings>): Promise<void> {
  const starts: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await start(['-e', hello], await freePort(), { BUN_BE_BUN: '1' });
    await bare.stop();
    const service = await serve(await settingsOf());
    const { ms, pid } = service;
    starts.push([ms, bare.ms, memory(pid, 'VmRSS'), memory(pid, 'VmHWM')]);
    await service.stop();
  }
  const middle = (place: number) => median(starts.map((each) => each[place] ?? Number.NaN));
  const slowest = Math.max(...starts.map(([ms = Number.NaN]) => ms)).toFixed();
  lines.push([name, middle(0), slowest, middle(1), middle(2), middle(3)]);
  console.log(lines.at(-1)?.join(' | '));
}

/** Drives the service with each operation in turn until the time is over; tells the memory it then takes. */
async function measureLoad(settings: Settings, group?: MemoryGroup): Promise<string> {
  const limits = { RATE_LIMIT_PER_MINUTE: '1000000', ADDRESS_LIMIT_PER_MINUTE: '1000000' };
  const service = await serve(settings, { ...limits, RATING_DELAY_SECONDS: '86400' }, group);
  try {
    const callers = { keys: [seasonKey], tokens: [await newToken(service.port)] };
    const loads: Load[] = [];
    const reads = operationsOf(city).filter(({ name }) => name !== 'submission');
    for (const operation of reads) {
      const right = await answersOf(service.port, operation, callers);
      loads.push(await writeLoad(folder, operation.name, operation, callers, right));
    }
    const end = performance.now() + seconds * 1_000;
    let requests = 0;
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(memory(service.pid, 'VmRSS')), 500);
    for (let number = 1; performance.now() < end; number += 1) {
      for (const load of loads) {
        const round = { connections: 16, seconds: 2, number };
        requests += (await drive([service], load, round)).requests;
      }
    }
    clearInterval(sampling);
    // Single samples differ by the garbage that a collection frees.
    const last = quantile(samples.slice(-Math.ceil(samples.length / 10)), 0.5);
    const load = `${seconds} s of load (${requests} requests)`;
    const most = memory(service.pid, 'VmHWM').toFixed();
    return `${last.toFixed()} MB in the last tenth of ${load}, ${most} MB at the most`;
  } finally {
    await service.stop();
  }
}

const loads: string[] = [];
for (const place of database) {
  if (place === 'embedded') {
    const fresh = async () => readSettings({ DATA_DIR: join(folder, crypto.randomUUID()) });
    await measureStarts('embedded, the first', fresh);
  }
  await onDatabase(place, async (settings) => {
    await fillRated(settings, [...city.records, ...city.matches]);
    await measureStarts(`${nameOf(place)}, later`, async () => settings);
    loads.push(`${nameOf(place)}: ${await measureLoad(settings)}`);
    console.log(loads.at(-1));
  });
}
if (within) {
  const group = createMemoryGroup(within);
  const [command = '', ...words] = group.within(['cp', program, copy]);
  execFileSync(command, words);
  const settings = readSettings({ DATA_DIR: join(folder, 'within') });
  await (await serve(settings, {}, group)).stop(); // the first start
  await fillRated(settings, [...city.records, ...city.matches]);
  const load = await measureLoad(settings, group);
  const whole = `the group had ${group.most().toFixed()} MB at the most`;
  loads.push(`embedded within ${within} MB: ${load}; ${whole}, ${group.killed()} processes killed`);
  console.log(loads.at(-1));
}
const about = [`${players} players; the middle of ${rounds} starts`, ...loads];
await writePage('start', about, tableOf(columns, lines));
