import { connectModules, entities } from '../modules/app.ts';
import { createDecay, createRatingRun, type RunResult } from '../modules/ratings/index.ts';
import type { Settings } from '../shared/config.ts';
import { Failure } from '../shared/console/console.ts';
import { connect, type Database } from '../shared/database/connect.ts';
import { problemOfDatabase } from '../shared/database/outage.ts';
import { requestPatience } from '../shared/database/server-pool.ts';
import { errorCode } from '../shared/database/transaction.ts';
import { createEvents, type Events } from '../shared/events.ts';
import type { MatchId } from '../shared/ids.ts';
import { installedFiles } from '../shared/package-files.ts';

/** What every command works with: an open database whose schema is up to date, and the rating jobs. */
export type Workbench = {
  readonly settings: Settings;
  readonly database: Database;
  /** The migrations that opening the database applied. */
  readonly applied: readonly string[];
  readonly events: Events;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly run: (stopping?: () => boolean) => Promise<RunResult>;
  readonly decay: ReturnType<typeof createDecay>;
};

/** Opens the database that the settings name and brings its schema up to date. */
export async function openWorkbench(
  settings: Settings,
  reportUnrateable: (id: MatchId, fault: string) => void,
  clock: () => number = Date.now,
  { engineModules } = installedFiles,
): Promise<Workbench> {
  const events = createEvents();
  connectModules(events);
  const database = await connect({
    url: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    entities,
    events,
    engineModules,
  }).catch((error) => Promise.reject(explained(error, settings)));
  try {
    const applied = await database.migrate();
    const run = createRatingRun({ database, clock, reportUnrateable });
    const decay = createDecay({ database, clock });
    return { settings, database, applied, events, clock, run, decay };
  } catch (error) {
    await database.close();
    throw explained(error, settings);
  }
}

/** The database as requests use it: on a server with connections of their own and less patience. */
export async function openForRequests({
  settings,
  database,
  events,
}: Workbench): Promise<Database> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settings;
  if (!url) return database;
  return connect({ url, dataDir, entities, events, patience: requestPatience });
}

/** An error of the system or the database, with the setting that leads there. */
function explained(error: unknown, { DATABASE_URL }: Settings): unknown {
  if (!errorCode(error) && !problemOfDatabase(error)) return error;
  const reason = (error instanceof Error && error.message) || errorCode(error);
  return new Failure(`The database of ${DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR'}: ${reason}`);
}
