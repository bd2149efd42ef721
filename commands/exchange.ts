import type { Command } from 'commander';
import { Failure } from '../shared/console/console.ts';
import { exportRecords } from './exchange/export.ts';
import { importRecords } from './exchange/import.ts';
import type { Context } from './program.ts';

/** More faults than this are counted, not listed. */
const mostListed = 100;

/** `import` and `export`. */
export function addExchangeCommands(program: Command, { console, withWorkbench }: Context): void {
  program
    .command('import')
    .description('add the records of a file, all of them or none')
    .argument('<file>', 'NDJSON, one record a line; - for standard input')
    .option('--json', 'print the result for programs')
    .action((file: string, options: { json?: true }) =>
      withWorkbench(async ({ database, clock }) => {
        let listed = 0;
        const report = (line: number, reason: string) => {
          listed += 1;
          if (listed <= mostListed) console.err(`line ${line}: ${reason}`);
        };
        const result = await importRecords(database, console.read(file), clock(), report);
        if (!result.ok) {
          const more = listed > mostListed ? `, of which the first ${mostListed} are listed` : '';
          const faults = `${result.faults} ${result.faults === 1 ? 'fault' : 'faults'}`;
          throw new Failure(`Nothing was imported: ${faults}${more}.`);
        }
        if (options.json) return console.out(JSON.stringify({ imported: result.counts }));
        const parts = Object.entries(result.counts).filter(([, number]) => number > 0);
        console.out(
          `Imported ${parts.map(([kind, n]) => `${n} ${kind}`).join(', ') || 'nothing'}.`,
        );
      }),
    );

  program
    .command('export')
    .description('write every record that import takes')
    .argument('<file>', 'the file to write; - for standard output')
    .action((file: string) =>
      withWorkbench(async ({ database }) => {
        const output = await console.write(file);
        const count = await exportRecords(database, output.write);
        await output.close();
        if (file !== '-') console.err(`Exported ${count} records.`);
      }),
    );
}
