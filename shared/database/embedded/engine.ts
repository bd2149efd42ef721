import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { isCompiled, readPackageFile } from '../../package-files.ts';
import { DurableFiles } from './durable-files.ts';
import { DataFolderUnusable } from './unusable.ts';

/** How long PostgreSQL's log may become, in its files of 16 MB, and how often that is looked at. */
type LogLimit = { readonly files: number; readonly lookMs: number };

// A GB, as on a server: after each checkpoint, the log has every page that changes as a whole once more.
const usualLimit: LogLimit = { files: 64, lookMs: 1_000 };

export type EngineOptions = {
  durable?: boolean;
  log?: LogLimit;
};

/** PGlite with durable files. */
export class Engine extends PGlite {
  readonly files: DurableFiles;
  readonly #log: LogLimit & { readonly folder: string };
  #logSeenAt = performance.now();

  constructor(
    folder: string,
    { durable = true, log = usualLimit }: EngineOptions,
    binaries?: PGliteOptions,
  ) {
    const files = new DurableFiles(folder);
    super({ ...binaries, fs: files, startParams: startParams(durable) });
    this.files = files;
    this.#log = { ...log, folder: join(folder, 'pg_wal') };
  }

  /**
   * Makes a checkpoint if the log has become long, also in a transaction: a long command would fill the disk,
   * and after a kill the next start replays all of it, a GB in some 20 s.
   */
  async shortenLog(): Promise<void> {
    const { files, lookMs } = this.#log;
    if (performance.now() - this.#logSeenAt < lookMs) return;
    if (this.#logFiles() > files) await this.exec('CHECKPOINT');
    this.#logSeenAt = performance.now();
  }

  /** How many files the log has; 0 if that can't be told, such as without a descriptor left. */
  #logFiles(): number {
    try {
      return readdirSync(this.#log.folder).length;
    } catch {
      return 0;
    }
  }

  /**
   * Answers the messages. In PGlite, a failing statement throws an exception that leaves its frame
   * on WebAssembly's stack: after 2,569 of them every statement failed.
   */
  override execProtocolRawSync(messages: Uint8Array): Uint8Array {
    const stack = (this.mod as WithStack | undefined)?.___stack_pointer;
    const top = stack?.value;
    try {
      return super.execProtocolRawSync(messages);
    } finally {
      if (stack) stack.value = top;
    }
  }
}

/** What PGlite's types don't tell of its module. */
type WithStack = { readonly ___stack_pointer?: WebAssembly.Global };

const settings = [
  'shared_buffers=32MB', // instead of 160; the system's page cache stands behind it
  'random_page_cost=1.1', // a page is read from memory or from an SSD
  'min_wal_size=32MB', // the log that a checkpoint keeps for reuse
  'max_wal_size=64MB',
  'TimeZone=UTC',
  'wal_sync_method=fsync', // the default, fdatasync, does nothing in PGlite
].flatMap((setting) => ['-c', setting]);

function startParams(durable: boolean): string[] {
  const params = [...PGlite.defaultStartParams, ...settings];
  return durable ? params.filter((param) => param !== '-F') : params; // -F: no fsync
}

/**
 * Starts the PostgreSQL in the folder; `program` is postgresProgram's. Throws DataFolderUnusable, which
 * says why it doesn't start.
 */
export async function startEngine(
  folder: string,
  options: EngineOptions,
  program: WebAssembly.Module,
): Promise<Engine> {
  const engine = new Engine(folder, options, {
    pgliteWasmModule: program,
    // Neither is found by itself in a compiled program; the second is never run there.
    ...(isCompiled && {
      fsBundle: new Blob([readPackageFile('pglite.data')]),
      initdbWasmModule: program,
    }),
  });
  const aborted = engine.files.aborted.then(() => {
    throw new Error('PostgreSQL has given up');
  });
  await Promise.race([engine.waitReady, aborted]).catch((error) => {
    throw failedStart(folder, engine.files.lastWords ?? String(error));
  });
  return engine;
}

function failedStart(folder: string, reason: string): DataFolderUnusable {
  const [line] = reason.split('\n');
  return new DataFolderUnusable(
    `the database in ${folder} doesn't start: ${line}. Start again; if that fails, too, move the folder away and bring in a backup by "tennis restore FILE"`,
  );
}

/** Ends it, unless it has ended by itself. */
export async function stopEngine(engine: Engine): Promise<void> {
  if (!engine.files.isAborted) await engine.close();
}
