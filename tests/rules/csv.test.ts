// RFC 4180, and what spreadsheets make of it; how people write what stands in a cell.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readScore } from '../../modules/matches/index.ts';
import { readWindow } from '../../modules/players/index.ts';
import { readList, readNumber } from '../../shared/exchange/cell.ts';
import { csvRecords } from '../../shared/exchange/csv.ts';
import { readTime } from '../../shared/exchange/moment.ts';
import type { TableRow } from '../../shared/exchange/table.ts';

async function read(text: string | Uint8Array, chunkSize = 1_000_000): Promise<TableRow[]> {
  const bytes = Buffer.from(text as string);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  return Array.fromAsync(csvRecords(chunks()));
}

/** The fields of each line that can be read. */
async function fieldsIn(text: string): Promise<(readonly string[])[]> {
  return (await read(text)).map((record) => ('fields' in record ? record.fields : ['a fault']));
}

describe('a CSV file', () => {
  test.each<[rule: string, text: string, ...rows: string[]]>([
    ['has commas between its fields', 'a,b\n1,2\n', 'a|b', '1|2'],
    ['has semicolons between its fields', 'a;b\n1,5;2\n', 'a|b', '1,5|2'],
    ['has tabs between its fields', 'a\tb\n1,5\t2\n', 'a|b', '1,5|2'],
    ['names its delimiter in a line of its own', 'sep=;\na,b,c;d\n1;2\n', 'a,b,c|d', '1|2'],
    ['counts delimiters outside quotes alone', '"a;;;",b,c\n1,2,3\n', 'a;;;|b|c', '1|2|3'],
    ['may have one column', 'a\n1\n', 'a', '1'],
    ['may begin with a byte order mark', '\ufeffa,b\n', 'a|b'],
    ['may have it before the quote', '\ufeff"a",b\n', 'a|b'],
    ['may have it before the delimiter’s line', '\ufeffsep=,\r\na,b\r\n', 'a|b'],
    ['may have Windows line ends', 'a,b\r\n1,2\r\n', 'a|b', '1|2'],
    ['may lack the last line end', 'a,b\n1,2', 'a|b', '1|2'],
    ['may have empty lines', '\n\na,b\n\n1,2\n \n', 'a|b', '1|2'],
    ['may have lines of empty fields', 'a,b\n,\n , \n1,\n', 'a|b', '1|'],
    ['keeps spaces', 'a,b\n 1 ,2 \n', 'a|b', ' 1 |2 '],
    ['has quotes around delimiters', 'a,b\n"1,5",2\n', 'a|b', '1,5|2'],
    ['has doubled quotes for one', 'a\n"""x"" y"""\n', 'a', '"x" y"'],
    ['has quotes around nothing', 'a,b\n"",1\n', 'a|b', '|1'],
    ['has line breaks within quotes', 'a,b\n"1\n2",3\n', 'a|b', '1\n2|3'],
    ['has empty lines within quotes', 'a,b\r\n"1\r\n\r\n2",3\r\n', 'a|b', '1\n\n2|3'],
    ['is empty', ''],
  ])('%s', async (_, text, ...rows) => {
    expect((await fieldsIn(text)).map((fields) => fields.join('|'))).toEqual(rows);
  });

  test.each<[rule: string, text: string, line: number, reason: RegExp]>([
    ['a quote within a field', 'a,b\n1"2,3\n4,5\n', 2, /quote/],
    ['text after the closing quote', 'a,b\n"1"2,3\n4,5\n', 2, /closing quote/],
    ['a quote that is never closed', 'a,b\n"1,2\n3,4\n', 2, /not closed/],
    ['the first of two, not what is between', 'a,b\n"1,2\n3,4\n5,"6"\n', 2, /closing quote/],
    ['a carriage return alone', 'a,b\r1,2\n3,4\n', 1, /carriage return/],
  ])('reports %s, and goes on in the next line', async (_, text, line, reason) => {
    const records = await read(text);
    const faults = records.flatMap((record) => ('fault' in record ? [record] : []));
    expect(faults).toEqual([{ line, fault: expect.stringMatching(reason) }]);
    expect(records.length).toBe(text.trim().split('\n').length);
  });

  test.each<[text: string, reason: RegExp]>([
    ['a,b\nAnna B.;3,5\n', /semicolons between the fields, and commas in the header; .*quotes/],
    ['a,b\nAnna B.\t3,5\n', /tabs between the fields, and commas/],
    ['a;b\nAnna B.\t3;5\n', /tabs between the fields, and semicolons/],
    ['a,b,c\n1;2;3\n', /semicolons/],
    ['a,b,c\n"1;2;3";2,5;3\n', /closing quote/],
    ['sep=|\na|b\n1;2|3\n', /semicolons between the fields, and "\|" in/],
    ['\na\tb\n\n1;2\n', /semicolons between the fields, and tabs/],
  ])('reports a row that has another delimiter than the header: %j', async (text, reason) => {
    const [, row, ...more] = await read(text);
    expect([row, more]).toEqual([
      { line: text.trimEnd().split('\n').length, fault: expect.stringMatching(reason) },
      [],
    ]);
  });

  test.each<[text: string, delimiter: string]>([
    ['A title, with commas, and more\n;;\nx;y\n1,5;2\n', ';'],
    ['A title;;\n\nx,y\n1,2\n', ','],
    ['"x\n";y;z,\n1,1;2;3\n', ';'],
    ['1;2\n3;4\n', ';'],
  ])('has the delimiter of its headings, whatever stands above them: %j', async (text, mark) => {
    const isHeading = ([first, second]: readonly string[]) =>
      first?.trim() === 'x' && second === 'y';
    async function* chunks() {
      yield Buffer.from(text);
    }
    const records = await Array.fromAsync(csvRecords(chunks(), isHeading));
    const last = text.trim().split('\n').at(-1)?.split(mark) ?? [];
    expect(records.at(-1)).toMatchObject({ fields: last });
  });

  test.each<[text: string, row: string[]]>([
    ['a;b\nAnna B.;3,5\n', ['Anna B.', '3,5']],
    ['a,b\n"Anna; B.",3\n', ['Anna; B.', '3']],
    ['a,b\nAnna B.,"3;5"\n', ['Anna B.', '3;5']],
    ['a,b,c\nAnna; B.,3,x\n', ['Anna; B.', '3', 'x']],
    ['a,b\nAnna; B.,3;5\n', ['Anna; B.', '3;5']],
    ['a\n1;2\n', ['1;2']],
  ])('takes other delimiters in its texts: %j', async (text, row) => {
    expect((await fieldsIn(text))[1]).toEqual(row);
  });

  test('reports every line that is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\n'), Buffer.of(0xb3), Buffer.from(',1\n2,3\n')]);
    expect(await read(bytes)).toMatchObject([
      { line: 1 },
      { line: 2, fault: expect.stringContaining('UTF-8') },
      { line: 3 },
    ]);
    const [first] = await read(Buffer.from('sep=\xa7\na;b\n', 'latin1'));
    expect(first).toMatchObject({ line: 1, fault: expect.stringContaining('UTF-8') });
  });

  test.each([
    ['in quotes that go on', 'a;b\n\xb3;"1\n2"\n3;4\n', [2]],
    ['after the first line of a record', 'a;b\n"1\n\xb3";2\n3;4\n', [3]],
    ['on two lines of a record', 'a;b\n"\xb3\n\xb3";2\n3;4\n', [2, 3]],
    ['in quotes that are not closed', 'a;b\n\xb3;"1\n3;4\n', [2]],
  ])(
    'reports once what is not UTF-8 %s, and nothing that follows from it',
    async (_, text, lines) => {
      const records = await read(Buffer.from(text, 'latin1'));
      expect(records).toMatchObject([
        { line: 1 },
        ...lines.map((line) => ({ line, fault: expect.stringContaining('UTF-8') })),
        { fields: ['3', '4'] },
      ]);
    },
  );

  test('gives each record the line that an editor shows for its beginning', async () => {
    const text = '\ufeffsep=;\r\n\r\na;b\r\n"1\r\n2";3\r\n;\r\n4;5\r\n';
    expect((await read(text)).map(({ line }) => line)).toEqual([3, 4, 7]);
  });

  test('loses one line, not the file, to a quote that is not closed', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => (n === 7 ? `"x,${n}` : `${n},${n}`));
    const records = await read(['a,b', ...rows].join('\n'));
    expect(records.filter((record) => 'fault' in record)).toMatchObject([{ line: 9 }]);
    expect(records.length).toBe(50_001);
  });

  test('has at most 50 lines in a field: one that goes on was never closed', async () => {
    const file = (lines: number) => `a,b\n"${'x\n'.repeat(lines - 1)}",1\n`;
    expect((await read(file(50)))[1]).toMatchObject({ fields: [expect.any(String), '1'] });
    expect((await read(file(51)))[1]).toMatchObject({ fault: 'a field in quotes is not closed' });
  });

  test('is read back as it was written, whatever its cells hold and however its bytes arrive', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'Ł', '🎾', '"', ',', ';', '\n', ' ') });
    const delimiter = fc.constantFrom(',', ';', '\t');
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        rows,
        delimiter,
        fc.integer({ min: 1, max: 9 }),
        async (table, mark, size) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const header = ['x', 'y', 'z'];
          const lines = [header, ...table].map((row) => row.map(quoted).join(mark));
          const found = await read(lines.join('\r\n'), size);
          const filled = table.filter((row) => row.some((text) => text.trim() !== ''));
          expect(found.map((record) => 'fields' in record && record.fields)).toEqual([
            header,
            ...filled,
          ]);
        },
      ),
    );
  });
});

