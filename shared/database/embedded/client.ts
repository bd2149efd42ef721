import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { ClientBase, CustomTypesConfig, QueryResult } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { DatabaseError, parse, serialize } from 'pg-protocol';
import {
  type BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  type Field,
  ReadyForQueryMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { columnTypes } from '../parsers.ts';
import type { Engine } from './engine.ts';

/** How long statements may follow each other before requests, timers and signals get their turn. */
const turnMs = 20;
let turnBegan = 0;

type Statement = {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
};
type Column = { readonly name: string; readonly read: (text: string) => unknown };
type Outcome = Pick<QueryResult, 'command' | 'rowCount'>;

const types: CustomTypesConfig = columnTypes();
const execute = serialize.execute();
const sync = serialize.sync();

/**
 * A client of the PostgreSQL in this process, as a pool of node-postgres takes them. All messages of a
 * statement are answered by one call, and a prepared one is described once: node-postgres' own client
 * takes as long to read a row as PostgreSQL to find it. It breaks for good once PostgreSQL has aborted,
 * which would run the next statement in the wreck, in a loop that never ends.
 */
class EngineClient extends EventEmitter {
  /** Whether the pool may go on with it. */
  _queryable = true;
  readonly #engine: Engine;
  /** The columns of each statement that is prepared, by name. */
  readonly #prepared = new Map<string, readonly Column[]>();
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

  /** The session outlives its clients, and the cursor of a rating run; each knows its own statements alone. */
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

  /** Runs one statement after those before it. Throws the database's errors, as node-postgres does. */
  query(statement: Statement): Promise<QueryResult> {
    const run = () => this.#run(statement);
    const result = this.#last.then(run, run);
    this.#last = result;
    return result;
  }

  end(done: () => void): void {
    this._queryable = false;
    this.#last.then(done, done);
  }

  async #run({ name, text, values }: Statement): Promise<QueryResult> {
    // Statements run in this thread, and waiting for one doesn't leave it: many would starve all else.
    if (performance.now() - turnBegan > turnMs) {
      await othersTurn();
      turnBegan = performance.now();
    }
    const known = name === undefined ? undefined : this.#prepared.get(name);
    const rows: Record<string, unknown>[] = [];
    let columns = known ?? [];
    let outcome: Outcome = { command: '', rowCount: null };
    let fault: Error | undefined;
    this.#see = (message) => {
      if (message instanceof DataRowMessage) rows.push(rowOf(columns, message.fields));
      else if (message instanceof RowDescriptionMessage) columns = message.fields.map(columnOf);
      else if (message instanceof CommandCompleteMessage) outcome = outcomeOf(message.text);
      else if (message instanceof ReadyForQueryMessage) this.#status = message.status;
      else if (message instanceof DatabaseError) fault ??= message;
      const isDescribed = message.name === 'rowDescription' || message.name === 'noData';
      if (isDescribed && name !== undefined) this.#prepared.set(name, columns);
    };
    this.#refuseAborted();
    const messages = messagesOf({ name, text, values }, known !== undefined);
    const failure = await this.#exchange(messages);
    if (fault) throw fault;
    if (failure) throw new Error(`Connection terminated: ${failure}`);
    return { ...outcome, rows, oid: 0, fields: [] };
  }

  /** Shows the messages of the answer; gives why it ended early, if it did. */
  async #exchange(messages: Uint8Array): Promise<string | undefined> {
    const parts: Buffer[] = [];
    // What it gives is its own memory, which the next message overwrites.
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
      const state = closed ? 'is closed' : `has stopped${why}: start the program again`;
      throw new Error(`Connection terminated: the embedded database ${state}`);
    }
  }
}

/** The class of an engine's clients, of which a pool makes one at a time. */
export function clientsOf(engine: Engine): new () => ClientBase {
  // A pool asks no more of them than this.
  return EngineClient.bind(undefined, engine) as unknown as new () => ClientBase;
}

/** What PostgreSQL is sent for a statement; one without a name and values may hold several. */
function messagesOf({ name = '', text, values }: Statement, isPrepared: boolean): Uint8Array {
  if (name === '' && values.length === 0) return serialize.query(text);
  const bind = serialize.bind({ statement: name, values: [...values], valueMapper: prepareValue });
  const preparation = isPrepared
    ? []
    : [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })];
  return Buffer.concat([...preparation, bind, execute, sync]);
}

function columnOf({ name, dataTypeID }: Field): Column {
  const read: Column['read'] = types.getTypeParser(dataTypeID);
  return { name, read };
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]) {
  const row: Record<string, unknown> = {};
  let place = 0;
  for (const { name, read } of columns) {
    const field = fields[place++] ?? null;
    row[name] = field === null ? null : read(field);
  }
  return row;
}

/** What was done, and to how many rows, from `INSERT 0 5` or `SELECT 1`. */
function outcomeOf(tag: string): Outcome {
  const [command = '', ...numbers] = tag.split(' ');
  const count = numbers.at(-1);
  return { command, rowCount: count === undefined ? null : Number(count) };
}
