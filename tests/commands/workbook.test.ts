// Players and matches from workbooks, and from CSV as it is saved.
import { beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CellValue, openXlsx, saveXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { ids, testCity } from '../support/city.ts';
import { baseFolder, removeAtTheEnd } from '../support/folder.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { exportFrom, recordsIn } from './exchange.ts';
import { commandsOn } from './terminal.ts';

const folder = mkdtempSync(join(baseFolder(), 'tennis-workbook-'));
removeAtTheEnd(folder);

const header = [
  'competition',
  'venue',
  'court_number',
  'played_at',
  'player_1',
  'player_2',
  'score',
];
const players = ['Anna K.', 'Bartek Ł.'];
const place = ['League', 'Agrykola'];
const dated = [{}, {}, {}, { numFmt: 'yyyy-mm-dd hh:mm' }, {}, {}, { numFmt: 'd mmm' }];

onBothDatabases('an import of a workbook', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [...testCity()] });
  });

  const give = (file: Uint8Array | string, ...options: string[]) =>
    commandsOn(service.workbench)(['import', '-', ...options], file);
  const sheets = (...all: WriteSheet[]) => writeXlsx({ sheets: all });
  const sheet = (rows: CellValue[][], name = 'Results'): WriteSheet => ({
    ...{ name, columns: dated },
    rows: [header, ...rows],
  });
  const row = (day: number, score: CellValue = '6-4 7-6(5)'): CellValue[] => [
    ...[...place, 2, new Date(Date.UTC(2026, 4, day, 18)), ...players, score],
  ];

  test('takes its first sheet, known by how it begins, with the dates and numbers of its cells', async () => {
    const file = await sheets(sheet([row(1)]), { name: 'Notes', rows: [['of the league']] });
    expect(await give(file)).toMatchObject({ status: 0, out: expect.any(String), err: '' });
    const matches = recordsIn(await exportFrom(service.workbench)).filter(
      (record) => record.kind === 'match',
    );
    expect(matches).toMatchObject([
      {
        ...{ court_number: 2, played_at: '2026-05-01T18:00:00+02:00' },
        score: { sets: [{ games: [6, 4] }, { games: [7, 6], tiebreak: [7, 5] }] },
      },
    ]);
  });

  test('takes another sheet by its name, also from its rows and columns further in', async () => {
    const rows = [
      [],
      ...[header, row(2)].map(([first = null, ...others]) => [first, null, ...others]),
    ];
    const file = await sheets({ name: 'Notes', rows: [['x']] }, { name: 'May', columns: [], rows });
    const written = rows.map((cells) =>
      cells.map((cell) => (cell instanceof Date ? '2026-05-02 18:00' : cell)),
    );
    const text = await sheets({ name: 'Notes', rows: [['x']] }, { name: 'May', rows: written });
    for (const bytes of [file, text]) {
      expect((await give(bytes, '--sheet', 'May', '--dry-run')).out).toBe(
        'Would import 1 match. Nothing was changed.\n',
      );
    }
    expect((await give(file, '--sheet', 'June')).lines).toEqual([
      'The workbook has no sheet "June", but "Notes", "May".',
    ]);
    expect((await give('a,b\n', '--format', 'csv', '--sheet', 'May')).status).toBe(2);
  });

  test('names the cell with what is wrong: a score that became a date, an error, a gap', async () => {
    const rows = [
      row(3, new Date(Date.UTC(2026, 5, 4))),
      row(4, '#N/A'),
      row(5, '6-4'),
      [...place, 2, '#REF!', ...players, '6-4 6-4'],
      [...row(6), 'left over'],
    ];
    const { status, lines, out } = await give(await sheets(sheet(rows)), '--dry-run', '--json');
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(/^line 2, G2: score: .* date or time of it \(2026-06-04\).* Text/),
        'line 3, G3: score: Its formula fails, with #N/A.',
        expect.stringMatching(/^line 4, G4: score: Set 2 is missing/),
        'line 5, D5: played_at: Its formula fails, with #REF!.',
        'line 6, H6: There is no heading above it.',
        'Found 5 faults; nothing was changed.',
      ],
    });
    expect(JSON.parse(out).faults[1]).toEqual({
      ...{ line: 3, column: 'score', cell: 'G3' },
      reason: 'Its formula fails, with #N/A.',
    });
  });

  test('is refused as CSV where that is asked for, and CSV as a workbook', async () => {
    const file = await sheets(sheet([row(7)]));
    expect((await give(file, '--format', 'csv')).err).toStartWith('The file is an Excel workbook');
    expect((await give(header.join(), '--format', 'xlsx')).err).toStartWith(
      'The file is no workbook',
    );
  });
});

