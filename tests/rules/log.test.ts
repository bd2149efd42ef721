// The log of a server at a terminal.
import { expect, spyOn, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { createLog, readable } from '../../shared/log.ts';

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
  const obeyed = '\u001b[2J\u009b1m\r';
  const shown = entry(50, { by: obeyed, msg: obeyed, err: { stack: obeyed } });
  expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('an entry is the line that pino alone makes of it', () => {
  const lines: string[] = [];
  const to = { write: (line: string) => void lines.push(line) };
  const error = Object.assign(new Error('no "room"'), {
    code: '53100',
    detail: 'Key (name)=(Anna)',
  });
  const logs = [createLog('info', false, to), pino({ base: null, timestamp: false }, to)];
  for (const log of logs) {
    log.debug('not told');
    log.info('ready');
    log.info({ n: 0.5, no: undefined, none: null, list: [1, 'a'], text: 'a"b\\\n\u0001ż' }, 'all');
    log.warn({ is: true });
    log.warn({ time: 'mine', level: 'high' }, 'odd');
    log.info({});
    log.error({ err: error, request: 'one' }, 'failed');
    log.error(error);
  }
  const { time: _, ...first } = JSON.parse(lines[0] ?? '');
  const timeless = lines.map((line) => line.replace(/,"time":"[\dT:.-]+Z"/, ''));
  expect(timeless[0]).toBe(`${JSON.stringify(first)}\n`);
  expect(timeless.slice(0, 5)).toEqual(timeless.slice(7, 12));
  expect(Object.keys(JSON.parse(lines[0] ?? ''))).toEqual(['level', 'time', 'msg']);
  for (const [own, theirs] of [5, 6].map((n) => [timeless[n], timeless[n + 7]] as const)) {
    const told = JSON.parse(own ?? '');
    expect(JSON.parse(theirs ?? '')).toEqual({
      ...told,
      err: { ...told.err, detail: error.detail },
    });
    expect(told.err).toEqual({
      type: 'Error',
      message: error.message,
      stack: error.stack,
      code: '53100',
    });
  }
});

test('lines that were lost are counted until there is room to tell of them', async () => {
  const written: { readonly text: string; readonly taken: () => void }[] = [];
  const output = spyOn(process.stdout, 'write').mockImplementation(((
    text: string,
    taken: () => void,
  ) => written.push({ text, taken })) as never);
  const errors = spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const log = createLog('info', false);
    log.info('short');
    await delay(50);
    log.info('x'.repeat(9_000_000));
    for (let n = 0; n < 5; n += 1) log.info('lost');
    await delay(50);
    for (let n = 0; n < 3; n += 1) written[n]?.taken();
    await delay(50);
    const [, , told] = written;
    expect(JSON.parse(told?.text.trim() ?? '')).toMatchObject({ lines: 5 });
    expect(errors).toHaveBeenCalledTimes(1);
  } finally {
    output.mockRestore();
    errors.mockRestore();
  }
});