const set = (first: number, second: number, ...tiebreak: number[]) =>
  tiebreak.length > 0 ? { games: [first, second], tiebreak } : { games: [first, second] };

describe('a score in a cell', () => {
  test.each<[text: string, score: object]>([
    ['6-4 6-3', { sets: [set(6, 4), set(6, 3)] }],
    ['6-4, 6-3', { sets: [set(6, 4), set(6, 3)] }],
    ['6:4,6:3', { sets: [set(6, 4), set(6, 3)] }],
    ['6—4  6\u20113', { sets: [set(6, 4), set(6, 3)] }],
    ['6–4  6–3', { sets: [set(6, 4), set(6, 3)] }],
    ['6\u22124 6\u22127(5\u22127)', { sets: [set(6, 4), set(6, 7, 5, 7)] }],
    ['6\u22124 3\u22126 [10\u22128]', { sets: [set(6, 4), set(3, 6)], match_tiebreak: [10, 8] }],
    ['7-6(5) 6-7(0)', { sets: [set(7, 6, 7, 5), set(6, 7, 0, 7)] }],
    ['7-6 (8) 6-7 (6)', { sets: [set(7, 6, 10, 8), set(6, 7, 6, 8)] }],
    ['7-6(7-5) 6-7(5-7)', { sets: [set(7, 6, 7, 5), set(6, 7, 5, 7)] }],
    ['6-4 3-6 [10-8]', { sets: [set(6, 4), set(3, 6)], match_tiebreak: [10, 8] }],
    ['6:4 3:6 10:8', { sets: [set(6, 4), set(3, 6)], match_tiebreak: [10, 8] }],
    ['6-4, 3-6, 8-10', { sets: [set(6, 4), set(3, 6)], match_tiebreak: [8, 10] }],
    ['6-4 3-6 7-5', { sets: [set(6, 4), set(3, 6), set(7, 5)] }],
    ['6-4 3-6 16-4', { sets: [set(6, 4), set(3, 6), set(16, 4)] }],
    ['6-4 3-6 10-9', { sets: [set(6, 4), set(3, 6), set(10, 9)] }],
    ['6-1 6-1 10-7', { sets: [set(6, 1), set(6, 1), set(10, 7)] }],
    ['6-4 3-6 13-11', { sets: [set(6, 4), set(3, 6)], match_tiebreak: [13, 11] }],
    ['6-4 12-10', { sets: [set(6, 4), set(12, 10)] }],
    ['6-4', { sets: [set(6, 4)] }],
    [' 6-4, 6-3, ', { sets: [set(6, 4), set(6, 3)] }],
  ])('%s', (text, score) => {
    expect<object>(readScore(text)).toEqual({ value: score });
  });

  test.each([
    '',
    ' , ',
    '6',
    '6-4 x',
    '6-4 6-',
    '6-4(',
    '6-4 [10]',
    '04.cze',
    '6-6(5)',
    '6-4 3-6 10-8(8)',
    '-',
  ])('%s is none', (text) => {
    expect(readScore(text)).toHaveProperty('fault');
  });

  const expected = 'expected a score such as 6-4 7-6(5) or 6-4 3-6 [10-8]';
  test.each([
    [
      '6-4 6-3 Anna',
      `"Anna" is no set: ${expected}; the only words in it may say that somebody retired or did not play, such as ret or wo.`,
    ],
    ['6-4 2-1 ret.', 'Who retired, or did not play, is said by the status.'],
    [
      '6-4 6-6(5)',
      'There is no place for the points of the tiebreak at 6-6 (5), which nobody won.',
    ],
    ...['04.cze', '4-Jun', 'Jun-04', 'sie.04', '2026-06-04', '04.06.2026', '06:04:00'].map(
      (date) => [
        date,
        `"${date}" is no set: ${expected}; a spreadsheet has made a date of it: make its column one of text first.`,
      ],
    ),
  ])('%s: %s', (text, fault) => {
    expect(readScore(text)).toEqual({ fault });
  });
});

