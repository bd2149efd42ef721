import { Buffer } from 'node:buffer';
import { Duplex } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Engine } from './engine.ts';

const terminate = 'X'.charCodeAt(0);

/** How long statements may follow each other before requests, timers and signals get their turn. */
const turnMs = 20;
let turnBegan = 0;

/**
 * The way from node-postgres to the PostgreSQL in this process: as a socket to a server, but all
 * messages of a statement are answered by one call, and go past the buffers of a stream, which cost
 * as much as reading a row. It breaks for good once PostgreSQL has aborted, which would run the next
 * statement in the wreck, in a loop that never ends.
 */
export class EngineSocket extends Duplex {
  readonly #engine: Engine;
  #written: Buffer[] = [];
  #isCorked = false;
  #isAnswering = false;

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

  override cork(): void {
    this.#isCorked = true;
  }

  override uncork(): void {
    this.#isCorked = false;
    this.#answerAll().catch((error) => this.destroy(error));
  }

  override write(message: Buffer, done?: unknown): boolean {
    // A terminating message ends the connection, and not PostgreSQL.
    if (message[0] !== terminate) this.#written.push(message);
    if (!this.#isCorked) this.uncork();
    if (typeof done === 'function') done();
    return true;
  }

  override _read(): void {
    // answers come as soon as they are there
  }

  override _final(done: (error?: Error) => void): void {
    this.push(null);
    done();
  }

  /** What is written while an answer is read has its turn after it. */
  async #answerAll(): Promise<void> {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    while (this.#written.length > 0) {
      // Statements run in this thread, and waiting for one doesn't leave it: many would starve all else.
      if (performance.now() - turnBegan > turnMs) {
        await othersTurn();
        turnBegan = performance.now();
      }
      await this.#answer(Buffer.concat(this.#written.splice(0)));
    }
    this.#isAnswering = false;
  }

  async #answer(messages: Buffer): Promise<void> {
    this.#refuseAborted();
    const parts: Uint8Array[] = [];
    const onRawData = (part: Uint8Array) => void parts.push(part.slice());
    const run = this.#engine.execProtocolRawStream(messages, { onRawData, syncToFs: false });
    const failure = await run.then(() => undefined, String);
    this.emit('data', readyOnce(Buffer.concat(parts))); // may end in an error that says why it failed
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

const ready = [...Buffer.from('Z\0\0\0\x05')]; // and the transaction's state

/**
 * After a statement that failed PGlite says twice that it is ready: of a statement that waits for its
 * turn, the second would be taken for the whole answer.
 */
function readyOnce(answer: Buffer): Buffer {
  const isTwice = ready.every((byte, place) => answer.at(place - 12) === byte);
  return isTwice ? answer.subarray(0, -6) : answer;
}
