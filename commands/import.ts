import { Option } from 'commander';
import {
  type Counts,
  type Fault,
  faultInWords,
  fileFormats,
  type ImportOptions,
  importRecords,
  kinds,
} from '../modules/exchange/index.ts';
import { matchKind } from '../modules/matches/index.ts';
import { somethingIsLate } from '../modules/ratings/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { createProgress, type Progress } from '../shared/console/progress.ts';
import { isNamedCsv } from './export.ts';
import { type TableFlags, tableHelp, tableIn, tableOptions } from './import-table.ts';
import type { JsonFlag } from './output.ts';
import { givenBy, verb } from './verb.ts';
import { counted } from './words.ts';
import type { Workbench } from './workbench.ts';

type Flags = JsonFlag & Pick<ImportOptions, 'format' | 'dryRun' | 'skipKnown'> & TableFlags;

/** How many remarks people are shown; programs get all. */
const mostRemarks = 20;

const onlyTables =
  '--map, --competition, --venue and --time are for tables; the file is NDJSON, unless --format csv says otherwise.';
const tableGuess = ' It was read as NDJSON; --format csv reads it as a table.';
/** What may be wrong with a file that begins so. */
const guesses: Readonly<Record<string, string>> = {
  '{': '',
  '[': ' It is one list; NDJSON is one record a line.',
};

const late =
  'Some results were played before others of the same players that are rated, or before drops of their confidence: they are rated after those, as late ones. "tennis ratings rebuild --order played" rates all in the order of play.';

/** What an import or restore says while it waits for its turn. */
export const waitingForImport =
  'Another import or restore is under way; this one begins once that has ended.';

export const importFile = verb({
  name: 'import',
  about: 'add the records of a file, all of them or none',
  takes: ['<file>', 'NDJSON, one record a line, or CSV; - for standard input'],
  options: [
    new Option('--format <format>', 'what the file is; else its name decides').choices(fileFormats),
    ...tableOptions,
    new Option('--skip-known', 'skip what is stored already with the same content'),
    new Option('--dry-run', 'check the file and say what is wrong, and change nothing'),
  ],
  notes: tableHelp,
  example: 'results.csv --dry-run',
  makes: true,
  expect(flags: Flags, file, console) {
    if (formatOf(flags, file) !== 'csv' && tableIn(flags)) throw new Failure(onlyTables, 2);
    return console.size(file);
  },
  run: (workbench, flags: Flags, file, console) => bringIn(workbench, flags, file, console),
  withoutDatabase(missing, flags, file, console) {
    console.err(`${missing.message} The file is checked beside an empty one.`);
    return bringIn(undefined, flags, file, console);
  },
  inWords({ imported, would_import, left_out }) {
    const out = left_out ? `; left out, being in already: ${countsInWords(left_out)}` : '';
    return imported
      ? `Imported ${countsInWords(imported)}${out}.`
      : `Would import ${countsInWords(would_import ?? {})}${out}. Nothing was changed.`;
  },
});

const formatOf = ({ format }: Flags, file: string) =>
  format ?? (isNamedCsv(file) ? 'csv' : 'ndjson');

/** Imports the file, or only checks it; without a workbench, as if the database were empty. */
async function bringIn(
  workbench: Workbench | undefined,
  { json, dryRun = false, skipKnown = false, ...flags }: Flags,
  file: string,
  console: Console,
): Promise<Imported> {
  const format = formatOf(flags, file);
  const bar = createProgress(console);
  const progress = (done: number, total: number) => bar.show('Writing ', done, total);
  const looks = { begin: '{' };
  const input = readVisibly(console, file, bar, looks);
  const faults: Fault[] = [];
  const remarks: Fault[] = [];
  const notes: Fault[] = [];
  const told = {
    progress,
    report: (fault: Fault) => void faults.push(fault),
    remark: (remark: Fault) => void remarks.push(remark),
    note(note: Fault) {
      notes.push(note);
      console.err(faultInWords(note));
    },
    onWaiting: () => console.err(waitingForImport),
  };
  const folder = workbench?.settings.DATA_DIR;
  const table = tableIn(flags);
  const options = { file, format, dryRun, skipKnown, folder, table, ...told };
  const by = givenBy(workbench ?? { clock: Date.now }, console);
  const database = workbench?.database;
  const result = await importRecords(database, input, by, options).finally(bar.end);
  const place = format === 'csv' ? 'column' : 'member';
  const forPrograms = (all: readonly Fault[]) =>
    all.map((fault) => ({ line: fault.line, [place]: fault.place, reason: fault.reason }));
  for (const fault of faults) console.err(faultInWords(fault));
  if (result.ok) {
    const { counts, leftOut } = result;
    sayRemarks(remarks, console);
    if (database && !dryRun && counts[matchKind.name] && (await somethingIsLate(database.db))) {
      console.err(late);
    }
    return {
      ...(json && { remarks: forPrograms(remarks) }),
      ...(json && notes.length > 0 && { notes: forPrograms(notes) }),
      [dryRun ? 'would_import' : 'imported']: counts,
      ...(skipKnown && { left_out: leftOut }),
    };
  }
  if (json) console.out(JSON.stringify({ faults: forPrograms(faults) }));
  const number = counted(result.faults, 'fault', 'faults');
  const guess = format === 'ndjson' && !flags.format ? (guesses[looks.begin] ?? tableGuess) : '';
  const outcome = dryRun
    ? `Found ${number}; nothing was changed.`
    : `Nothing was imported: ${number}.`;
  const isIn = !skipKnown && faults.some(({ isStored }) => isStored);
  throw new Failure(
    `${outcome}${guess}${isIn ? ' --skip-known leaves out what is in with the same content.' : ''}`,
  );
}

function sayRemarks(remarks: readonly Fault[], { err }: Console): void {
  if (remarks.length > 0) err('This looks wrong, and is taken all the same:');
  for (const remark of remarks.slice(0, mostRemarks)) err(faultInWords(remark));
  const more = remarks.length - mostRemarks;
  if (more > 0) err(`and ${more.toLocaleString('en')} more`);
}

/** The file's bytes; the bar shows how many are read and checked. Notes in `looks` how the file begins. */
async function* readVisibly(
  console: Console,
  file: string,
  bar: Progress,
  looks: { begin: string },
): AsyncGenerator<Uint8Array> {
  const size = await console.size(file);
  let read = 0;
  for await (const chunk of console.read(file)) {
    if (read === 0) looks.begin = Buffer.from(chunk).toString().trim().charAt(0);
    yield chunk;
    read += chunk.length;
    bar.show('Checking', read, size);
  }
}

type Imported = { readonly [what in 'imported' | 'would_import' | 'left_out']?: Counts };

/** `2 players, 1 match`. */
function countsInWords(counts: Counts): string {
  const parts = kinds.map(({ name, words }) => counts[name] && counted(counts[name], ...words));
  return parts.filter(Boolean).join(', ') || 'nothing';
}
