// Records from a spreadsheet: a row becomes a value of the exchange format, which must pass the same
// rules as any other.
import type { Db } from '../../shared/database/db.ts';
import { type Cell, type Reader, readList } from '../../shared/exchange/cell.ts';
import { type Field, fieldAt, put } from '../../shared/exchange/field.ts';
import type { CheckContext } from '../../shared/exchange/kind.ts';
import { cellName, garbled, type Marks, type TableRow } from '../../shared/exchange/table.ts';
import { shortened } from '../../shared/text.ts';
import { type Header, readHeader, type TabularKind } from './csv-header.ts';
import { type FindId, readNames } from './names.ts';
import type { Source } from './read.ts';

/** More unreadable cells than the rows that are checked at once can have. */
const mostUnread = 10_000;

/** Rows, the header first; whether their cells have names, such as F7. */
type Table = { readonly rows: AsyncIterable<TableRow>; readonly isSheet: boolean };

export type Told = Pick<CheckContext, 'report' | 'remark'> & {
  /** Called with the line of each row that has no result yet. */
  open(line: number): void;
};

/**
 * The rows of a table, whose header says what they are. Names become ids by what the database holds, if one is given.
 * `now` is in milliseconds.
 */
export function tableSource(
  database: Db | undefined,
  { rows, isSheet }: Table,
  now: number,
  { report, remark, open }: Told,
): Source {
  /** Cells that can't be read: what the rules say of the gap that they leave isn't reported as well. */
  const unread = new Set<string>();
  let columns: readonly Field[] = [];
  let header: Header | undefined;
  /** How names become ids, for each column that holds names. */
  let finders: ReadonlyMap<Field, FindId> = new Map();

  const cellAt = (line: number, column: string) => {
    const index = header?.indexOf(column) ?? -1;
    return isSheet && index >= 0 ? cellName(index, line) : undefined;
  };

  function readRow(
    { table, cell, indexOf }: Header,
    line: number,
    fields: readonly string[],
    marks: Marks | undefined,
  ) {
    const record: Record<string, unknown> = { kind: table.name };
    const made: string[] = [];
    for (const column of table.columns) {
      const { name, member, many, needed, otherwise, fresh, dated } = column;
      const text = cell(fields, name);
      if (text !== '') {
        const mark = marks?.get(indexOf(name));
        const isWrong = mark === 'error' || (mark === 'date' && !dated);
        const read = isWrong
          ? { fault: wrongCell[mark](text) }
          : readCell(column, text, record, finders.get(column));
        put(record, member, 'value' in read ? read.value : undefined);
        if ('value' in read) {
          if (read.remark) remark?.(line, name, read.remark);
          continue;
        }
        unread.add(`${line} ${name}`);
        const [oldest = ''] = unread;
        if (unread.size > mostUnread) unread.delete(oldest);
        report(line, name, read.fault, { cell: cellAt(line, name) });
      } else if (fresh || many) {
        put(record, member, fresh?.(now) ?? []);
        made.push(member);
      } else if (otherwise || needed) put(record, member, otherwise);
    }
    return { line, value: record, made };
  }

  /** What stands in a row beyond the last heading. */
  function reportBeyond(line: number, fields: readonly string[], width: number): void {
    if (isSheet) {
      const index = fields.findLastIndex((field) => field.trim() !== '');
      report(line, '', 'There is no heading above it.', { cell: cellName(index, line) });
    } else {
      const counted = `${fields.length} fields, but there are ${width} columns`;
      report(line, '', `The row has ${counted}: is a field with a delimiter not in quotes?`);
    }
  }

  async function* values() {
    for await (const row of rows) {
      const { line } = row;
      if ('fault' in row) {
        report(line, '', row.fault);
        if (!header) return;
        continue;
      }
      const { fields } = row;
      const spoilt = fields.find((field) => garbled.test(field));
      if (spoilt !== undefined) {
        report(
          line,
          '',
          `Letters came out wrong as the file was saved, as in "${shortened(spoilt)}". ${saveAgain}`,
        );
        return;
      }
      if (!header) {
        header = readHeader(line, fields, report);
        if (!header) return;
        columns = header.table.columns;
        finders = await findersOf(header.table, database);
      } else if (fields.slice(header.width).some((field) => field.trim() !== '')) {
        reportBeyond(line, fields, header.width);
      } else if (isOpen(header, fields)) open(line);
      else yield readRow(header, line, fields, row.marks);
    }
    if (header) return;
    const is = isSheet ? 'sheet is empty: its first row' : 'file is empty: its first line';
    report(1, '', `The ${is} must name the columns.`);
  }

  return {
    values: values(),
    inWords: (to) => (line, place, reason, facts) => {
      const column = fieldAt(columns, place)?.name ?? columnsOf(columns, memberOf(place));
      if (unread.has(`${line} ${column}`)) return;
      to(line, column, inColumns(columns, reason), { ...facts, cell: cellAt(line, column) });
    },
  };
}

const saveAgain =
  'Export it again where the letters are right, and choose UTF-8 as its character set.';

/** What is said of a cell that holds something else than it shows. */
const wrongCell = {
  date: (text: string) =>
    `A spreadsheet has made a date or time of it (${text}), as it does of 6-4 or 3.5: make the format of its column Text, and write it again.`,
  error: (text: string) => `Its formula fails, with ${text}.`,
} as const;
/** Whether the row says what is planned, and not what came of it. */
function isOpen({ table: { openWithout }, cell }: Header, fields: readonly string[]): boolean {
  return openWithout?.every((column) => cell(fields, column) === '') ?? false;
}

/** Reads the names of what the columns refer to, once for each kind. */
async function findersOf({ columns, references = {} }: TabularKind, database: Db | undefined) {
  const finders = new Map<Field, FindId>();
  const referring = Map.groupBy(
    columns,
    ({ member, among }) => references[among ?? memberOf(member)],
  );
  for (const [kind, some] of referring) {
    if (!kind) continue;
    const find = await readNames(kind, database);
    for (const column of some) finders.set(column, find);
  }
  return finders;
}

/** What a cell means in its column; `record` is what the columns before it gave. */
function readCell(
  { among, many, read = (part) => ({ value: part }) }: Field,
  text: string,
  record: Readonly<Record<string, unknown>>,
  find: FindId | undefined,
): Cell<unknown> {
  if (text.includes('\ufffd')) {
    return { fault: 'A letter was lost as the file was saved; \ufffd stands in its place.' };
  }
  if (/\p{L}\?\p{L}/u.test(text)) {
    return { fault: 'A letter was lost as the file was saved; ? stands in its place.' };
  }
  const first: readonly unknown[] = among ? Object.values(record[among] ?? []) : [];
  const reader: Reader = find ? (part) => find(part, first) : read;
  return many ? readList(text, reader) : reader(text);
}

/** The columns of a member, in words: `player_1 and player_2`. */
function columnsOf(columns: readonly Field[], name: string): string {
  const found = columns.filter(({ member }) => memberOf(member) === name);
  return found.map((column) => column.name).join(' and ') || name;
}

/** What the rules say of a record, in the words of the table. */
function inColumns(columns: readonly Field[], reason: string): string {
  if (/^"\w+" is missing\.$/.test(reason)) return 'It is missing.';
  return reason
    .replace(/(?<=can't be )plr_\w+/, 'this player') // whose id may not stand in the table
    .replaceAll(/\b\w+_ids?\b/g, (member) => columnsOf(columns, member));
}

/** The member that a path begins with. */
function memberOf(path: string): string {
  return path.replace(/\/.*/, '');
}
