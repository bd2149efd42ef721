// What PostgreSQL is sent for a statement, and what is made of its answer.
import { describe, expect, test } from 'bun:test';
import type { Buffer } from 'node:buffer';
import type { Connection } from 'pg';
import { Statement } from '../../shared/database/statement.ts';
import { failureOf } from '../support/failure.ts';
import { onBothDatabases } from '../support/service.ts';

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

const number = { name: 'number', dataTypeID: 23 };
const word = { name: 'word', dataTypeID: 25 };
const json = { name: 'json', dataTypeID: 114 };
const text = 'select $1::int as number, $2::text as word';

/** Answers the statement as PostgreSQL does, by a row where there are fields. */
function answer(statement: Statement, fields: readonly (string | null)[] = [], tag = 'SELECT 1') {
  if (fields.length > 0) statement.handleDataRow({ fields } as never);
  statement.handleCommandComplete({ text: tag } as never);
  statement.handleReadyForQuery();
  return statement.result;
}

describe('a statement', () => {
  test('is parsed and described until its session knows it', async () => {
    const { session, written } = openConnection();
    const [first, second, third] = [1, 2, 3].map((n) => new Statement(text, [n, 'word']));
    if (!first || !second || !third) throw new Error('There are three.');
    for (const statement of [first, second]) statement.submit(session);
    for (const statement of [first, second]) {
      statement.handleRowDescription({ fields: [number, word] } as never);
    }
    const rows = [await answer(first, ['1', 'one']), await answer(second, ['2', null])];
    third.submit(session);
    rows.push(await answer(third, ['3', 'three']));
    expect(written).toEqual(['PBDES', 'BDES', 'BES']);
    expect(rows).toMatchObject([
      { command: 'SELECT', rowCount: 1, rows: [{ number: 1, word: 'one' }] },
      { command: 'SELECT', rowCount: 1, rows: [{ number: 2, word: null }] },
      { command: 'SELECT', rowCount: 1, rows: [{ number: 3, word: 'three' }] },
    ]);
  });

  test('with a value that can not be sent is refused before anything is', () => {
    const { session, written } = openConnection();
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const statement = new Statement('select $1::jsonb', [circle]);
    expect(statement.submit(session)).toBeInstanceOf(Error);
    expect([written, session.submittedNamedStatements]).toEqual([[], {}]);
  });

  test('of whose answer a row can not be read fails once all of it is there', async () => {
    const statement = new Statement('select json');
    statement.submit(openConnection().session);
    statement.handleRowDescription({ fields: [json] } as never);
    statement.handleDataRow({ fields: ['{'] } as never);
    expect(await failureOf(answer(statement, ['{}']))).toContain('JSON');
  });
});

onBothDatabases('a statement without rows', (_kind) => {});
