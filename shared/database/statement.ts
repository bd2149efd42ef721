import { Buffer } from 'node:buffer';
import type { Connection, CustomTypesConfig, QueryResult, Submittable } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import type {
  CommandCompleteMessage,
  DataRowMessage,
  Field,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { columnTypes } from './parsers.ts';
import { statementName } from './statement-names.ts';

declare module 'pg' {
  /** Clients note what is prepared in a session, and what is on its way there: texts by name. */
  interface Connection {
    readonly parsedStatements: Record<string, string>;
    readonly submittedNamedStatements: Record<string, string>;
  }
}

type Row = Record<string, unknown>;
type Column = { readonly name: string; readonly read: (text: string) => unknown };
/** What rows are made of; each begins as a copy of the empty one, so that it has its size at once. */
type Shape = { readonly columns: readonly Column[]; readonly empty: Row };

/**
 * The rows' shapes by session and by the statement's name, once its columns were described. Where they have changed
 * since, PostgreSQL refuses the statement ("cached plan must not change result type").
 */
const shapesIn = new WeakMap<object, Map<string, Shape>>();

const types: CustomTypesConfig = columnTypes();
const noColumns = shapeOf([]);
const describe = serialize.describe({ type: 'P' });
const execute = serialize.execute();
const sync = serialize.sync();

/**
 * A statement for the clients of node-postgres. Their own kind asks for the columns at each use, and
 * sends four messages; this asks for them once, and sends all at once
 * (docs/decisions/0017-statements-are-prepared.md).
 */
export class Statement implements Submittable {
  readonly name: string | undefined;
  readonly text: string;
  readonly result: Promise<QueryResult>;
  /** Settles the result. A client with a time limit wraps it to stop its timer; nothing else may settle it. */
  callback: (error: unknown, result?: QueryResult) => void;
  readonly values: readonly unknown[];
  readonly #rows: Row[] = [];
  #shape: Shape | undefined;
  #shapes: Map<string, Shape> | undefined;
  #tag = '';
  #fault: unknown;

  constructor(text: string, values: readonly unknown[] = []) {
    this.name = statementName(text);
    this.text = text;
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    this.result = promise;
    this.callback = (error, result) => (result ? resolve(result) : reject(error));
    this.values = values;
  }

  /**
   * What is sent to PostgreSQL in a session, where its name may be prepared. Without a name and values
   * it may be several statements, whose rows are one answer. Throws where a value can't be sent.
   */
  #messages(session: object, isPrepared: boolean): Uint8Array {
    const { name = '', text } = this;
    if (name === '' && this.values.length === 0) return serialize.query(text);
    const values = [...this.values];
    const bind = serialize.bind({ statement: name, values, valueMapper: prepareValue });
    if (name) {
      this.#shapes = shapesIn.get(session) ?? new Map<string, Shape>();
      shapesIn.set(session, this.#shapes);
      this.#shape = this.#shapes.get(name);
    }
    return Buffer.concat([
      ...(isPrepared ? [] : [serialize.parse({ name, text })]),
      bind,
      ...(this.#shape ? [] : [describe]),
      execute,
      sync,
    ]);
  }

  /** Sends it; gives an error where that can't be. */
  submit(connection: Connection): unknown {
    const { name = '', text } = this;
    const { parsedStatements: parsed, submittedNamedStatements: submitted, stream } = connection;
    try {
      const messages = this.#messages(connection, name in parsed || name in submitted);
      if (name && !(name in parsed)) submitted[name] = text;
      if (stream.writable) stream.write(messages); // else the connection's end, which is near, settles this
      return undefined;
    } catch (error) {
      return error;
    }
  }

  handleRowDescription({ fields }: RowDescriptionMessage): void {
    this.#shape = shapeOf(fields);
  }

  handleDataRow({ fields }: DataRowMessage): void {
    try {
      this.#rows.push(rowOf(this.#shape ?? noColumns, fields));
    } catch (error) {
      this.#fault ??= error; // the rest of the answer is still to come
    }
  }

  handleCommandComplete({ text }: CommandCompleteMessage): void {
    if (this.name) this.#shapes?.set(this.name, this.#shape ?? noColumns);
    this.#tag = text;
  }

  handleEmptyQuery(): void {}

  handleCopyInResponse({ stream }: Connection): void {
    stream.write(serialize.copyFail('There are no rows to copy.'));
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#fault) this.callback(this.#fault);
    else this.callback(null, this.#outcome());
  }

  /** What was done, and to how many rows, from a tag like `INSERT 0 5` or `SELECT 1`. */
  #outcome(): QueryResult {
    const [command = '', ...numbers] = this.#tag.split(' ');
    const count = Number.parseInt(numbers.at(-1) ?? '', 10);
    const rowCount = Number.isNaN(count) ? null : count;
    return { command, rowCount, rows: this.#rows, oid: 0, fields: [] };
  }
}

function columnOf({ name, dataTypeID }: Field): Column {
  const read: Column['read'] = types.getTypeParser(dataTypeID);
  return { name, read };
}

function shapeOf(fields: readonly Field[]): Shape {
  const empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  return { columns: fields.map(columnOf), empty };
}

function rowOf({ columns, empty }: Shape, fields: readonly (string | null)[]): Row {
  const row = { ...empty };
  let place = 0;
  for (const { name, read } of columns) {
    const field = fields[place++] ?? null;
    if (field !== null) row[name] = read(field);
  }
  return row;
}
