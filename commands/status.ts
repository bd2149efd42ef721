import { pendingCounts } from '../modules/matches/index.ts';
import { lastRuns } from '../modules/ratings/index.ts';
import { describeSettings } from '../shared/config.ts';
import { serverState } from '../shared/database/db.ts';
import { version } from '../shared/version.ts';
import { backupsInWords, type RunningServer, serverInWords, serverRecord } from './running.ts';
import { verb } from './verb.ts';
import type { Workbench } from './workbench.ts';

/** `status`, in a server or in a process of its own. */
export const statusOf = (server: RunningServer | undefined) =>
  verb({
    name: 'status',
    about: 'show the state of the service and its database',
    notes: `Beside a server on the embedded database it shows the server's settings,
else those of this shell; "tennis config" has those left as they are, too.`,
    example: '--json',
    async run(workbench, { json }) {
      const { settings } = workbench;
      return {
        version,
        server: json ? serverRecord(server) : serverInWords(server, settings),
        settings: describeSettings(process.env, settings)
          .filter(({ source }) => source !== 'default')
          .map(({ name, value }) => `${name}=${value}`),
        backups: backupsInWords(server, settings),
        ...(await stateOf(workbench)),
      };
    },
  });

async function stateOf({ database, settings }: Workbench) {
  const { pending, unrateable } = await pendingCounts(database.db);
  const runs = await lastRuns(database.db);
  const server = await serverState(database.db);
  const migrations = await database.pendingMigrations();
  const { faults, repairs, otherTables } = await database.schemaState();
  return {
    database: database.kind === 'embedded' ? `embedded, in ${settings.DATA_DIR}` : 'server',
    postgresql: server.version,
    migrations: migrations.length === 0 ? 'up to date' : migrations,
    schema: faults.length === 0 ? 'whole' : faults,
    ...(repairs.length > 0 && { schema_repairs: repairs }),
    ...(otherTables.length > 0 && { other_tables: otherTables }),
    pending_matches: pending,
    unrateable_matches: unrateable,
    size_bytes: server.bytes,
    last_runs: Object.fromEntries(
      runs.map(({ name, ended_at, result }) => {
        const { place: _, ...shown }: Record<string, unknown> = { ...result };
        return [name, { ended_at, ...shown }];
      }),
    ),
  };
}
