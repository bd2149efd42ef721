import {
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { cp, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, sync, syncNames, syncTree } from '../../files.ts';
import { upkeep } from '../statistics.ts';
import { connectionsTo } from './connections.ts';
import type { EngineOptions } from './engine.ts';
import { engineHere } from './engine-here.ts';
import { engineInThread } from './engine-thread.ts';
import { lockFolder } from './folder-lock.ts';
import { refuseStrangers } from './owner.ts';
import { makeDataFolder } from './template.ts';
import { DataFolderUnusable } from './unusable.ts';

const postgresMajor = '18';

type Options = EngineOptions & {
  /** Whether the engine has a thread of its own: for a process that has more to do than to wait for it. */
  readonly ownThread?: boolean | undefined;
};

/**
 * Opens the PostgreSQL in `${dataDir}/postgres`, created if need be, for this process alone.
 * Every commit is on the disk when it is answered, unless `durable` is false.
 * Throws DataFolderInUse or DataFolderUnusable, each with a message of one line.
 */
export async function openEmbedded(
  dataDir: string,
  { ownThread = false, ...options }: Options = {},
) {
  refuseStrangers(dataDir);
  makeFolder(dataDir);
  const lock = await lockFolder(dataDir);
  const engineIn = ownThread ? engineInThread() : engineHere();
  try {
    const folder = join(dataDir, 'postgres');
    const isMadeNow = isNew(folder);
    if (isMadeNow) await create(folder, options);
    sync(dataDir); // and with it the name that a killed start may have left unsynced
    removeEmptyPidFile(folder);
    const engine = await engineIn.start(folder, options);
    const connections = connectionsTo(engine);
    const close = async () => {
      await connections.close();
      await engine.stop();
    };
    let closing: Promise<void> | undefined;
    return {
      connections,
      /** Whether this opening made it, with its schema. */
      isMadeNow,
      /** Resolves to the reason once PostgreSQL has given up (full or failing disk): end the process then. */
      stopped: engine.gaveUp,
      /** Adds to what another process is told about this one. */
      describe: lock.describe,
      /** To be called every few minutes: see `upkeep`. */
      upkeep: () => upkeep(connections, () => requireRoom(folder)),
      /** Copies the folder as it is, and as a killed process would leave it; to be called while no statement runs. */
      copyTo: (path: string) => copyWhole(folder, path),
      /** Waits for the statement or transaction under way; those behind it are refused. */
      close: () => (closing ??= close().finally(lock.release)),
    };
  } catch (error) {
    await engineIn.end();
    await lock.release();
    throw error;
  }
}

/** A checkpoint writes its small files anew. */
const checkpointBytes = 2 ** 20;

/** Throws, as PostgreSQL would of a full disk, where there is no room for a checkpoint. */
async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= checkpointBytes) return;
  const message = 'There is no space left on the disk for a checkpoint';
  throw Object.assign(new Error(message), { code: '53100' });
}

/**
 * Whether there is a database in the data folder. Throws DataFolderInUse while one is being made, and
 * DataFolderUnusable where something else is in its place.
 */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  // An empty folder is none, such as that of a volume that isn't mounted.
  if (!isNew(join(dataDir, 'postgres'))) return true;
  if (existsSync(join(dataDir, 'lock'))) await (await lockFolder(dataDir)).release();
  return false;
}

function isNew(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || readdirSync(folder).length === 0) return true;
  const versionFile = join(folder, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new DataFolderUnusable(`${folder} isn't a PostgreSQL folder: move it away`);
  }
  const major = readFileSync(versionFile, 'utf8').trim();
  if (major === postgresMajor) return false;
  throw new DataFolderUnusable(
    `${folder} is of PostgreSQL ${major}, this program needs ${postgresMajor}: ` +
      'run "tennis export FILE" with the version that wrote it, move the folder away, ' +
      'then run "tennis import FILE" with this one',
  );
}

/** Fills the folder under another name first: under its own name it is always whole. */
async function create(folder: string, options: EngineOptions): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  try {
    await makeDataFolder(draft);
    if (options.durable !== false) await syncTree(draft);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  renameSync(draft, folder);
}

/** Copies a folder, to the disk; the copy has its name once it is whole. */
async function copyWhole(folder: string, path: string): Promise<void> {
  const draft = `${folder}.part`;
  try {
    rmSync(draft, { recursive: true, force: true }); // a killed start's
    await cp(folder, draft, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await syncTree(draft);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  syncNames(dirname(path));
}

/**
 * PostgreSQL writes its process id to a file, and won't start if the file has none: a power cut
 * during a start may leave it empty or full of zeros. Our own lock keeps two processes apart.
 */
function removeEmptyPidFile(folder: string): void {
  const file = join(folder, 'postmaster.pid');
  if (existsSync(file) && !Number.parseInt(readFileSync(file, 'utf8'), 10)) rmSync(file);
}
