import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { noteBackup, noteFailedBackup, verifyRatings } from '../modules/ratings/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { hasRows } from '../shared/database/sql.ts';
import { utc, warsawDay } from '../shared/time.ts';
import { unsealed, writeBackup } from './exchange/backup.ts';
import { importRecords } from './exchange/import.ts';
import { example, type Json, jsonOption, show } from './output.ts';
import type { Context } from './program.ts';
import type { Workbench } from './workbench.ts';

const keptBackups = 14;

/** `backup` and `restore`. */
export function addBackupCommands(program: Command, { console, withWorkbench }: Context): void {
  program
    .command('backup')
    .description('write a checked export, also while the service runs')
    .argument('<file>', 'the file to write')
    .option(...jsonOption)
    .addHelpText(...example('backup tennis-2026-11-20.ndjson'))
    .action((file: string, options: Json) =>
      withWorkbench(async ({ database, clock }) => {
        const seal = await writeBackup(database, console, file, utc(clock()));
        await noteBackup(database.sql, clock(), seal.records);
        if (file !== '-')
          show(console, options, { file, records: seal.records, sha256: seal.sha256 });
      }),
    );

  program
    .command('restore')
    .description('bring a backup into an empty database and verify its ratings')
    .argument('<file>', 'a file that backup wrote')
    .option(...jsonOption)
    .addHelpText(...example('restore tennis-2026-11-20.ndjson'))
    .action((file: string, options: Json) =>
      withWorkbench(async ({ database, clock }) => {
        for (const name of ['organizer', 'venue', 'player', 'api_key'] as const) {
          if (!(await hasRows(database.sql, name))) continue;
          throw new Failure(
            'The database is not empty; restore needs a new one. Nothing was changed.',
          );
        }
        const lines = unsealed(console.read(file), file);
        const result = await importRecords(database, lines, clock(), (line, reason) =>
          console.err(`line ${line}: ${reason}`),
        );
        if (!result.ok) throw new Failure(`${file}: nothing was restored.`);
        const { players, matches, differences } = await database.atOneMoment(verifyRatings);
        if (differences.length > 0) {
          throw new Failure(`${file}: was restored, but its ratings differ: ${differences[0]}`);
        }
        show(console, options, { restored: file, players, rated_matches: matches });
      }, 'make'),
    );
}

/**
 * Writes today's backup into the folder and removes all but the newest ones. What fails is noted
 * where `status`, `/readyz` and `/metrics` show it.
 */
export async function nightlyBackup(
  { database, clock }: Workbench,
  console: Console,
  folder: string,
): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `tennis-${warsawDay(clock())}.ndjson`);
    const { records } = await writeBackup(database, console, path, utc(clock()));
    await noteBackup(database.sql, clock(), records);
    await removeOldBackups(folder);
    return path;
  } catch (error) {
    await noteFailedBackup(database.sql, clock(), String(error)).catch(() => undefined);
    throw error;
  }
}

async function removeOldBackups(folder: string): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => /^tennis-[\d-]{10}\.ndjson$/.test(name));
  for (const name of backups.sort().slice(0, -keptBackups)) await rm(join(folder, name));
}
