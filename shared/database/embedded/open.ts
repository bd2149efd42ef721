import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { makeFolder, sync, syncTree } from './durable-files.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { lockFolder } from './folder-lock.ts';
import { upkeep } from './upkeep.ts';

export { DataFolderInUse } from './folder-lock.ts';

/** The data folder holds what this PostgreSQL can't read; the message says what to do. */
export class DataFolderIncompatible extends Error {
  override readonly name = 'DataFolderIncompatible';
}

export type EmbeddedDatabase = {
  readonly pglite: PGlite;
  /** Resolves once PostgreSQL has given up (a full or failing disk): end the process then. */
  readonly stopped: Promise<void>;
  /** Adds to what another process is told about this one. */
  describe(text: string): void;
  /** To be called every few minutes: see `upkeep`. */
  upkeep(): Promise<void>;
  /** Waits for the statement or transaction under way; those behind it are refused. */
  close(): Promise<void>;
};

const POSTGRES_MAJOR = '18';

/**
 * Opens the PostgreSQL in `${dataDir}/postgres`, created if need be, for this process alone.
 * Every commit is on the disk when it is answered, unless `durable` is false.
 * Throws DataFolderInUse or DataFolderIncompatible, each with a message of one line.
 */
export async function openEmbedded(
  dataDir: string,
  options: EngineOptions = {},
): Promise<EmbeddedDatabase> {
  makeFolder(dataDir);
  const lock = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'postgres');
    if (isNew(folder)) await create(folder, options);
    const engine = await start(folder, options);
    let closing: Promise<void> | undefined;
    return {
      pglite: engine,
      stopped: engine.files.aborted,
      describe: lock.describe,
      upkeep: () => upkeep(engine),
      close: () => (closing ??= stop(engine).finally(lock.release)),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function isNew(folder: string): boolean {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true;
  const versionFile = join(folder, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new DataFolderIncompatible(`${folder} isn't a PostgreSQL folder: move it away`);
  }
  const major = readFileSync(versionFile, 'utf8').trim();
  if (major === POSTGRES_MAJOR) return false;
  throw new DataFolderIncompatible(
    `${folder} is of PostgreSQL ${major}, this program needs ${POSTGRES_MAJOR}: ` +
      'run "tennis export FILE" with the version that wrote it, move the folder away, ' +
      'then run "tennis import FILE" with this one',
  );
}

/** Fills the folder under another name first: under its own name it is always whole. */
async function create(folder: string, options: EngineOptions): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  await stop(await start(draft, options));
  if (options.durable !== false) await syncTree(draft);
  renameSync(draft, folder);
  sync(join(folder, '..'));
}

async function start(folder: string, options: EngineOptions): Promise<Engine> {
  const engine = new Engine(folder, options);
  await engine.waitReady;
  return engine;
}

async function stop(engine: Engine): Promise<void> {
  // Its own close() doesn't wait for what is under way, and hangs beside it.
  await engine._runExclusiveTransaction(async () => {
    if (!engine.files.isAborted) await engine.close();
  });
}
