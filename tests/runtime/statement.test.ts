// What PostgreSQL is sent for a statement, and what is made of its answer.
import { describe, expect, test } from 'bun:test';
import type { Buffer } from 'node:buffer';
import type { Connection } from 'pg';
import { Statement } from '../../shared/database/statement.ts';

/** A connection that keeps the kinds of messages that are written at once: `B`ind, `E`xecute, … */
function openConnection() {
  const written: string[] = [];
  const write = (messages: Buffer) => {
    let kinds = '';
    for (let at = 0; at < messages.length; at += 1 + messages.readInt32BE(at + 1)) {
      kinds += String.fromCharCode(messages[at] ?? 0);
    }
    written.push(kinds);
  };
  const stream = { writable: true, write };
  const session = { parsedStatements: {}, submittedNamedStatements: {}, stream };
  return { session: session as unknown as Connection, written };
}

const text = 'select $1::int as number, $2::text as word';

describe('a statement', () => {
  test('is parsed and described until its session knows it', async () => {
    const { session, written } = openConnection();
    const first = new Statement(text, [1, 'one']);
    first.submit(session);
    const second = new Statement(text, [2, null]);
    second.submit(session);
    for (const statement of [first, second]) {
      statement.handleRowDescription({ fields: [number, word] } as never);
      statement.handleDataRow({
        fields: statement === first ? ['1', 'one'] : ['2', null],
      } as never);
      statement.handleCommandComplete({ text: 'SELECT 1' } as never);
      statement.handleReadyForQuery();
    }
    const third = new Statement(text, [3, 'three']);
    third.submit(session);
    third.handleDataRow({ fields: ['3', 'three'] } as never);
    third.handleCommandComplete({ text: 'SELECT 1' } as never);
    third.handleReadyForQuery();
    expect(written).toEqual(['PBDES', 'BDES', 'BES']);
    const answers = await Promise.all([first.result, second.result, third.result]);
    expect(answers).toMatchObject([
      { command: 'SELECT', rowCount: 1, rows: [{ number: 1, word: 'one' }] },
      { command: 'SELECT', rowCount: 1, rows: [{ number: 2, word: null }] },
      { command: 'SELECT', rowCount: 1, rows: [{ number: 3, word: 'three' }] },
    ]);
  });

  test('is known by its session once it has changed something, too', () => {
    const { session, written } = openConnection();
    const change = 'delete from player where id = $1';
    for (let time = 0; time < 2; time += 1) {
      const statement = new Statement(change, ['plr_1']);
      statement.submit(session);
      statement.handleCommandComplete({ text: 'DELETE 0' } as never);
    }
    expect(written).toEqual(['PBDES', 'BES']);
  });

  test('that is no query is sent as it is', () => {
    const { session, written } = openConnection();
    new Statement('begin').submit(session);
    expect(written).toEqual(['Q']);
  });

  test('with a value that can not be sent is refused before anything is', () => {
    const { session, written } = openConnection();
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const statement = new Statement('select $1::jsonb', [circle]);
    expect(statement.submit(session)).toBeInstanceOf(Error);
    expect([written, session.submittedNamedStatements]).toEqual([[], {}]);
  });
});

const number = { name: 'number', dataTypeID: 23 };
const word = { name: 'word', dataTypeID: 25 };
