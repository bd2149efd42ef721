import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import type { ClientBase } from 'pg';
import { DatabaseError, parse } from 'pg-protocol';
import {
  type BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  ReadyForQueryMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { createPause } from '../../pause.ts';
import type { Statement } from '../statement.ts';
import type { Engine } from './engine.ts';

/** Statements of all clients may follow each other for so long before requests, timers and signals get their turn. */
const pause = createPause(20);

/**
 * A client of the PostgreSQL in this process, as a pool of node-postgres takes them. All messages
 * of a statement are answered by one call. It breaks for good once PostgreSQL has aborted: the next
 * statement would run in the wreck, in an endless loop.
 */
class EngineClient extends EventEmitter {
  /** Whether the pool may go on with it. */
  _queryable = true;
  readonly #engine: Engine;
  /** The names of the statements that are prepared. */
  readonly #prepared = new Set<string>();
  readonly #answers = new EventEmitter();
  #see: (message: BackendMessage) => void = () => undefined;
  #status = 'I';
  /** The statement before, be it under way or done. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
    void parse(this.#answers as unknown as NodeJS.ReadableStream, (message) => this.#see(message));
  }

  /** The session and a rating run's cursor outlive the clients; each knows its own statements alone. */
  connect(done: (error?: unknown) => void): void {
    const reset = async () => {
      this.#refuseAborted();
      await this.#engine.exec('ROLLBACK');
      await this.#engine.exec('RESET ALL; DEALLOCATE ALL');
    };
    reset().then(() => done(), done);
  }

  /** Whether a transaction is open: `I`dle, in a `T`ransaction, or in one that has failed (`E`). */
  getTransactionStatus(): string {
    return this.#status;
  }

  /** Runs the statement after those before it. */
  query(statement: Statement): Statement {
    const run = () => this.#run(statement).catch((error) => statement.handleError(error));
    this.#last = this.#last.then(run);
    return statement;
  }

  end(done: () => void): void {
    this._queryable = false;
    this.#last.then(done, done);
  }

  async #run(statement: Statement): Promise<void> {
    // Statements run in this thread, and awaiting one doesn't leave it: many would starve all else.
    const turn = pause();
    if (turn) await turn;
    const { name = '' } = statement;
    this.#see = (message) => {
      if (message instanceof DataRowMessage) statement.handleDataRow(message);
      else if (message instanceof RowDescriptionMessage) statement.handleRowDescription(message);
      else if (message instanceof CommandCompleteMessage) statement.handleCommandComplete(message);
      else if (message instanceof ReadyForQueryMessage) this.#status = message.status;
      else if (message instanceof DatabaseError) statement.handleError(message);
      else if (message.name === 'parseComplete' && name) this.#prepared.add(name);
    };
    this.#refuseAborted();
    const failure = await this.#exchange(statement.messages(this, this.#prepared.has(name)));
    if (failure) throw new Error(`Connection terminated: ${failure}`);
    if (this.#status !== 'E') await this.#engine.shortenLog();
    statement.handleReadyForQuery();
  }

  /** Passes on the messages of the answer; tells why it ended early, if it did. */
  async #exchange(messages: Uint8Array): Promise<string | undefined> {
    const parts: Buffer[] = [];
    // The parts are PGlite's own memory, which the next message overwrites.
    const onRawData = (part: Uint8Array) => void parts.push(Buffer.from(part));
    const run = this.#engine.execProtocolRawStream(messages, { onRawData, syncToFs: false });
    const failure = await run.then(() => undefined, String);
    for (const part of parts) this.#answers.emit('data', part);
    if (failure) this._queryable = false;
    return failure;
  }

  #refuseAborted(): void {
    const { closed, files } = this.#engine;
    if (closed || files.isAborted) {
      this._queryable = false;
      const why = files.lastWords ? ` (${files.lastWords})` : '';
      const room = /no space/i.test(why) ? 'free some space and ' : '';
      const state = closed ? 'is closed' : `has stopped${why}: ${room}start the program again`;
      throw new Error(`Connection terminated: the embedded database ${state}`);
    }
  }
}

/** The class of an engine's clients; a pool makes one at a time. */
export function clientsOf(engine: Engine): new () => ClientBase {
  // A pool uses no more of a client than this.
  return EngineClient.bind(undefined, engine) as unknown as new () => ClientBase;
}