describe('a number in a cell', () => {
  test.each([
    ['3.5', 3.5],
    ['3,5', 3.5],
    ['3', 3],
    ['10', 10],
  ])('%s', (text, value) => {
    expect(readNumber(text)).toEqual({ value });
  });
  test.each(['', 'x', '3.', ',5', '-1', '1e3', '3.5.1', 'NaN', '0x10'])('%s is none', (text) => {
    expect(readNumber(text)).toHaveProperty('fault');
  });
});

describe('availability in a cell', () => {
  const monday = { day: 'monday', start: '18:00', end: '20:00' };
  const saturday = { day: 'saturday', start: '09:30', end: '14:00' };
  test.each([
    ['monday 18:00-20:00', [monday]],
    ['monday 18:00-20:00 | saturday 9:30-14:00', [monday, saturday]],
    ['Monday 18:00 – 20:00\nSATURDAY 09:30-14:00', [monday, saturday]],
    ['monday 18:00-20:00 |', [monday]],
    ['monday 18:00 - 20:00', [monday]],
    ['pon. 18.00-20.00 | soboty 9:30-14:00', [monday, saturday]],
    ['Poniedziałek 18:00-20:00 | Sob 9:30-14:00', [monday, saturday]],
  ])('%j', (text, value) => {
    expect(readList(text, readWindow)).toEqual({ value });
  });
  test.each(['monday', 'monday 18-20', '18:00-20:00', 'monday 18:00-20:00 saturday 9:30-14:00'])(
    '%s is none',
    (text) => {
      expect(readList(text, readWindow)).toHaveProperty('fault');
    },
  );
});

