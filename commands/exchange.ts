import { type Command, Option } from 'commander';
import { type Console, Failure } from '../shared/console/console.ts';
import { createProgress, type Progress } from '../shared/console/progress.ts';
import type { Context } from './context.ts';
import { type Table, tables } from './exchange/csv-columns.ts';
import {
  formats,
  type ImportOptions,
  type ImportResult,
  importRecords,
} from './exchange/import.ts';
import { type Kind, kinds } from './exchange/kinds.ts';
import { takeSnapshot } from './exchange/snapshot.ts';
import { example, type Json, jsonOption } from './output.ts';

type ImportFlags = Json & Pick<ImportOptions, 'format' | 'dryRun'>;

/** `import` and `export`. */
export function addExchangeCommands(program: Command, { console, withWorkbench }: Context): void {
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

  program
    .command('export')
    .description('write every record that import takes')
    .argument('<file>', 'the file to write; - for standard output')
    .option(...jsonOption)
    .addHelpText(...example('export everything.ndjson'))
    .action((file: string, { json }: Json) =>
      withWorkbench(async (workbench) => {
        await using snapshot = await takeSnapshot(workbench);
        await console.write(file, snapshot.bytes());
        const count = snapshot.records;
        if (file === '-') return;
        if (json) console.out(JSON.stringify({ exported: count }));
        else console.err(`Exported ${count} records.`);
      }),
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

const names: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  organizer: ['organizer', 'organizers'],
  client: ['client', 'clients'],
  api_key: ['API key', 'API keys'],
  venue: ['venue', 'venues'],
  competition: ['competition', 'competitions'],
  player: ['player', 'players'],
  match: ['match', 'matches'],
  history: ['history entry', 'history entries'],
};

/** `2 players, 1 match`. */
function inWords(counts: Readonly<Record<Kind, number>>): string {
  const parts = kinds.flatMap((kind) => {
    const number = counts[kind];
    const [one, many] = names[kind];
    return number > 0 ? [`${number.toLocaleString('en')} ${number === 1 ? one : many}`] : [];
  });
  return parts.join(', ') || 'nothing';
}

function columnHelp(table: Table): string {
  const width = Math.max(
    ...Object.values(tables).flatMap((list) => list.map((c) => c.name.length)),
  );
  return tables[table]
    .map(({ name, required, help }) => `  ${name.padEnd(width)}${required ? ' * ' : '   '}${help}`)
    .join('\n');
}

const importHelp = `
Columns of a CSV file of players (* is needed):
${columnHelp('players')}
Columns of a CSV file of matches:
${columnHelp('matches')}
Names must be unambiguous; otherwise write the id.

Examples:
  tennis import city.ndjson
  tennis import results.csv --dry-run`;
