// A sheet of an Excel workbook as rows of text, each cell as it would be written into CSV.
import type { CellValue } from 'hucre/xlsx';
import { Problem, refusal } from '../problem.ts';
import { shortened } from '../text.ts';
import { entriesOf } from './archive.ts';
import { refuseForeign } from './ndjson.ts';
import { type TableRow, withoutEntities } from './table.ts';

const megabyte = 1_024 ** 2;
/** What is read whole, with about three times as much memory. */
const mostMegabytes = 20;
/** Of a sheet, which is read row by row; any other part becomes a tree, of some fifty times its bytes. */
const mostInSheet = 200;
const mostInPart = 16;
/** How many times an archive may grow: people's own do by ten or twenty. */
const mostTimes = 100;
const mostRows = 200_000;
/** With the empty ones left of a row's last. */
const mostCells = 20_000_000;

/** Whether the file begins as a workbook does, or another archive. */
export const isArchive = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\x03\x04';

/**
 * The rows of a sheet, by its name, or of the first that isn't hidden; without those that are empty. Throws where there
 * is no such sheet, or where the workbook is too large, locked or not one.
 */
export async function* workbookRows(
  chunks: AsyncIterable<Uint8Array>,
  sheet: string | undefined,
): AsyncGenerator<TableRow> {
  const bytes = await bytesOf(chunks);
  refuseOthers(bytes);
  try {
    yield* (await rowsOf(bytes, sheet)).values();
  } catch (error) {
    if (error instanceof Problem || !(error instanceof Error)) throw error;
    throw refusal(`The workbook can't be read: ${shortened(error.message)}`);
  }
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > mostMegabytes * megabyte) throw tooLarge(`is over ${mostMegabytes} MB`);
  }
  return Buffer.concat(parts);
}

const tooLarge = (how: string) =>
  refusal(`The workbook ${how}: save its sheet as "CSV UTF-8", which may be of any size.`);

function refuseOthers(bytes: Buffer): void {
  if (!isArchive(bytes)) {
    refuseForeign(bytes);
    throw refusal('The file is no workbook; --format csv reads a table of text.');
  }
  const entries = entriesOf(bytes);
  const has = (name: string) => entries.some((entry) => entry.name === name);
  if (has('content.xml') || has('xl/workbook.bin')) {
    throw refusal('The file is a workbook of another format: save it as .xlsx.');
  }
  if (!has('[Content_Types].xml')) {
    throw refusal('The file is an archive, and no workbook: unpack it first.');
  }
  let total = 0;
  for (const { name, packed, unpacked } of entries) {
    const most = name.startsWith('xl/worksheets/') ? mostInSheet : mostInPart;
    // An entry that doesn't say its size would be unpacked without a limit.
    if (unpacked > most * megabyte || (unpacked === 0 && packed > 2)) {
      throw tooLarge(`has a part of over ${most} MB`);
    }
    total += unpacked;
  }
  if (total > megabyte && total > mostTimes * bytes.length) {
    throw tooLarge(`grows more than ${mostTimes} times when it is unpacked`);
  }
}

async function rowsOf(bytes: Buffer, named: string | undefined): Promise<TableRow[]> {
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx'); // most imports need none of it
  const sheets: { readonly name: string; readonly isHidden: boolean }[] = [];
  await readXlsx(bytes, {
    sheets({ name, hidden, veryHidden }) {
      sheets.push({ name, isHidden: hidden === true || veryHidden === true });
      return false;
    },
  });
  const sheet = named ?? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])?.name;
  if (sheet === undefined) throw refusal('The workbook has no sheet.');
  if (sheets.every(({ name }) => name !== sheet)) {
    const all = sheets.map(({ name }) => `"${shortened(name)}"`).join(', ');
    throw refusal(`The workbook has no sheet "${shortened(sheet)}", but ${all}.`);
  }
  // At once, since the library reads on without waiting: a sheet that is too large is left at its first row too many.
  const rows: TableRow[] = [];
  let cells = 0;
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    cells += values.length;
    if (cells > mostCells) throw tooLarge(`has more than ${mostCells.toLocaleString('en')} cells`);
    const row = await rowOf(index + 1, values);
    if (row) rows.push(row);
    if (rows.length > mostRows) {
      throw tooLarge(`has more than ${mostRows.toLocaleString('en')} rows`);
    }
  }
  return rows;
}

async function rowOf(line: number, values: readonly CellValue[]): Promise<TableRow | undefined> {
  const last = values.findLastIndex((value) => value !== null && value !== '');
  if (last < 0) return undefined;
  const fields: string[] = [];
  const marks = new Map<number, 'date' | 'error'>();
  for (const [index, value] of values.slice(0, last + 1).entries()) {
    if (value instanceof Date) marks.set(index, 'date');
    else if (typeof value === 'string' && errors.test(value)) marks.set(index, 'error');
    const text = typeof value === 'string' ? value : textOf(value);
    fields.push(text.includes('&') ? await withoutEntities(text) : text);
  }
  return { line, fields, ...(marks.size > 0 && { marks }) };
}

/** What Excel writes into a cell whose formula fails. */
const errors =
  /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!)$/;

function textOf(value: Exclude<CellValue, string>): string {
  if (value === null) return '';
  // As many digits as Excel shows: 3.3 may be stored as 3.3000000000000003.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  if (typeof value === 'boolean') return String(value);
  // A day and time of no zone; programs write a time as a fraction of the day with few digits.
  const [day = '', time = ''] = new Date(Math.round(value.getTime() / 1_000) * 1_000)
    .toISOString()
    .slice(0, 19)
    .split('T');
  const short = time.replace(/:00$/, '');
  if (firstDays.has(day)) return short;
  return short === '00:00' ? day : `${day} ${short}`;
}

/** Day 0 of the two ways to count them, on which a cell with a time alone is. */
const firstDays: ReadonlySet<string> = new Set(['1899-12-31', '1904-01-01']);
