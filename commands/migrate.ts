import type { Command } from 'commander';
import type { Context } from './context.ts';
import { example, type Json, jsonOption } from './output.ts';

/** `migrate`: brings the database's schema up to date, which every start does by itself, too. */
export function addMigrateCommand(program: Command, { console, withWorkbench }: Context): void {
  program
    .command('migrate')
    .description('bring the schema of the database up to date')
    .option(...jsonOption)
    .addHelpText(...example('migrate'))
    .action(({ json }: Json) =>
      withWorkbench(async ({ applied }) => {
        if (json) return console.out(JSON.stringify({ applied }));
        const names = applied.length > 0 ? ` Applied: ${applied.join(', ')}.` : '';
        console.out(`The schema is up to date.${names}`);
      }, 'make'),
    );
}
