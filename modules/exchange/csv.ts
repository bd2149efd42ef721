// Records out of a spreadsheet: a row becomes a value of the exchange format, which passes the same
// rules as any other.
import type { Db } from '../../shared/database/db.ts';
import { type Cell, readList } from '../../shared/exchange/cell.ts';
import { csvRecords } from '../../shared/exchange/csv.ts';
import { fieldAt, put } from '../../shared/exchange/fields.ts';
import type { Column, Kind, Report } from '../../shared/exchange/kind.ts';
import { type Header, readHeader, type Table } from './csv-header.ts';
import { type FindId, readNames } from './names.ts';
import type { Source } from './read.ts';

/**
 * The rows of a CSV file, whose header says what they are. Names become ids by what the database
 * holds. `now` is in milliseconds.
 */
export function csvSource(
  database: Db,
  chunks: AsyncIterable<Uint8Array>,
  now: number,
  report: Report,
): Source {
  /** Cells that can't be read: what the rules say of the gap that they leave is no news. */
  const unread = new Set<string>();
  let columns: readonly Column[] = [];
  const names = new Map<Kind, FindId>();

  function recordOf({ table, cell }: Header, line: number, fields: readonly string[]): object {
    const record: Record<string, unknown> = { kind: table.name };
    for (const column of table.columns) {
      const text = cell(fields, column.name);
      if (text !== '') {
        const read = readCell(column, text, record, names);
        put(record, column.member, 'value' in read ? read.value : undefined);
        if ('value' in read) continue;
        unread.add(`${line} ${column.name}`);
        report(line, column.name, read.fault);
      } else if (column.otherwise) put(record, column.member, column.otherwise(now));
      else if (column.many) put(record, column.member, []);
      else if (column.needed) put(record, column.member, undefined);
    }
    return record;
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
        await learnNames(header.table, database, names);
      } else if (record.fields.slice(header.width).some((field) => field.trim() !== '')) {
        const width = `${record.fields.length} fields, but there are ${header.width} columns`;
        report(line, '', `The row has ${width}: is a field with a delimiter not in quotes?`);
      } else {
        yield { line, value: recordOf(header, line, record.fields) };
      }
    }
    if (!header) report(1, '', 'The file is empty: its first line must name the columns.');
  }

  return {
    values: values(),
    report(line, place, reason) {
      const column = columnAt(columns, place);
      if (!unread.has(`${line} ${column}`)) report(line, column, inColumns(columns, reason));
    },
  };
}

async function learnNames(table: Table, database: Db, names: Map<Kind, FindId>): Promise<void> {
  for (const { to } of table.columns) {
    if (to && !names.has(to)) names.set(to, await readNames(to, database));
  }
}

/** What a cell means in its column; `record` is what the columns before it gave. */
function readCell(
  { to, among, many, read = asItIs }: Column,
  text: string,
  record: Readonly<Record<string, unknown>>,
  names: ReadonlyMap<Kind, FindId>,
): Cell<unknown> {
  const find = to && names.get(to);
  const first = among === undefined ? [] : Object.values(record[among] ?? []);
  const reader = find ? (part: string) => find(part, first) : read;
  return many ? readList(text, reader) : reader(text);
}

function asItIs(text: string): Cell<string> {
  return { value: text };
}

/** The column in which the place in a record stands. */
function columnAt(columns: readonly Column[], place: string): string {
  return fieldAt(columns, place)?.name ?? columnsOf(columns, place.split('/')[0] ?? '');
}

/** The columns of a member, in words: `player_1 and player_2`. */
function columnsOf(columns: readonly Column[], member: string): string {
  const found = columns.filter((column) => column.member.split('/')[0] === member);
  return found.map(({ name }) => name).join(' and ') || member;
}

/** What the rules say of a record, in the words of the table. */
function inColumns(columns: readonly Column[], reason: string): string {
  if (/^"\w+" is missing\.$/.test(reason)) return 'It is missing.';
  return reason.replaceAll(/\b\w+_ids?\b/g, (member) => columnsOf(columns, member));
}
