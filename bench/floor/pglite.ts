// PGlite by hand: each statement is prepared once, and then bound, executed and synced by one call
// of its wire protocol, whose answer is read in place.
// https://www.postgresql.org/docs/18/protocol-message-formats.html
import { Engine } from '../../shared/database/embedded/engine.ts';
import type { Database, Query, Row } from './database.ts';
import { readIds } from './read-ids.ts';
import { type Name, statements } from './statements.ts';

type Column = { readonly name: string; readonly read: (text: string) => unknown };
type Statement = { readonly bind: Buffer; readonly columns: readonly Column[] };

/** By the type's OID; all other types stay text. */
const readers: Record<number, Column['read']> = {
  16: (text) => text === 't',
  21: Number,
  23: Number,
  114: JSON.parse,
  701: Number,
  1009: readIds,
};

const code = (letter: string) => letter.charCodeAt(0);
const [dataRow, rowDescription, errorResponse] = ['D', 'T', 'E'].map(code);

function message(type: string, ...parts: (string | number[])[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from(part))),
  );
  const head = Buffer.from([code(type), 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const sync = message('S');
/** What follows the values of a Bind message (all results as text), and the two messages after it. */
const rest = Buffer.concat([Buffer.from([0, 0]), message('E', '', [0, 0, 0, 0]), sync]);

/** Opens the data folder with the service's engine: equally durable, with the same settings. */
export async function openPGlite(folder: string): Promise<Database> {
  const engine = new Engine(folder, {});
  await engine.waitReady;
  let request = Buffer.alloc(1 << 18);
  let answer = Buffer.alloc(1 << 20);
  let answered = 0;
  const onRawData = (bytes: Uint8Array) => {
    if (answered + bytes.length > answer.length) {
      answer = Buffer.concat([answer, Buffer.alloc(answer.length + bytes.length)]);
    }
    answer.set(bytes, answered);
    answered += bytes.length;
  };

  /** Sends the messages; `see` gets the type of each message of the answer, and where its body starts. */
  function exchange(messages: Uint8Array, see: (type: number, start: number) => void): void {
    answered = 0;
    // All is done when this returns; the promise would only wait for a folder to be synced.
    void engine.execProtocolRawStream(messages, { onRawData, syncToFs: false });
    for (let at = 0; at < answered; at += answer.readInt32BE(at + 1) + 1) {
      const type = answer[at] ?? 0;
      if (type === errorResponse) throw new Error(answer.toString('utf8', at, answered));
      see(type, at + 5);
    }
  }

  function prepare(name: string, text: string): Statement {
    const columns: Column[] = [];
    const describe = message('D', [code('S')], name);
    exchange(Buffer.concat([message('P', name, text, [0, 0]), describe, sync]), (type, start) => {
      if (type !== rowDescription) return;
      for (let n = answer.readInt16BE(start), at = start + 2; n > 0; n -= 1) {
        const end = answer.indexOf(0, at);
        const read = readers[answer.readInt32BE(end + 7)] ?? String;
        columns.push({ name: answer.toString('utf8', at, end), read });
        at = end + 19;
      }
    });
    return { bind: message('B', '', name, [0, 0]), columns };
  }

  function readRow(columns: readonly Column[], start: number): Row {
    const row: Row = {};
    let at = start + 2;
    for (const { name, read } of columns) {
      const length = answer.readInt32BE(at);
      at += 4;
      row[name] = length < 0 ? null : read(answer.toString('utf8', at, at + length));
      if (length > 0) at += length;
    }
    return row;
  }

  const prepared = new Map<string, Statement>();
  for (const [name, text] of Object.entries(statements)) prepared.set(name, prepare(name, text));

  function run(name: Name, values: readonly (string | number | null)[]): Row[] {
    const { bind, columns } = prepared.get(name) as Statement;
    const texts = values.map((value) => (value === null ? null : String(value)));
    const most = texts.reduce((sum, text) => sum + 4 + (text?.length ?? 0) * 3, 1_000);
    if (most > request.length) request = Buffer.alloc(most);
    let end = bind.copy(request);
    end = request.writeInt16BE(texts.length, end);
    for (const text of texts) {
      const length = text === null ? -1 : request.write(text, end + 4);
      request.writeInt32BE(length, end);
      end += 4 + Math.max(0, length);
    }
    request.writeInt32BE(end + 2 - 1, 1); // the Bind message's length, with its last two zero bytes
    end += rest.copy(request, end);
    const rows: Row[] = [];
    exchange(request.subarray(0, end), (type, start) => {
      if (type === dataRow) rows.push(readRow(columns, start));
    });
    return rows;
  }

  /** The transaction under way: nothing else may use the one connection. */
  let busy: Promise<unknown> | undefined;
  const query: Query = async (name, values) => run(name, values);
  return {
    async query(name, values) {
      while (busy) await busy;
      return run(name, values);
    },
    async transaction(work) {
      while (busy) await busy;
      const { promise, resolve } = Promise.withResolvers<void>();
      busy = promise;
      try {
        run('begin', []);
        const result = await work(query);
        run('commit', []);
        return result;
      } catch (error) {
        run('rollback', []);
        throw error;
      } finally {
        busy = undefined;
        resolve();
      }
    },
  };
}
