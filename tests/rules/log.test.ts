// The log of a server: a JSON line an entry, or words at a terminal.
import { expect, test } from 'bun:test';
import { createLog } from '../../shared/log.ts';

test('an entry is one line of JSON, and of an error has nothing that may be data of people', () => {
  const lines: string[] = [];
  const log = createLog('info', false, (line) => void lines.push(line));
  log.debug('not told');
  log.info({ n: 0.5, text: 'a"b\\\n\u0001ż' }, 'all');
  const error = Object.assign(new Error('no room'), { code: '53100', detail: 'Key (name)=(Anna)' });
  log.error({ err: error }, 'failed');
  expect(lines.every((line) => /^[^\n]*\n$/.test(line))).toBe(true);
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(Object.keys(first)).toEqual(['level', 'time', 'n', 'text', 'msg']);
  expect(first).toMatchObject({ level: 30, n: 0.5, text: 'a"b\\\n\u0001ż', msg: 'all' });
  const { message, stack } = error;
  expect(second.err).toEqual({ type: 'Error', message, stack, code: '53100' });
});

test('at a terminal, an entry begins with the time in Warsaw, and nothing else does', () => {
  let shown = '';
  const log = createLog('info', true, (line) => (shown = line));
  log.info({ address: 'http://localhost:3000', label: 'two words' }, 'listening');
  expect(shown).toMatch(
    /^\d\d:\d\d:\d\d listening address=http:\/\/localhost:3000 label="two words"\n$/,
  );
  log.error({ err: new Error('no') }, 'failed');
  expect(shown).toMatch(/^\S+ ERROR failed\n {2}Error: no\n/);
  log.info({ label: 'a\n00:00:00 forged' }, 'x\n00:00:00 forged');
  expect(shown).not.toMatch(/\n\d/);
  const obeyed = '\u001b[2J\u009b1m\r';
  log.info({ by: obeyed }, obeyed);
  expect(shown.trimEnd()).not.toMatch(/\p{Cc}/u);
});
