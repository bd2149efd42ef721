// How a row of a table becomes a value of the exchange format.
import type { Db } from '../../shared/database/db.ts';
import { type Cell, type Reader, readList } from '../../shared/exchange/cell.ts';
import { type Field, put } from '../../shared/exchange/field.ts';
import { memberAt, type Report } from '../../shared/exchange/kind.ts';
import { cellName, type Marks, type TableRow } from '../../shared/exchange/table.ts';
import { memberOf } from './column-words.ts';
import type { Header } from './csv-header.ts';
import { refuseOption, type TableOptions, type TabularKind } from './headings.ts';
import { type FindId, readNames } from './names.ts';
import type { Value } from './read.ts';

/** What a reader of rows tells. */
type Told = {
  readonly report: Report;
  readonly remark: Report | undefined;
  readonly note: Report | undefined;
  /** That a row has no result yet. */
  open(line: number): void;
  /** That no more is to be said of a row's column. */
  leaveUnread(line: number, column: string): void;
};

export type RowReader = Awaited<ReturnType<typeof createRowReader>>;

/** Reads the rows below a header; of a sheet, cells have names. `now` is in milliseconds. */
export async function createRowReader(
  { table, has, columnAt, textsOf, width, isSheet }: Header & { readonly isSheet: boolean },
  database: Db | undefined,
  now: number,
  { shared = {} }: TableOptions,
  { report, remark, note, open, leaveUnread }: Told,
) {
  const { columns, sheet } = table;
  const parts = new Map(sheet?.parts.map((part) => [part.name, part]));
  const own = new Map(columns.map((column) => [column.name, column]));
  const finders = await findersOf(table, database);
  const onlyOnes = await onlyOnesOf(table, database);
  const finderOf = new Map(columns.map((column) => [column.name, finders.get(column)]));
  /** The columns of which it was said that they are missing. */
  const missing = new Set<string>();
  /** By what was taken for something that rows don't say, how many there are, and the first. */
  const assumed = new Map<string, { readonly line: number; readonly rows: number }>();
  const beside = {
    shared,
    isKnown: (column: string, text: string) => {
      const found = finderOf.get(column)?.(text, []);
      return found !== undefined && 'value' in found;
    },
  };
  for (const [name, text] of Object.entries(shared)) {
    const found = finderOf.get(name)?.(text, []);
    if (found && 'fault' in found) refuseOption(`--${name}`, found.fault);
  }

  function fail(line: number, column: string, reason: string, at = column): void {
    leaveUnread(line, column);
    report(line, at, reason);
  }

  /** What a workbook knows of a cell, and a text doesn't tell. */
  function failMarked(line: number, fields: readonly string[], marks: Marks | undefined) {
    return [...(marks ?? [])].flatMap(([index, mark]) => {
      const name = columnAt(index);
      const column = name === undefined ? undefined : (own.get(name) ?? parts.get(name));
      if (name === undefined || !column || (mark === 'date' && column.dated)) return [];
      const of = parts.get(name)?.of ?? name;
      fail(line, of, wrongCell[mark](fields[index]?.trim() ?? ''), name);
      return [name, of];
    });
  }

  /** What stands in a row beyond the last heading. */
  function reportBeyond(line: number, fields: readonly string[]): void {
    if (isSheet) {
      const index = fields.findLastIndex((field) => field.trim() !== '');
      report(line, '', 'There is no heading above it.', { cell: cellName(index, line) });
    } else {
      const counted = `${fields.length} fields, but there are ${width} columns`;
      report(line, '', `The row has ${counted}: is a field with a delimiter not in quotes?`);
    }
  }

  /** Takes the only one that another record lists; if it lists several, one must be named. */
  function takeOnly(line: number, { name, member, onlyOf }: Field, record: object): unknown {
    const of = onlyOf && memberAt(record, onlyOf[0]);
    const only = onlyOnes.get(member)?.get(String(of));
    if (only !== undefined) return only;
    leaveUnread(line, name);
    if (of !== undefined && !missing.has(name)) {
      if (!has(name)) missing.add(name);
      const what = has(name) ? 'It is missing' : 'This column is missing';
      report(
        line,
        name,
        `${what}, and more than one may be meant: --${name} names one for all rows.`,
      );
    }
    return undefined;
  }

  function read({
    line,
    fields,
    marks,
  }: Extract<TableRow, { fields: unknown }>): Value | undefined {
    if (fields.slice(width).some((field) => field.trim() !== '')) {
      reportBeyond(line, fields);
      return undefined;
    }
    const cells = textsOf(fields);
    const failed = new Set(failMarked(line, fields, marks));
    for (const name of failed) delete cells[name];
    if (failed.size === 0 && Object.keys(cells).length === 0) return undefined; // a number in a column that is left out, say
    if (failed.size === 0 && sheet?.isOpen?.(cells)) {
      open(line);
      return undefined;
    }
    const composed = sheet ? sheet.compose(cells, beside) : { texts: cells };
    if ('refused' in composed) {
      const { column, reason } = composed.refused;
      report(line, column, reason);
      return undefined;
    }
    const { texts, faults = [], assumed: said } = composed;
    if (said) {
      const { line: first = line, rows = 0 } = assumed.get(said) ?? {};
      assumed.set(said, { line: first, rows: rows + 1 });
    }
    for (const { column, at, reason } of faults) {
      if (!failed.has(column)) fail(line, column, reason, at);
      failed.add(column);
    }
    const record: Record<string, unknown> = { kind: table.name };
    const made: string[] = [];
    for (const column of columns) {
      const { name, member, many, needed, otherwise, fresh, onlyOf } = column;
      const text = texts[name] ?? shared[name];
      if (failed.has(name)) put(record, member, undefined);
      else if (text !== undefined) {
        const found = readCell(column, text, record, finders.get(column));
        put(record, member, 'value' in found ? found.value : undefined);
        if ('fault' in found) fail(line, name, found.fault);
        else if (found.remark) remark?.(line, name, found.remark);
      } else if (onlyOf) put(record, member, takeOnly(line, column, record));
      else if (fresh || many) {
        put(record, member, fresh?.(now) ?? []);
        made.push(member);
      } else if (otherwise || needed) put(record, member, otherwise);
    }
    sheet?.complete?.(record);
    return { line, value: record, made };
  }

  /** Says what was taken for granted. */
  function finish(): void {
    for (const [what, { line, rows }] of assumed) {
      const counted = rows === 1 ? '1 row has' : `${rows.toLocaleString('en')} rows have`;
      note?.(line, '', `${counted} ${what}.`);
    }
  }

  return { read, finish };
}

/** What is said of a cell that holds something else than it shows. */
const wrongCell = {
  date: (text: string) =>
    `A spreadsheet has made a date or time of it (${text}), as it does of 6-4 or 3.5: make the format of its column Text, and write it again.`,
  error: (text: string) => `Its formula fails, with ${text}.`,
} as const;

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

/** By member, for each record that lists a single one: that one by the record's id. */
async function onlyOnesOf({ columns, references = {} }: TabularKind, database: Db | undefined) {
  const found = new Map<string, Map<string, unknown>>();
  for (const { member, onlyOf: [of, list] = ['', ''] } of columns) {
    const only = new Map<string, unknown>();
    for await (const record of database && references[of] ? references[of].list(database) : []) {
      const all = memberAt(record, list);
      if (Array.isArray(all) && all.length === 1) only.set(String(memberAt(record, 'id')), all[0]);
    }
    found.set(member, only);
  }
  return found;
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
