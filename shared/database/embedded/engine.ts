import { Buffer } from 'node:buffer';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { columnParsers } from '../parsers.ts';
import { DurableFiles } from './durable-files.ts';

/** PGlite's own binaries, for a program that carries them inside. */
export type EngineModules = Pick<
  PGliteOptions,
  'pgliteWasmModule' | 'initdbWasmModule' | 'fsBundle'
>;

export type EngineOptions = { modules?: EngineModules | undefined; durable?: boolean };

const syncMessage = 'S'.charCodeAt(0);

/** How long statements may follow each other before requests, timers and signals get their turn. */
const turnMs = 20;

/**
 * PGlite that stays down once PostgreSQL has aborted. PGlite itself would run the next statement
 * in the wreck, in a loop that never ends.
 */
export class Engine extends PGlite {
  readonly files: DurableFiles;
  #turnBegan = 0;

  constructor(folder: string, { modules, durable = true }: EngineOptions) {
    const files = new DurableFiles(folder);
    super({ ...modules, fs: files, startParams: startParams(durable), parsers: parsers() });
    this.files = files;
  }

  /** Statements run in this thread, and waiting for one doesn't leave it: many would starve all else. */
  override async execProtocolRaw(
    ...args: Parameters<PGlite['execProtocolRaw']>
  ): Promise<Uint8Array> {
    if (performance.now() - this.#turnBegan > turnMs) {
      await othersTurn();
      this.#turnBegan = performance.now();
    }
    return super.execProtocolRaw(...args);
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (!this.closed && !this.files.isAborted) return super.execProtocolRawSync(message);
    // PGlite ends each statement with a sync: an error there would hide the statement's own.
    if (message[0] === syncMessage) return new Uint8Array();
    const state = this.closed ? 'is closed' : 'has stopped: start the program again';
    throw new Error(`the embedded database ${state}`);
  }
}

const settings = [
  'shared_buffers=32MB', // instead of 160; the system's page cache stands behind it
  'min_wal_size=32MB', // the log that a checkpoint keeps for reuse
  'max_wal_size=64MB',
  'TimeZone=UTC',
  'wal_sync_method=fsync', // the default, fdatasync, does nothing in PGlite
].flatMap((setting) => ['-c', setting]);

function startParams(durable: boolean): string[] {
  const params = [...PGlite.defaultStartParams, ...settings];
  return durable ? params.filter((param) => param !== '-F') : params; // -F: no fsync
}

/** What `pg` makes of these types under MikroORM, so that both databases give the same values. */
function parsers(): NonNullable<PGliteOptions['parsers']> {
  return {
    ...columnParsers(),
    [types.BYTEA]: (text) => Buffer.from(text.slice('\\x'.length), 'hex'),
  };
}