onBothDatabases('an import of CSV says', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [...testCity()] });
  });
  const check = async (bytes: Uint8Array) => {
    const asked = ['import', '-', '--format', 'csv', '--dry-run'];
    const { lines, out } = await commandsOn(service.workbench)(asked, bytes);
    return [...lines, ...out.split('\n').slice(0, -1)];
  };
  const would = 'Would import 1 player. Nothing was changed.';
  const file = (name: string) => `display_name;self_assessed_ntrp\n${name};4\n`;

  test('in which character set it is', async () => {
    expect(await check(Buffer.from(file('\xa3ukasz \x8cwi\xeacki'), 'latin1'))).toEqual([
      ...['The file is in Windows-1250.', would],
    ]);
    expect(await check(Buffer.from(`\ufeff${file('Łukasz')}`, 'utf16le'))).toEqual([
      ...['The file is in UTF-16.', would],
    ]);
    expect(await check(Buffer.from(file('Łukasz')))).toEqual([would]);
  });

  test('once that its letters came out wrong, and where one was lost', async () => {
    expect(await check(Buffer.from(file('Åukasz ÅšwiÄ™cki;4\nMałgorzata;x')))).toEqual([
      expect.stringMatching(/^line 2: Letters came out wrong as .* "Åukasz ÅšwiÄ™cki"\. Export/),
      'Found 1 fault; nothing was changed.',
    ]);
    expect(await check(Buffer.from(file('?ukasz Dro?d?')))).toEqual([
      'line 2: display_name: A letter was lost as the file was saved; ? stands in its place.',
      'Found 1 fault; nothing was changed.',
    ]);
  });

  test('nothing of letters that are written as entities', async () => {
    expect(await check(Buffer.from(file('Ana Mu&ntilde;oz')))).toEqual([would]);
    expect(await check(Buffer.from(file('"Ana Mu&ntilde;oz"')))).toEqual([would]);
  });
});

onBothDatabases('an example', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [...testCity()] });
  });
  const tennis = (...args: string[]) => {
    const run = commandsOn(service.workbench, {
      async size(path) {
        return readFileSync(path).length;
      },
      async write(path, parts) {
        writeFileSync(
          path,
          Buffer.concat(await Array.fromAsync(parts, (part) => Buffer.from(part))),
        );
      },
      async *read(path) {
        yield readFileSync(path);
      },
    });
    return run(['import', ...args]);
  };

  test('is a sheet that is imported once it is filled in, and a sheet with what the columns mean', async () => {
    const path = join(folder, `${kind}.xlsx`);
    expect((await tennis('--example', path)).out).toBe(`Wrote ${path}, to fill in and import.\n`);
    const workbook = await openXlsx(readFileSync(path));
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['matches', 'columns', 'players']);
    const [matches, columns] = workbook.sheets;
    expect(columns?.rows).toContainEqual(['matches', 'competition', 'needed', 'its name or id']);
    const headings = matches?.rows[0] ?? [];
    const cells: Record<string, CellValue> = {
      ...{ competition: 'League', venue: 'Agrykola', score: '6-4 6-4' },
      ...{
        played_at: new Date(Date.UTC(2026, 6, 1, 18)),
        player_1: 'Anna K.',
        player_2: 'Bartek Ł.',
      },
    };
    const filled = headings.map((heading) => cells[String(heading)] ?? null);
    matches?.rows.splice(1, 1, filled);
    writeFileSync(path, await saveXlsx(workbook));
    expect((await tennis(path)).out).toBe('Imported 1 match.\n');
    const [match] = recordsIn(await exportFrom(service.workbench)).filter(
      (record) => record.kind === 'match',
    );
    expect(match).toMatchObject({
      competition_id: ids.league,
      played_at: '2026-07-01T18:00:00+02:00',
    });
    expect((await tennis('--example', path)).err).toContain('is there already');
  });

  test('is CSV by its name, and nothing else', async () => {
    const path = join(folder, `${kind}.csv`);
    await tennis('--example', path);
    expect(readFileSync(path, 'utf8')).toStartWith('\ufeffcompetition;venue;');
    expect((await tennis(path, '--dry-run')).out).toBe(
      'Would import nothing. Nothing was changed.\n',
    );
    expect((await tennis('--example', join(folder, 'x.ods'))).status).toBe(2);
  });
});
