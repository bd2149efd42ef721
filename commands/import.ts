import { type Command, Option } from 'commander';
import {
  faultInWords,
  formats,
  type ImportResult,
  importRecords,
  kinds,
  tables,
} from '../modules/exchange/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { createProgress, type Progress } from '../shared/console/progress.ts';
import type { Context } from './context.ts';
import { type Json, jsonOption } from './output.ts';

type Format = (typeof formats)[number];
type Flags = Json & { readonly format?: Format; readonly dryRun?: boolean };

/** `import`. */
export function addImportCommand(program: Command, { console, withWorkbench }: Context): void {
  program
    .command('import')
    .description('add the records of a file, all of them or none')
    .argument('<file>', 'NDJSON, one record a line, or CSV; - for standard input')
    .addOption(
      new Option('--format <format>', 'what the file is; its name says otherwise').choices(formats),
    )
    .option('--dry-run', 'check the file and say what is wrong, but change nothing')
    .option(...jsonOption)
    .addHelpText('after', importHelp)
    .action((file: string, { json, dryRun = false, ...flags }: Flags) =>
      withWorkbench(async ({ database, clock }) => {
        const format = flags.format ?? (/\.csv$/i.test(file) ? 'csv' : 'ndjson');
        const bar = createProgress(console);
        const progress = (done: number, total: number) => bar.show('Writing ', done, total);
        let result: ImportResult;
        try {
          const input = readVisibly(console, file, bar);
          result = await importRecords(database, input, clock(), { format, dryRun, progress });
        } finally {
          bar.end();
        }
        if (json) console.out(JSON.stringify(forPrograms(result, dryRun, format)));
        if (!result.ok) {
          for (const fault of result.faults) console.err(faultInWords(fault));
          const number = counted(result.faults.length, ['fault', 'faults']);
          throw new Failure(
            dryRun ? `Found ${number}; nothing was changed.` : `Nothing was imported: ${number}.`,
          );
        }
        if (json) return;
        const nothing = dryRun ? ' Nothing was changed.' : '';
        console.out(`${dryRun ? 'Would import' : 'Imported'} ${inWords(result.counts)}.${nothing}`);
      }, 'make'),
    );
}

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

function forPrograms(result: ImportResult, dryRun: boolean, format: Format): object {
  if (result.ok) return { [dryRun ? 'would_import' : 'imported']: result.counts };
  const where = format === 'csv' ? 'column' : 'member';
  return {
    faults: result.faults.map(({ line, place, reason }) => ({ line, [where]: place, reason })),
  };
}

/** `2 players, 1 match`. */
function inWords(counts: Readonly<Record<string, number>>): string {
  const parts = kinds.map(({ name, words }) => counts[name] && counted(counts[name], words));
  return parts.filter(Boolean).join(', ') || 'nothing';
}

function counted(number: number, [one, many]: readonly [string, string]): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

const width = Math.max(...tables.flatMap(({ columns }) => columns.map(({ name }) => name.length)));
const columnHelp = tables.flatMap(({ words, columns }) => [
  `Columns of a CSV file of ${words[1]} (* is needed):`,
  ...columns.map(
    ({ name, needed, help }) => `  ${name.padEnd(width)} ${needed ? '*' : ' '} ${help}`,
  ),
]);

const importHelp = `
${columnHelp.join('\n')}
Names must be unambiguous; otherwise write the id.

Examples:
  tennis import city.ndjson
  tennis import results.csv --dry-run`;
