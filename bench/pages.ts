// How fast the pages for people are, and how heavy: each one in turn with the API's plainest read,
// one request at a time, on PostgreSQL and on the embedded database; and what a browser tells of it.
//
//   bun bench/pages.ts [--players 100000] [--requests 100] [--only player]
//
// `--players` adds a city with that many players on PostgreSQL, besides the one of 10,000, in the
// temporary folder. A run of all pages with it writes pages.md.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readSettings, type Settings } from '../shared/config.ts';
import { startOwnPostgres } from '../tests/support/postgres.ts';
import { type Child, startServe } from './children.ts';
import { seasonKey } from './city.ts';
import { deskPass, fillCity, type Sizes, sizesOf } from './growth-city.ts';
import { readOptions } from './options.ts';
import { type Seen, seeIn } from './pages-seen.ts';
import { playerOfApi, type Visited, visited } from './pages-visited.ts';
import { quantile, seconds, temporaryFolder } from './places.ts';
import { tableOf, writePage } from './table.ts';

const { requests, only, players: most } = readOptions({ players: 0, requests: 100, only: '' });
const chosen = Object.entries(visited).filter(([name]) => name.startsWith(only));
const folder = await temporaryFolder();
const cookie = `desk=${deskPass}`;

type Place = { readonly name: string; readonly sizes: Sizes; readonly server: Child };
type Measured = { p50: number; p95: number; ratio: number; bytes: number; gzip: number };

/** Requests a page as a browser does; gives its text, and how many milliseconds it took. */
async function ask(port: number, path: string) {
  const headers = { accept: 'text/html', 'accept-language': 'pl', 'x-api-key': seasonKey, cookie };
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const text = await answer.text();
  const ms = performance.now() - start;
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return { ms, text };
}

async function measure({ server: { port }, sizes }: Place, address: Visited): Promise<Measured> {
  const times: number[] = [];
  const plain: number[] = [];
  let largest = '';
  for (let n = -20; n < requests; n += 1) {
    const { ms, text } = await ask(port, address(n + 20, sizes));
    const api = await ask(port, playerOfApi(n + 20, sizes));
    if (n < 0) continue; // to warm up
    times.push(ms);
    plain.push(api.ms);
    if (text.length > largest.length) largest = text;
  }
  const p50 = quantile(times, 0.5);
  return {
    p50,
    p95: quantile(times, 0.95),
    ratio: p50 / quantile(plain, 0.5),
    bytes: Buffer.byteLength(largest),
    gzip: gzipSync(largest).length,
  };
}

await using stack = new AsyncDisposableStack();

async function make(name: string, settings: Settings, sizes: Sizes): Promise<Place> {
  const taken = await seconds(() => fillCity(settings, sizes));
  console.log(`${name}, ${sizes.players} players: made in ${taken.toFixed(0)} s`);
  const server = await startServe(settings, { WEBSITE: 'public' });
  stack.defer(server.stop);
  return { name, sizes, server };
}

async function makePlaces(): Promise<Place[]> {
  const small = sizesOf(10_000);
  const tuning = { shared_buffers: '1GB', max_wal_size: '4GB' };
  const postgres = await startOwnPostgres({ settings: tuning, onDisk: true });
  stack.defer(postgres.stop);
  const settingsOf = async (DATABASE_URL?: string) =>
    readSettings({ DATABASE_URL, DATA_DIR: await mkdtemp(join(folder, 'data-')) });
  const onServer = await settingsOf(await postgres.createDatabase('small'));
  const places = [
    await make('PostgreSQL', onServer, small),
    await make('embedded', await settingsOf(), small),
  ];
  if (!most) return places;
  const settings = await settingsOf(await postgres.createDatabase('large'));
  return [...places, await make('PostgreSQL', settings, sizesOf(most))];
}

const count = (number: number) => number.toLocaleString('en-US');
const kilobytes = (bytes: number) => (bytes / 1_024).toFixed(1);

const places = await makePlaces();
const lines: string[][] = [];
for (const [name, address] of chosen) {
  const cells = [];
  let heaviest = { bytes: 0, gzip: 0 };
  for (const place of places) {
    const measured = await measure(place, address);
    const { p50, p95, ratio, bytes } = measured;
    cells.push(`${p50.toFixed(1)} / ${p95.toFixed(1)}`, ratio.toFixed(1));
    if (bytes > heaviest.bytes) heaviest = measured;
  }
  const line = [name, ...cells, kilobytes(heaviest.bytes), kilobytes(heaviest.gzip)];
  console.log(line.join('  '));
  lines.push(line);
}
const columns = [
  'page',
  ...places.flatMap(({ name, sizes }) => [`${name}, ${count(sizes.players)}`, '× read']),
  'KB',
  'KB, gzip',
];

const [first] = places;
const seen: Seen[] = first ? await seeIn(first, chosen) : [];
const sights = seen.map((one) => [
  one.name,
  String(one.width),
  String(one.requests),
  kilobytes(one.bytes),
  one.shift.toFixed(3),
  one.firstPaintMs.toFixed(0),
  String(one.firstRow),
  String(one.rowHeight),
]);
for (const sight of sights) console.log(sight.join('  '));

if (only === '' && most) {
  const about = [
    `${requests} visits of each page, other ones each time; milliseconds at the median / p95`,
    `“× read”: the median as a multiple of that of \`GET /v1/players/{player_id}\`, asked in turn`,
    'KB: of the heaviest answer, and what is left of it if a proxy compresses it',
  ];
  await writePage('pages', about, [
    ...tableOf(columns, lines),
    '',
    'In a browser that has nothing of it yet, on PostgreSQL with 10,000 players: requests and what came with',
    'them (style and icon too, not compressed), the sum of all layout shifts, and milliseconds until the',
    'first content was painted; how far from the top the first row of a table is, and the height of the highest.',
    '',
    ...tableOf(
      ['page', 'px', 'requests', 'KB', 'layout shift', 'first paint', 'first row', 'row'],
      sights,
    ),
  ]);
}
