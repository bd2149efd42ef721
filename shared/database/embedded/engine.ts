import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { DurableFiles } from './durable-files.ts';

/** PGlite's own binaries, for a program that carries them inside. */
export type EngineModules = Pick<
  PGliteOptions,
  'pgliteWasmModule' | 'initdbWasmModule' | 'fsBundle'
>;

export type EngineOptions = { modules?: EngineModules | undefined; durable?: boolean };

/** PGlite whose files keep what they are told to keep. */
export class Engine extends PGlite {
  readonly files: DurableFiles;

  constructor(folder: string, { modules, durable = true }: EngineOptions) {
    const files = new DurableFiles(folder);
    super({ ...modules, fs: files, startParams: startParams(durable) });
    this.files = files;
  }
}

const settings = [
  'shared_buffers=32MB', // instead of 160; the system's page cache stands behind it
  'random_page_cost=1.1', // a page is read from memory or from a disk that doesn't turn
  'min_wal_size=32MB', // the log that a checkpoint keeps for reuse
  'max_wal_size=64MB',
  'TimeZone=UTC',
  'wal_sync_method=fsync', // the default, fdatasync, does nothing in PGlite
].flatMap((setting) => ['-c', setting]);

function startParams(durable: boolean): string[] {
  const params = [...PGlite.defaultStartParams, ...settings];
  return durable ? params.filter((param) => param !== '-F') : params; // -F: no fsync
}
