// Records from a spreadsheet: a row becomes a value of the exchange format, which must pass the same
// rules as any other.
import type { Db } from '../../shared/database/db.ts';
import { type Cell, type Reader, readList } from '../../shared/exchange/cell.ts';
import { csvRecords } from '../../shared/exchange/csv.ts';
import { type Field, fieldAt, put } from '../../shared/exchange/field.ts';
import type { CheckContext } from '../../shared/exchange/kind.ts';
import { type Header, readHeader, type TabularKind } from './csv-header.ts';
import { type FindId, readNames } from './names.ts';
import type { Source } from './read.ts';

/** More unreadable cells than the rows that are checked at once can have. */
const mostUnread = 10_000;

type Told = Pick<CheckContext, 'report' | 'remark'> & {
  /** Called with the line of each row that has no result yet. */
  open(line: number): void;
};

/**
 * The rows of a CSV file, whose header says what they are. Names become ids by what the database
 * holds, if one is given. `now` is in milliseconds.
 */
export function csvSource(
  database: Db | undefined,
  chunks: AsyncIterable<Uint8Array>,
  now: number,
  { report, remark, open }: Told,
): Source {
  /** Cells that can't be read: what the rules say of the gap that they leave isn't reported as well. */
  const unread = new Set<string>();
  let columns: readonly Field[] = [];
  /** How names become ids, for each column that holds names. */
  let finders: ReadonlyMap<Field, FindId> = new Map();

  function readRow({ table, cell }: Header, line: number, fields: readonly string[]) {
    const record: Record<string, unknown> = { kind: table.name };
    const made: string[] = [];
    for (const column of table.columns) {
      const { name, member, many, needed, otherwise, fresh } = column;
      const text = cell(fields, name);
      if (text !== '') {
        const read = readCell(column, text, record, finders.get(column));
        put(record, member, 'value' in read ? read.value : undefined);
        if ('value' in read) {
          if (read.remark) remark?.(line, name, read.remark);
          continue;
        }
        unread.add(`${line} ${name}`);
        const [oldest = ''] = unread;
        if (unread.size > mostUnread) unread.delete(oldest);
        report(line, name, read.fault);
      } else if (fresh || many) {
        put(record, member, fresh?.(now) ?? []);
        made.push(member);
      } else if (otherwise || needed) put(record, member, otherwise);
    }
    return { line, value: record, made };
  }

  async function* values() {
    let header: Header | undefined;
    for await (const record of csvRecords(chunks)) {
      const { line } = record;
      if ('fault' in record) {
        report(line, '', record.fault);
        if (!header) return;
      } else if (!header) {
        header = readHeader(line, record.fields, report);
        if (!header) return;
        columns = header.table.columns;
        finders = await findersOf(header.table, database);
      } else if (record.fields.slice(header.width).some((field) => field.trim() !== '')) {
        const width = `${record.fields.length} fields, but there are ${header.width} columns`;
        report(line, '', `The row has ${width}: is a field with a delimiter not in quotes?`);
      } else if (isOpen(header, record.fields)) open(line);
      else yield readRow(header, line, record.fields);
    }
    if (!header) report(1, '', 'The file is empty: its first line must name the columns.');
  }

  return {
    values: values(),
    inWords: (to) => (line, place, reason, facts) => {
      const column = fieldAt(columns, place)?.name ?? columnsOf(columns, memberOf(place));
      if (!unread.has(`${line} ${column}`)) to(line, column, inColumns(columns, reason), facts);
    },
  };
}

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
