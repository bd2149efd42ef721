import { Buffer } from 'node:buffer';
import { Duplex } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Engine } from './engine.ts';

type Done = (error?: Error) => void;

const terminate = 'X'.charCodeAt(0);

/** How long statements may follow each other before requests, timers and signals get their turn. */
const turnMs = 20;
let turnBegan = 0;

/**
 * The way from node-postgres to the PostgreSQL in this process: as a socket to a server, but each
 * batch of messages is answered within one call. It breaks for good once PostgreSQL has aborted,
 * which would run the next statement in the wreck, in a loop that never ends.
 */
export class EngineSocket extends Duplex {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
  }

  /** The session outlives its connections: each begins where a new one would. */
  connect(): void {
    const reset = async () => {
      this.#refuseAborted();
      await this.#engine.exec('ROLLBACK');
      await this.#engine.exec('DISCARD ALL');
    };
    reset().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    );
  }

  override _write(message: Buffer, _encoding: string, done: Done): void {
    // A terminating message ends the connection, and not PostgreSQL.
    const answered = message[0] === terminate ? Promise.resolve() : this.#answer(message);
    answered.then(() => done(), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _read(): void {
    // answers come as soon as they are there
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  async #answer(message: Buffer): Promise<void> {
    // Statements run in this thread, and waiting for one doesn't leave it: many would starve all else.
    if (performance.now() - turnBegan > turnMs) {
      await othersTurn();
      turnBegan = performance.now();
    }
    this.#refuseAborted();
    const answer: Uint8Array[] = [];
    const onRawData = (part: Uint8Array) => void answer.push(part.slice());
    const run = this.#engine.execProtocolRawStream(message, { onRawData, syncToFs: false });
    const failure = await run.then(() => undefined, String);
    this.push(Buffer.concat(answer)); // may end in an error that says why there was a failure
    if (failure) throw new Error(`Connection terminated: ${failure}`);
  }

  #refuseAborted(): void {
    if (this.#engine.closed || this.#engine.files.isAborted) {
      const state = this.#engine.closed ? 'is closed' : 'has stopped: start the program again';
      throw new Error(`Connection terminated: the embedded database ${state}`);
    }
  }

  /** Of a socket's, for which there is nothing to do here. */
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
