import { Option } from 'commander';
import {
  type Fault,
  faultInWords,
  formats,
  importRecords,
  kinds,
  tables,
} from '../modules/exchange/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { createProgress, type Progress } from '../shared/console/progress.ts';
import type { JsonFlag } from './output.ts';
import { givenBy, verb } from './verb.ts';
import { counted } from './words.ts';

type Flags = JsonFlag & { readonly format?: (typeof formats)[number]; readonly dryRun?: boolean };

const width = Math.max(...tables.flatMap(({ columns }) => columns.map(({ name }) => name.length)));
const columnHelp = tables.flatMap(({ words, columns }) => [
  `Columns of a CSV file of ${words[1]} (* is needed):`,
  ...columns.map(
    ({ name, needed, help }) => `  ${name.padEnd(width)} ${needed ? '*' : ' '} ${help}`,
  ),
]);

/** As many remarks as a person reads; programs get all. */
const mostRemarks = 20;

/** `import`. */
export const importFile = verb({
  name: 'import',
  about: 'add the records of a file, all of them or none',
  takes: ['<file>', 'NDJSON, one record a line, or CSV; - for standard input'],
  options: (command) =>
    command
      .addOption(
        new Option('--format <format>', 'what the file is; its name says otherwise').choices(
          formats,
        ),
      )
      .option('--dry-run', 'check the file and say what is wrong, but change nothing'),
  notes: [...columnHelp, 'Names must be unambiguous; otherwise write the id.'].join('\n'),
  example: 'results.csv --dry-run',
  makes: true,
  async run(workbench, { json, dryRun = false, ...flags }: Flags, file, console) {
    const { database, settings } = workbench;
    const format = flags.format ?? (/\.csv$/i.test(file) ? 'csv' : 'ndjson');
    const bar = createProgress(console);
    const progress = (done: number, total: number) => bar.show('Writing ', done, total);
    const input = readVisibly(console, file, bar);
    const member = format === 'csv' ? 'column' : 'member';
    const lists = { faults: jsonList(console, 'faults'), remarks: jsonList(console, 'remarks') };
    const note = (list: keyof typeof lists, { line, place, reason }: Fault) => {
      bar.end();
      if (json) lists[list].add({ line, [member]: place, reason });
    };
    let remarks = 0;
    const options = {
      file,
      format,
      dryRun,
      folder: settings.DATA_DIR,
      progress,
      report(fault: Fault) {
        note('faults', fault);
        console.err(faultInWords(fault));
      },
      remark(one: Fault) {
        note('remarks', one);
        if (remarks === 0) console.err('This looks wrong, and is taken all the same:');
        remarks += 1;
        if (remarks <= mostRemarks) console.err(faultInWords(one));
      },
    };
    const by = givenBy(workbench, console);
    const result = await importRecords(database, input, by, options).finally(bar.end);
    if (result.ok) {
      if (remarks > mostRemarks)
        console.err(`and ${(remarks - mostRemarks).toLocaleString('en')} more`);
      const counts = { [dryRun ? 'would_import' : 'imported']: result.counts };
      if (!json) return counts;
      lists.remarks.end(counts);
      return undefined;
    }
    if (json) lists.faults.end({});
    const number = counted(result.faults, 'fault', 'faults');
    throw new Failure(
      dryRun ? `Found ${number}; nothing was changed.` : `Nothing was imported: ${number}.`,
    );
  },
  inWords: ({ imported, would_import }) =>
    imported
      ? `Imported ${inWords(imported)}.`
      : `Would import ${inWords(would_import ?? {})}. Nothing was changed.`,
});

/** The file's bytes; the bar shows how many of them have been read and checked. */
async function* readVisibly(
  console: Console,
  file: string,
  bar: Progress,
): AsyncGenerator<Uint8Array> {
  const size = await console.size(file);
  let read = 0;
  for await (const chunk of console.read(file)) {
    yield chunk;
    read += chunk.length;
    bar.show('Checking', read, size);
  }
}

/** A list in an object that is printed item by item, so that none waits in memory. */
function jsonList({ out }: Console, name: string) {
  let opening = `{"${name}":[`;
  return {
    add(item: object): void {
      out(opening + JSON.stringify(item));
      opening = ',';
    },
    /** Ends the list, and the object with its other members. */
    end(others: object): void {
      const rest = JSON.stringify(others).slice(1);
      out(`${opening === ',' ? '' : opening}]${rest === '}' ? '' : ','}${rest}`);
    },
  };
}

/** `2 players, 1 match`. */
function inWords(counts: Readonly<Record<string, number>>): string {
  const parts = kinds.map(({ name, words }) => counts[name] && counted(counts[name], ...words));
  return parts.filter(Boolean).join(', ') || 'nothing';
}