test.each([
  [5, 'no day'],
  [6, '…'],
])('of %i wrong parts of a list the first five are named, and last comes %s', (count, last) => {
  const texts = Array.from({ length: count }, (_, n) => `${n}`);
  const { fault } = readList(texts.join('|'), () => ({ fault: 'no day' })) as { fault: string };
  expect(fault.match(/no day/g)).toHaveLength(5);
  expect(fault).toEndWith(last);
});

describe('a time in a cell', () => {
  test.each([
    ['2026-05-01T18:00:00+02:00', '2026-05-01T18:00:00+02:00'],
    ['2026-05-01T16:00:00Z', '2026-05-01T16:00:00Z'],
    ['2026-05-01 18:00', '2026-05-01T18:00:00+02:00'],
    ['2026-12-01 18:00:30', '2026-12-01T18:00:30+01:00'],
    ['2026-05-01T9:05', '2026-05-01T09:05:00+02:00'],
    ['01.05.2026 18:00', '2026-05-01T18:00:00+02:00'],
    ['2026-05-01\u00a018:00', '2026-05-01T18:00:00+02:00'],
    ['01.05.2026\u202f18:00', '2026-05-01T18:00:00+02:00'],
    ['1.5.2026 9:05', '2026-05-01T09:05:00+02:00'],
    ['1.5.26 9:05', '2026-05-01T09:05:00+02:00'],
    ['01.05.2026, 18:00', '2026-05-01T18:00:00+02:00'],
    ['01.05.2026 18.00', '2026-05-01T18:00:00+02:00'],
    ['01.05.2026 r. godz. 18', '2026-05-01T18:00:00+02:00'],
    ['pt. 1 maja 2026, 18:00', '2026-05-01T18:00:00+02:00'],
    ['2026/05/01 6:00 pm', '2026-05-01T18:00:00+02:00'],
    ['2026/05/01 12:30 AM', '2026-05-01T00:30:00+02:00'],
    ['20260501 18:00', '2026-05-01T18:00:00+02:00'],
    ['2026-05-01T16:00Z', '2026-05-01T16:00:00Z'],
    ['2026-05-01T18:00+02', '2026-05-01T18:00:00+02:00'],
    ['2026-05-01T18:00+0530', '2026-05-01T18:00:00+05:30'],
    ['2026-03-29 01:59', '2026-03-29T01:59:00+01:00'],
    ['2026-03-29 03:00', '2026-03-29T03:00:00+02:00'],
    ['2026-10-25 01:59', '2026-10-25T01:59:00+02:00'],
    ['2026-10-25 03:00', '2026-10-25T03:00:00+01:00'],
  ])('%s', (text, value) => {
    expect(readTime(text)).toEqual({ value });
  });

  test.each([
    ['2026-03-29 02:00', /never show/],
    ['2026-03-29 02:59', /never show/],
    ['2026-10-25 02:00', /twice: write 2026-10-25T02:00:00\+02:00 or 2026-10-25T02:00:00\+01:00/],
    ['2026-10-25 02:59', /twice/],
    ['2026-02-30 18:00', /no day 2026-02-30/],
    ['2026-05-01', /time of day is missing/],
    ['05/01/2026 18:00', /either of two days/],
    ['05-01-26 18:00', /either of two days/],
    ['13.13.2026 18:00', /no day 2026-13-13/],
    ['2026-05-01 24:00', /^Expected/],
    ['2026-05-01 18:60', /^Expected/],
    ['2026-05-01 13:00 pm', /^Expected/],
    ['2026/05-01 18:00', /^Expected/],
    ['jutro 01.05.2026 18:00', /^Expected/],
    ['1 foo 2026 18:00', /^Expected/],
    ['46143.75', /serial number/],
    ['46143,75', /serial number/],
    ['1777651200', /seconds since 1970/],
  ])('%s is none', (text, reason) => {
    expect(readTime(text)).toEqual({ fault: expect.stringMatching(reason) });
  });
});
