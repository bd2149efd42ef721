// Records out of a spreadsheet: a row becomes a value of the exchange format, which passes the same
// rules as any other.
import type { Db } from '../../shared/database/db.ts';
import { type Cell, readList } from '../../shared/exchange/cell.ts';
import { csvRecords } from '../../shared/exchange/csv.ts';
import { type Field, fieldAt, put } from '../../shared/exchange/field.ts';
import type { Kind, Report } from '../../shared/exchange/kind.ts';
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
  let columns: readonly Field[] = [];
  /** How the names in a column are found, where it holds names. */
  const finders = new Map<string, FindId>();

  function recordOf({ table, cell }: Header, line: number, fields: readonly string[]): object {
    const record: Record<string, unknown> = { kind: table.name };
    for (const column of table.columns) {
      const { name, member, many, needed, otherwise } = column;
      const text = cell(fields, name);
      if (text !== '') {
        const read = readCell(column, text, record, finders.get(name));
        put(record, member, 'value' in read ? read.value : undefined);
        if ('value' in read) continue;
        unread.add(`${line} ${name}`);
        report(line, name, read.fault);
      } else if (otherwise || many || needed) put(record, member, otherwise?.(now) ?? (many && []));
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
        await learnNames(header.table, database, finders);
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

/** Reads the names of what the columns refer to. */
async function learnNames(
  { columns, references = {} }: Table,
  database: Db,
  finders: Map<string, FindId>,
) {
  const known = new Map<Kind, FindId>();
  for (const { name, member, among } of columns) {
    const kind = references[among ?? member.split('/')[0] ?? ''];
    if (!kind) continue;
    const find = known.get(kind) ?? (await readNames(kind, database));
    known.set(kind, find);
    finders.set(name, find);
  }
}

/** What a cell means in its column; `record` is what the columns before it gave. */
function readCell(
  { among, many, read = asItIs }: Field,
  text: string,
  record: Readonly<Record<string, unknown>>,
  find: FindId | undefined,
): Cell<unknown> {
  const first: readonly unknown[] = among ? Object.values(record[among] ?? []) : [];
  const reader = find ? (part: string) => find(part, first) : read;
  return many ? readList(text, reader) : reader(text);
}

function asItIs(text: string): Cell<string> {
  return { value: text };
}

/** The column in which the place in a record stands. */
function columnAt(columns: readonly Field[], place: string): string {
  return fieldAt(columns, place)?.name ?? columnsOf(columns, place.split('/')[0] ?? '');
}

/** The columns of a member, in words: `player_1 and player_2`. */
function columnsOf(columns: readonly Field[], member: string): string {
  const found = columns.filter((column) => column.member.split('/')[0] === member);
  return found.map(({ name }) => name).join(' and ') || member;
}

/** What the rules say of a record, in the words of the table. */
function inColumns(columns: readonly Field[], reason: string): string {
  if (/^"\w+" is missing\.$/.test(reason)) return 'It is missing.';
  return reason.replaceAll(/\b\w+_ids?\b/g, (member) => columnsOf(columns, member));
}
