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
import { createProgress } from '../shared/console/progress.ts';
import { recognised, writeExample } from './import-file.ts';
import { type TableFlags, tableHelp, tableIn, tableOptions } from './import-table.ts';
import type { JsonFlag } from './output.ts';
import { givenBy, verb } from './verb.ts';
import { counted } from './words.ts';
import type { Workbench } from './workbench.ts';

type Flags = JsonFlag &
  Pick<ImportOptions, 'format' | 'sheet' | 'dryRun' | 'skipKnown' | 'skipOpen'> &
  TableFlags & { readonly example?: true };

/** How many remarks people are shown; programs get all. */
const mostRemarks = 20;

const onlyTables =
  '--map, --competition, --venue, --time and --add-players are for tables; the file is NDJSON, unless --format says otherwise.';
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
  takes: ['<file>', 'NDJSON, one record a line, or a table: CSV or .xlsx; - for standard input'],
  options: [
    new Option('--format <format>', 'what the file is; else its name decides').choices(fileFormats),
    new Option('--sheet <name>', 'the sheet of a workbook; else its first one'),
    ...tableOptions,
    new Option('--skip-known', 'skip what is stored already with the same content'),
    new Option('--skip-open', 'skip rows of a table that have no result yet'),
    new Option('--dry-run', 'check the file and say what is wrong, and change nothing'),
    new Option('--example', 'write the file, an .xlsx or .csv to fill in, and import nothing'),
  ],
  notes: tableHelp,
  example: 'results.csv --dry-run',
  makes: true,
  expect: (_, file, console) => console.size(file),
  apart: ({ example }: Flags, file, console): Promise<Imported> | undefined =>
    example ? writeExample(file, console) : undefined,
  run: (workbench, flags: Flags, file, console) => bringIn(workbench, flags, file, console),
  withoutDatabase(missing, flags, file, console) {
    console.err(`${missing.message} The file is checked beside an empty one.`);
    return bringIn(undefined, flags, file, console);
  },
  inWords({ wrote, imported, would_import, left_out, open }) {
    if (wrote) return `Wrote ${wrote}, to fill in and import.`;
    const known = left_out ? `; left out, being in already: ${countsInWords(left_out)}` : '';
    const out = open === undefined ? known : `${known}; left out, open: ${open}`;
    return imported
      ? `Imported ${countsInWords(imported)}${out}.`
      : `Would import ${countsInWords(would_import ?? {})}${out}. Nothing was changed.`;
  },
});

/** Imports the file, or only checks it; without a workbench, as if the database were empty. */
async function bringIn(
  workbench: Workbench | undefined,
  { json, dryRun = false, skipKnown = false, skipOpen = false, ...flags }: Flags,
  file: string,
  console: Console,
): Promise<Imported> {
  const bar = createProgress(console);
  const progress = (done: number, total: number) => bar.show('Writing ', done, total);
  const { format, input, begin } = await recognised(console, file, bar, flags.format);
  if (flags.sheet !== undefined && format !== 'xlsx') {
    throw new Failure('--sheet is for a workbook, and this file is none.', 2);
  }
  const table = tableIn(flags);
  if (table && format === 'ndjson') throw new Failure(onlyTables, 2);
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
    say: console.err,
  };
  const folder = workbench?.settings.DATA_DIR;
  const { sheet } = flags;
  const options = {
    ...{ file, format, sheet, table, dryRun, skipKnown, skipOpen, folder },
    ...told,
  };
  const by = givenBy(workbench ?? { clock: Date.now }, console);
  const database = workbench?.database;
  const result = await importRecords(database, input, by, options).finally(bar.end);
  const member = format === 'ndjson' ? 'member' : 'column';
  const forPrograms = (all: readonly Fault[]) =>
    all.map(({ line, place, reason, cell }) => ({
      line,
      [member]: place,
      ...(cell && { cell }),
      reason,
    }));
  for (const fault of faults) console.err(faultInWords(fault));
  if (result.ok) {
    const { counts, leftOut, open } = result;
    sayRemarks(remarks, console);
    if (database && !dryRun && counts[matchKind.name] && (await somethingIsLate(database.db))) {
      console.err(late);
    }
    return {
      ...(json && { remarks: forPrograms(remarks) }),
      ...(json && notes.length > 0 && { notes: forPrograms(notes) }),
      [dryRun ? 'would_import' : 'imported']: counts,
      ...(skipKnown && { left_out: leftOut }),
      ...(skipOpen && { open }),
    };
  }
  if (json) console.out(JSON.stringify({ faults: forPrograms(faults) }));
  const number = counted(result.faults, 'fault', 'faults');
  const guess = format === 'ndjson' && !flags.format ? (guesses[begin] ?? tableGuess) : '';
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

type Imported = { readonly wrote?: string; readonly open?: number } & {
  readonly [what in 'imported' | 'would_import' | 'left_out']?: Counts;
};

/** `2 players, 1 match`. */
function countsInWords(counts: Counts): string {
  const parts = kinds.map(({ name, words }) => counts[name] && counted(counts[name], ...words));
  return parts.filter(Boolean).join(', ') || 'nothing';
}
