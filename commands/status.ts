import type { Command } from 'commander';
import { pendingCounts } from '../modules/matches/index.ts';
import { lastRuns } from '../modules/ratings/index.ts';
import { describeSettings } from '../shared/config.ts';
import { databaseSize, serverVersion } from '../shared/database/db.ts';
import { version } from '../shared/version.ts';
import type { Context } from './context.ts';
import { example, type Json, jsonOption, list, show } from './output.ts';

/** `status` and `config`. */
export function addStatusCommands(program: Command, { console, withWorkbench }: Context): void {
  program
    .command('status')
    .description('show how the service and its database are')
    .option(...jsonOption)
    .addHelpText(...example('status --json'))
    .action((options: Json) =>
      withWorkbench(async ({ database, settings }) => {
        const { pending, unrateable } = await pendingCounts(database.db);
        const runs = await lastRuns(database.db);
        const migrations = await database.pendingMigrations();
        show(console, options, {
          version,
          database: database.kind === 'embedded' ? `embedded, in ${settings.DATA_DIR}` : 'server',
          postgresql: await serverVersion(database.db),
          migrations: migrations.length === 0 ? 'up to date' : migrations,
          pending_matches: pending,
          unrateable_matches: unrateable,
          size_bytes: await databaseSize(database.db),
          last_runs: Object.fromEntries(
            runs.map(({ name, ended_at, result }) => [name, { ended_at, ...result }]),
          ),
        });
      }),
    );

  program
    .command('config')
    .description('show every setting, and where its value comes from')
    .option(...jsonOption)
    .addHelpText(...example('config'))
    .addHelpText(
      'after',
      '\nIt shows what this command is given; a server may have been given others.',
    )
    .action((options: Json) => list(console, options, describeSettings(process.env)));
}
