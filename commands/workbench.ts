import { resolve } from 'node:path';
import { connectModules, entities } from '../modules/app.ts';
import { createCorrections, createDecay, createRatingRun } from '../modules/ratings/index.ts';
import type { Settings } from '../shared/config.ts';
import { Failure } from '../shared/console/console.ts';
import { connect, type Database } from '../shared/database/connect.ts';
import { isUntouched } from '../shared/database/db.ts';
import { hasDatabase } from '../shared/database/embedded/open.ts';
import { errorCode, isDamage } from '../shared/database/error-code.ts';
import { problemOfDatabase } from '../shared/database/outage.ts';
import { commandPatience, requestPatience, workPatience } from '../shared/database/server.ts';
import { continueSequences } from '../shared/database/upgrade.ts';
import { Events } from '../shared/events.ts';
import type { MatchId } from '../shared/ids.ts';
import { firstFew } from '../shared/text.ts';
import type { Clock } from '../shared/time.ts';
import { backUpBeforeUpgrade } from './upgrade-backup.ts';

/** What every command works with: an open database whose schema is up to date, and the rating jobs. */
export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

type Options = {
  readonly settings: Settings;
  /** To serve the database, to make it where there is none (by default), or to use one that is there. */
  readonly purpose?: 'serve' | 'make' | 'use';
  readonly clock?: Clock | undefined;
  /** Is told of each match that a run can't rate. */
  readonly reportUnrateable?: (id: MatchId, fault: string) => void;
  /** Is told what opening it did that somebody should know of: a backup, or what it set right. */
  readonly tell?: (line: string) => void;
};

/** How many matches a run rates at once: a server's requests wait for its thread, or for the embedded database. */
const batchSizes = { embedded: 100, server: 500, command: 15_000 };

/**
 * Opens the database that the settings name and brings its schema up to date. Throws a Failure where
 * there is none, unless it may be made, and where its schema isn't whole, unless it is only used: an export is the
 * way out.
 */
export async function openWorkbench({
  settings,
  purpose = 'make',
  clock = Date.now,
  reportUnrateable = () => undefined,
  tell = () => undefined,
}: Options) {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settings;
  const explain = explaining(settings);
  if (purpose === 'use' && !url && !(await hasDatabase(dataDir).catch(explain))) {
    throw noDatabase(settings);
  }
  const events = new Events();
  connectModules(events);
  const serves = purpose === 'serve';
  const patience = serves ? workPatience : commandPatience;
  const database = await connect({
    url,
    dataDir,
    ownThread: serves,
    entities,
    events,
    patience,
  }).catch(explain);
  try {
    if (purpose === 'use' && (await isUntouched(database.db))) throw noDatabase(settings);
    const applied = await database.migrate(() =>
      backUpBeforeUpgrade({ database, settings, clock, tell }),
    );
    if (purpose !== 'use') await setRight(database, tell);
    const batchSize = batchSizes[serves ? database.kind : 'command'];
    return {
      settings,
      database,
      /** The migrations that opening the database applied. */
      applied,
      events,
      clock,
      run: createRatingRun({ database, clock, reportUnrateable, batchSize }),
      decay: createDecay({ database, clock }),
      corrections: createCorrections({ database, clock }),
    };
  } catch (error) {
    await database.close();
    return explain(error);
  }
}

/** Throws a Failure where the schema lacks something; sets sequences right. */
async function setRight(database: Database, tell: (line: string) => void): Promise<void> {
  const faults = await database.schemaFaults();
  if (faults.length > 0) {
    throw new Failure(
      `The schema of the database isn't whole: ${firstFew(faults)}. "tennis status" says what puts it right.`,
    );
  }
  const sequences = await continueSequences(database.db);
  if (sequences.length > 0) tell(`Set right, since they lay behind: ${sequences.join(', ')}.`);
}

/** There is no database; the message says where it was looked for. */
export class NoDatabase extends Failure {}

function noDatabase({ DATABASE_URL, DATA_DIR }: Settings): NoDatabase {
  const where = DATABASE_URL
    ? `at the DATABASE_URL ${withoutPassword(new URL(DATABASE_URL))}`
    : `in the DATA_DIR ${resolve(DATA_DIR)}`;
  const makers = '"tennis serve", "init", "import", "restore" and "migrate" make one.';
  return new NoDatabase(`There is no database of this program ${where}. ${makers}`);
}

const withoutPassword = ({ protocol, host, pathname }: URL) => `${protocol}//${host}${pathname}`;

/** The database as requests use it: on a server with its own connections and shorter waits. */
export async function openForRequests(workbench: Workbench): Promise<Database> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = workbench.settings;
  if (!url) return workbench.database;
  const { events, database } = workbench;
  const { orm } = database;
  return connect({ url, dataDir, entities, events, patience: requestPatience, orm });
}

/** Rejects with the error; one of the system or the database comes with the setting that leads there. */
export const explaining = (settings: Settings) => (error: unknown) =>
  Promise.reject(explained(error, settings));

function explained(error: unknown, { DATABASE_URL }: Settings): unknown {
  const message = error instanceof Error ? error.message : '';
  const code = errorCode(error) ?? withoutCode.exec(message)?.[0];
  if ((!code && !problemOfDatabase(error)) || isDamage(error)) return error;
  const [reason] = (message || String(code)).split('\n');
  const advice = adviceOn(code);
  const place = DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR';
  return new Failure(`The database of ${place}: ${reason}${advice ? `. ${advice}.` : ''}`);
}

/** What the driver says without a code: of an address without a password, and of a server that hangs up. */
const withoutCode = /client password must be a string|Connection terminated unexpectedly/;

/** What to do about an error of the system or the database; undefined where that isn't plain. */
export const adviceOn = (code: string | undefined) => advices[code ?? ''];

const freeSpace = 'Free some space on the disk';

const noFolder = 'DATA_DIR must be a folder, or the name of one to be made';

const advices: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Start PostgreSQL there, or correct DATABASE_URL',
  ENOTFOUND: 'Correct the name in DATABASE_URL',
  'client password must be a string': 'DATABASE_URL has no password, and PostgreSQL asks for one',
  'Connection terminated unexpectedly':
    'PostgreSQL ended it, or something else answers there: look at its log, or correct DATABASE_URL',
  EACCES:
    'Run this as the user whose folder it is, or give its files back to that user by chown -R',
  ENOSPC: freeSpace,
  53100: freeSpace,
  '55P03':
    'Somebody holds a lock, maybe a session that is idle in a transaction: end that, and try again',
  25006: 'It is a standby, or its role only reads: correct DATABASE_URL',
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  EROFS: 'DATA_DIR must be on a disk that can be written to',
};
