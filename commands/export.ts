import type { Command } from 'commander';
import { takeSnapshot } from '../modules/exchange/index.ts';
import type { Context } from './context.ts';
import { example, type Json, jsonOption } from './output.ts';

/** `export`. */
export function addExportCommand(program: Command, { console, withWorkbench }: Context): void {
  program
    .command('export')
    .description('write every record that import takes')
    .argument('<file>', 'the file to write; - for standard output')
    .option(...jsonOption)
    .addHelpText(...example('export everything.ndjson'))
    .action((file: string, { json }: Json) =>
      withWorkbench(async ({ database, settings }) => {
        await using snapshot = await takeSnapshot(database, settings.DATA_DIR);
        await console.write(file, snapshot.bytes());
        const count = snapshot.records;
        if (file === '-') return;
        if (json) console.out(JSON.stringify({ exported: count }));
        else console.err(`Exported ${count} records.`);
      }),
    );
}
