import { pendingCounts } from '../modules/matches/index.ts';
import { lastRuns } from '../modules/ratings/index.ts';
import { serverState } from '../shared/database/db.ts';
import { version } from '../shared/version.ts';
import { verb } from './verb.ts';

export const status = verb({
  name: 'status',
  about: 'show the state of the service and its database',
  example: '--json',
  async run({ database, settings }) {
    const { pending, unrateable } = await pendingCounts(database.db);
    const runs = await lastRuns(database.db);
    const server = await serverState(database.db);
    const migrations = await database.pendingMigrations();
    return {
      version,
      database: database.kind === 'embedded' ? `embedded, in ${settings.DATA_DIR}` : 'server',
      postgresql: server.version,
      migrations: migrations.length === 0 ? 'up to date' : migrations,
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
  },
});
