// The log of a server at a terminal.
import { expect, test } from 'bun:test';
import { readable } from '../../shared/log.ts';

test('a line of the log begins with the time in Warsaw, whatever the entry holds', () => {
  const entry = (level: number, more: object) =>
    readable(
      `{"level":${level},"time":"2026-06-01T12:34:56.789Z",${JSON.stringify(more).slice(1)}\n`,
    );
  expect(entry(30, { address: 'http://localhost:3000', n: 2, msg: 'listening' })).toBe(
    '14:34:56 listening address=http://localhost:3000 n=2',
  );
  expect(entry(40, { time: 'mine', level: 'high', label: 'two words', msg: 'odd' })).toBe(
    '14:34:56 WARN odd time=mine level=high label="two words"',
  );
  expect(entry(50, { err: { stack: 'Error: no\n    at x.ts:1' }, msg: 'failed' })).toBe(
    '14:34:56 ERROR failed\n  Error: no\n      at x.ts:1',
  );
  expect(entry(30, { label: 'a\n00:00:00 forged', msg: 'x' })).not.toMatch(/\n\d/);
});
