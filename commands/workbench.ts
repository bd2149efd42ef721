import { connectModules, entities } from '../modules/app.ts';
import { createDecay, createRatingRun, type RunResult } from '../modules/ratings/index.ts';
import type { Settings } from '../shared/config.ts';
import { connect, type Database } from '../shared/database/connect.ts';
import { createEvents, type Events } from '../shared/events.ts';
import type { MatchId } from '../shared/ids.ts';

/** What every command works with: an open database whose schema is up to date, and the rating jobs. */
export type Workbench = {
  readonly settings: Settings;
  readonly database: Database;
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
): Promise<Workbench> {
  const events = createEvents();
  connectModules(events);
  const database = await connect({
    url: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    entities,
    events,
  });
  try {
    await database.migrate();
  } catch (error) {
    await database.close();
    throw error;
  }
  const run = createRatingRun({ database, clock, reportUnrateable });
  return { settings, database, events, clock, run, decay: createDecay({ database, clock }) };
}
