// How much memory an import of many matches takes, and how even its pace is: how long the first tenth and
// the last tenth of the lines take to be checked, and to be written.
//
//   bun bench/import.ts [--matches 1000000] [--players 10000] [--database embedded|server] [--by-day]
//                       [--postgres shared_buffers=1GB,max_wal_size=8GB]
//
// The matches come in random order, or with `--by-day` by their days.
//
// The peak of memory is that of the whole process, which also makes the lines and, if it is
// embedded, holds the database. One database at a time, so that each has its own process.
import { openWorkbench } from '../commands/workbench.ts';
import { importRecords } from '../modules/exchange/index.ts';
import type { Settings } from '../shared/config.ts';
import { readOptions } from './options.ts';
import { byBench, onDatabase } from './places.ts';
import { cityRecords, fileOf, matchRecords } from './results-file.ts';

const {
  matches,
  players,
  database: [place = 'server'],
  'by-day': byDay,
  postgres,
} = readOptions({
  matches: 1_000_000,
  players: 10_000,
  database: ['server', 'embedded'],
  'by-day': false,
  postgres: '',
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

const pairs = postgres.split(',').filter((pair) => pair !== '');
const tuning = Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
await onDatabase(place, measure, tuning);
