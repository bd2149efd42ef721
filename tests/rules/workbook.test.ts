// Sheets as LibreOffice and Excel write them, as rows of text. `workbooks/` holds the files: calc.xlsx by LibreOffice;
// the others were written part by part, with what Excel and other programs are known to write.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workbookRows } from '../../shared/exchange/workbook.ts';
import { failureOf } from '../support/failure.ts';

const fileNamed = (name: string) => readFileSync(join(import.meta.dirname, 'workbooks', name));

/** The rows of a file, each as its number, its fields with bars between them, and what is marked. */
async function read(bytes: Buffer, sheet?: string) {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
  }
  const rows = await Array.fromAsync(workbookRows(chunks(), sheet));
  return rows.map((row): unknown[] =>
    'fields' in row ? [row.line, row.fields.join('|'), ...(row.marks ?? [])] : ['a fault'],
  );
}

describe('a sheet', () => {
  test('by LibreOffice: a title, empty rows and columns, dates, formulas, parts in bold', async () => {
    const dates = [2, 3, 6].map((index) => [index, 'date']);
    expect(await read(fileNamed('calc.xlsx'))).toEqual([
      [1, 'Liga jesienna'],
      [3, 'Lp.||Data|Godzina|Zawodnik|Poziom|Wynik|Uwagi'],
      [4, '1||2026-05-01|18:00|Łukasz Świątek|3.5|2026-06-04|#DIV/0!', ...dates, [7, 'error']],
      [8, '2||2026-05-02 18:30||Ana Muñoz|4|6-4 6-3|true', [2, 'date']],
    ]);
  });

  test.each([1900, 1904])('by Excel, its days counted from %d', async (year) => {
    const dates = [0, 1, 2, 3].map((index) => [index, 'date']);
    expect(await read(fileNamed(`excel-${year}.xlsx`))).toEqual([
      [2, '2026-05-01|18:00|2026-05-01 18:30|2026-06-04||Łukasz Świątek', ...dates],
      [5, `3.3|2|6-4 6-3|false|#N/A|R&D|a\nb${'|'.repeat(21)}inline`, [4, 'error']],
      [6, 'no reference|-0.5'],
    ]);
  });

  test('is the one of the name, also if it is hidden', async () => {
    expect(await read(fileNamed('calc.xlsx'), 'Inne')).toEqual([[1, 'other']]);
    expect(await read(fileNamed('excel-1900.xlsx'), 'Secret')).toEqual([[1, 'Hidden']]);
  });
});

describe('a workbook is refused', () => {
  /** The file, of whose archive's directory one size is changed. */
  function lying(name: string, size: number): Buffer {
    const bytes = Buffer.from(fileNamed(name));
    const entry = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    bytes.writeUInt32LE(size, entry + 24);
    return bytes;
  }
  const large = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(20 * 1_024 ** 2)]);

  test.each<[what: string, bytes: Buffer, reason: RegExp]>([
    ['over 20 MB', large, /^The workbook is over 20 MB: save its sheet as "CSV UTF-8"/],
    ['that is packed', fileNamed('packed.xlsx'), /grows more than 100 times/],
    ['with a part of over 200 MB', lying('calc.xlsx', 201 * 1_024 ** 2), /a part of over 200 MB/],
    ['that says no size', lying('packed.xlsx', 0), /a part of over 200 MB/],
    ['that says a smaller size', lying('packed.xlsx', 1_000), /exceeds limit of 1000 bytes/],
    ['with few cells far apart', fileNamed('wide.xlsx'), /more than 20,000,000 cells/],
    ['of LibreOffice’s own format', fileNamed('calc.ods'), /of another format: save it as \.xlsx/],
    ['of an old format', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), /old Excel workbook, or one/],
    ['that is another archive', fileNamed('archive.zip'), /an archive, and no workbook/],
    ['that is text', Buffer.from('a;b\n1;2\n'), /no workbook; --format csv/],
    ['that is cut off', fileNamed('calc.xlsx').subarray(0, 5_000), /The workbook is damaged/],
  ])('%s', async (_, bytes, reason) => {
    expect(await failureOf(read(bytes))).toMatch(reason);
  });

  test('without the sheet, with the names of those that it has', async () => {
    expect(await failureOf(read(fileNamed('calc.xlsx'), 'Wynik'))).toBe(
      'The workbook has no sheet "Wynik", but "Wyniki", "Inne".',
    );
  });
});
