// How much memory an import of many matches takes, and how even its pace is: how long the first tenth and
// the last tenth of the lines take to be checked, and to be written.
//
//   bun bench/import.ts [--matches 1000000] [--players 10000] [--database embedded|server] [--by-day]
//                       [--postgres shared_buffers=1GB,max_wal_size=8GB] [--as ndjson|csv|xlsx]
//
// As a table, CSV or a workbook, the matches are only checked.
//
// The matches come in random order, or with `--by-day` by their days.
//
// The peak of memory is that of the whole process, which also makes the lines and, if it is
// embedded, holds the database. One database at a time, so that each has its own process.
import { openWorkbench } from '../commands/workbench.ts';
import { importRecords } from '../modules/exchange/index.ts';
import type { Settings } from '../shared/config.ts';
import type { Database } from '../shared/database/connect.ts';
import { readOptions } from './options.ts';
import { byBench, onDatabase } from './places.ts';
import { cityRecords, csvOf, fileOf, matchRecords, tableRows, workbookOf } from './results-file.ts';

const {
  matches,
  players,
  database: [place = 'server'],
  'by-day': byDay,
  postgres,
  as: [as = 'ndjson'],
} = readOptions({
  matches: 1_000_000,
  players: 10_000,
  database: ['server', 'embedded'],
  'by-day': false,
  postgres: '',
  as: ['ndjson', 'csv', 'xlsx'],
});
const megabytes = () => Math.round(process.resourceUsage().maxRSS / 1_024);

/** Notes when each tenth of the work is done. */
function tenths() {
  const times = [performance.now()];
  const note = (share: number) => {
    while (times.length <= Math.floor(share * 10 + 1e-9)) times.push(performance.now());
  };
  const seconds = (tenth: number) => ((times[tenth] ?? 0) - (times[tenth - 1] ?? 0)) / 1_000;
  const shown = () => {
    const all = ((times[10] ?? 0) - (times[0] ?? 0)) / 1_000;
    const [first, last] = [seconds(1).toFixed(1), seconds(10).toFixed(1)];
    return `${all.toFixed(1)} s, the first tenth ${first} s, the last ${last} s`;
  };
  return { note, shown };
}

function* noted(records: Iterable<object>, note: (share: number) => void): Generator<object> {
  let done = 0;
  for (const record of records) {
    yield record;
    done += 1;
    note(done / matches);
  }
}

async function measure(settings: Settings): Promise<void> {
  const { database } = await openWorkbench({ settings });
  const folder = settings.DATA_DIR;
  await importRecords(database, fileOf(cityRecords(players)), byBench(), {
    file: 'bench',
    folder,
  });
  const before = megabytes();
  if (as === 'csv' || as === 'xlsx') {
    await check(database, as, folder);
    await database.close();
    return;
  }
  const checked = tenths();
  let written: ReturnType<typeof tenths> | undefined;
  const records = noted(matchRecords(players, matches, byDay), checked.note);
  const result = await importRecords(database, fileOf(records), byBench(), {
    file: 'bench',
    folder,
    progress(done, total) {
      written ??= tenths();
      written.note(done / total);
    },
    report: ({ line, reason }) => console.error(line, reason),
  });
  console.log(
    `${place}: ${matches} matches of ${players} players, ${result.ok ? 'in' : 'refused'}`,
  );
  console.log(`checked in ${checked.shown()}; written in ${written?.shown()}`);
  console.log(`at most ${megabytes()} MB, of them ${before} before the matches`);
  await database.close();
}

/** How long a table takes to be checked, and what memory. */
async function check(database: Database, format: 'csv' | 'xlsx', folder: string): Promise<void> {
  const rows = tableRows(players, matches);
  const made = format === 'xlsx' ? await workbookOf(rows) : undefined;
  const file = made
    ? (async function* () {
        yield made;
      })()
    : csvOf(rows);
  const before = megabytes();
  const begin = performance.now();
  const beginCpu = process.cpuUsage();
  const options = { file: 'bench', folder, format, dryRun: true };
  const { ok } = await importRecords(database, file, byBench(), options);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  const { user, system } = process.cpuUsage(beginCpu);
  const processor = ((user + system) / 1e6).toFixed(1);
  const size = made ? ` of ${(made.length / 1_024 ** 2).toFixed(1)} MB` : '';
  console.log(
    `${place}: ${matches} rows of ${format}${size}, ${ok ? 'sound' : 'refused'}, in ${seconds} s, ${processor} s of processors`,
  );
  console.log(`at most ${megabytes()} MB, of them ${before} before`);
}

const pairs = postgres.split(',').filter((pair) => pair !== '');
const tuning = Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
await onDatabase(place, measure, tuning);
