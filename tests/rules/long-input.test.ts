import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { importRecords } from '../../modules/exchange/index.ts';
import { readResult } from '../../modules/matches/written-score.ts';
import { linesOf } from '../../shared/exchange/ndjson.ts';
import { distinct } from '../../shared/schema.ts';
import { failureOf } from '../support/failure.ts';

const chunk = new Uint8Array(64 * 1_024).fill(97);

test('a line of 64 MB is read in seconds, and what follows it stands apart', async () => {
  async function* chunks() {
    for (let n = 0; n < 1_024; n += 1) yield chunk;
    yield Buffer.from('b\r\nnext');
    yield Buffer.from(' one\n');
  }
  const begun = performance.now();
  const [first, second, ...more] = await Array.fromAsync(linesOf(chunks()));
  expect(first?.text?.length).toBe(64 * 1_024 * 1_024 + 1);
  expect(second).toEqual({ number: 2, text: 'next one' });
  expect(more).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(15_000);
});

test('a line of more than 100 MB ends the reading', async () => {
  let given = 0;
  async function* chunks() {
    yield Buffer.from('first\n');
    for (; given < 4_096; given += 1) yield chunk;
  }
  const lines = linesOf(chunks());
  expect((await lines.next()).value).toEqual({ number: 1, text: 'first' });
  expect(await failureOf(lines.next())).toContain('line 2: is longer than 100 MB');
  expect(given).toBe(1_600);
});

test.each([
  ['an Excel workbook', 'PK\x03\x04\x14\0\n\xff'],
  ['an old Excel workbook', '\xd0\xcf\x11\xe0\xa1\xb1\n'],
  ['compressed', '\x1f\x8b\x08\0'],
])('of a file that is %s no line is read', async (is, bytes) => {
  async function* chunks() {
    for (const byte of Buffer.from(bytes, 'latin1')) yield Buffer.of(byte);
  }
  expect(await failureOf(linesOf(chunks()).next())).toStartWith(`The file is ${is}`);
});

test('a byte order mark is left out where the file begins, and stays where another line does', async () => {
  async function* chunks() {
    yield Buffer.from('\ufefffirst\n\ufeffsecond\n');
  }
  const texts = (await Array.fromAsync(linesOf(chunks()))).map(({ text }) => text);
  expect(texts).toEqual(['first', '\ufeffsecond']);
});

test('a file of more than 100 MB is read, where no line is as long', async () => {
  async function* chunks() {
    const ended = Buffer.concat([Buffer.from('\n'), chunk]);
    for (let n = 0; n < 2_000; n += 1) yield ended;
  }
  let read = 0;
  for await (const { number } of linesOf(chunks())) read = number;
  expect(read).toBe(2_001);
});

test('each cell that can’t be read is one fault, however many there are', async () => {
  const rows = Array.from({ length: 10_600 }, (_, n) => `Anna ${n},x\n`);
  async function* chunks() {
    yield Buffer.from(`display_name,self_assessed_ntrp\n${rows.join('')}`);
  }
  const by = { actor: { user: 'tests' }, now: 0 };
  const result = await importRecords(undefined, chunks(), by, { file: 'tests', format: 'csv' });
  expect(result).toEqual({ ok: false, faults: rows.length });
});

test.each([' ', '6', '6-', '(', '[6-', 'krecz', 'w.', '\u2074'])(
  'a score of more than 200 characters is refused unread, such as many %p',
  (piece) => {
    const { fault } = v.parse(v.object({ fault: v.string() }), readResult(piece.repeat(100_000)));
    expect(fault).toStartWith('A score has at most 200 characters');
  },
);

test('a list of 40,000 is searched in seconds for what stands twice', () => {
  const list = Array.from({ length: 40_000 }, (_, n) => `ven_${String(n).padStart(10, '0')}`);
  const begun = performance.now();
  const { issues } = v.safeParse(distinct(v.string()), [...list, 'ven_0000000007']);
  expect(issues?.map(({ path }) => path?.[0].key)).toEqual([40_000]);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
