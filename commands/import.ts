import { type Command, Option } from 'commander';
import {
  formats,
  type ImportOptions,
  type ImportResult,
  importRecords,
  kinds,
  tables,
} from '../modules/exchange/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { createProgress, type Progress } from '../shared/console/progress.ts';
import type { Context } from './context.ts';
import { type Json, jsonOption } from './output.ts';

type ImportFlags = Json & Pick<ImportOptions, 'format' | 'dryRun'>;

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
    .action((file: string, flags: ImportFlags) =>
      withWorkbench(async ({ database, clock }) => {
        const format = flags.format ?? (/\.csv$/i.test(file) ? 'csv' : 'ndjson');
        const dryRun = flags.dryRun === true;
        const bar = createProgress(console);
        const report = (line: number, reason: string) => {
          bar.end();
          console.err(`line ${line}: ${reason}`);
        };
        const progress = (done: number, total: number) => bar.show('Writing ', done, total);
        try {
          const options = { format, dryRun, progress };
          const input = await readVisibly(console, file, bar);
          const result = await importRecords(database, input, clock(), report, options);
          bar.end();
          if (flags.json) console.out(JSON.stringify(summary(result, dryRun, format)));
          if (!result.ok) throw new Failure(failure(result.faults.length, dryRun));
          if (flags.json) return;
          const nothing = dryRun ? ' Nothing was changed.' : '';
          console.out(
            `${dryRun ? 'Would import' : 'Imported'} ${inWords(result.counts)}.${nothing}`,
          );
        } finally {
          bar.end();
        }
      }, 'make'),
    );
}

/** The file's bytes; the bar shows how many of them have been read and checked. */
async function readVisibly(
  console: Console,
  file: string,
  bar: Progress,
): Promise<AsyncIterable<Uint8Array>> {
  const size = await console.size(file);
  return (async function* () {
    let read = 0;
    for await (const chunk of console.read(file)) {
      yield chunk;
      read += chunk.length;
      bar.show('Checking', read, size);
    }
  })();
}

function summary(result: ImportResult, dryRun: boolean, format: ImportOptions['format']): object {
  if (result.ok) return { [dryRun ? 'would_import' : 'imported']: result.counts };
  const where = format === 'csv' ? 'column' : 'member';
  return {
    faults: result.faults.map(({ line, place, reason }) => ({ line, [where]: place, reason })),
  };
}

function failure(faults: number, dryRun: boolean): string {
  const number = `${faults.toLocaleString('en')} ${faults === 1 ? 'fault' : 'faults'}`;
  return dryRun ? `Found ${number}; nothing was changed.` : `Nothing was imported: ${number}.`;
}

/** `2 players, 1 match`. */
function inWords(counts: Readonly<Record<string, number>>): string {
  const parts = kinds.flatMap(({ name, words: [one, many] }) => {
    const number = counts[name] ?? 0;
    return number > 0 ? [`${number.toLocaleString('en')} ${number === 1 ? one : many}`] : [];
  });
  return parts.join(', ') || 'nothing';
}

const names = tables.flatMap(({ columns }) => columns.map(({ name }) => name));
const width = Math.max(...names.map((name) => name.length));

const columnHelp = tables
  .flatMap(({ words, columns }) => [
    `Columns of a CSV file of ${words[1]} (* is needed):`,
    ...columns.map(
      ({ name, needed, help }) => `  ${name.padEnd(width)}${needed ? ' * ' : '   '}${help}`,
    ),
  ])
  .join('\n');

const importHelp = `
${columnHelp}
Names must be unambiguous; otherwise write the id.

Examples:
  tennis import city.ndjson
  tennis import results.csv --dry-run`;
