import type { Command } from 'commander';
import type { Context } from './program.ts';

/** `migrate`: brings the database's schema up to date, which every start does by itself, too. */
export function addMigrateCommand(program: Command, { console, withWorkbench }: Context): void {
  program
    .command('migrate')
    .description('bring the schema of the database up to date')
    .option('--json', 'print the result for programs')
    .action(({ json }: { json?: true }) =>
      withWorkbench(async ({ database }) => {
        const applied = await database.migrate();
        const pending = await database.pendingMigrations();
        if (json) console.out(JSON.stringify({ applied, pending }));
        else console.out(pending.length === 0 ? 'The schema is up to date.' : pending.join('\n'));
      }),
    );
}
