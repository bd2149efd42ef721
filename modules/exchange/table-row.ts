// How a row of a table becomes a value of the exchange format.
import type { Db } from '../../shared/database/db.ts';
import { type Field, put } from '../../shared/exchange/field.ts';
import { memberAt, type Report } from '../../shared/exchange/kind.ts';
import { cellName, type Marks, type TableRow } from '../../shared/exchange/table.ts';
import type { Header } from './csv-header.ts';
import { createFaultyNames } from './faulty-names.ts';
import { refuseOption, type TableOptions } from './headings.ts';
import type { Found } from './names.ts';
import { newcomersIn } from './newcomers.ts';
import type { Value } from './read.ts';
import { readCell } from './table-cell.ts';
import { namesOf, onlyOnesOf } from './table-names.ts';

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

export type Row = Extract<TableRow, { fields: unknown }>;

export type RowReader = Awaited<ReturnType<typeof createRowReader>>;

/** Reads the rows below a header; of a sheet, cells have names. `now` is in milliseconds. */
export async function createRowReader(
  {
    table,
    line: top,
    has,
    columnAt,
    textsOf,
    width,
    isSheet,
  }: Header & { readonly isSheet: boolean },
  database: Db | undefined,
  now: number,
  { shared = {}, addPlayers }: TableOptions,
  { report, remark, note, open, leaveUnread }: Told,
) {
  const { columns, sheet } = table;
  const parts = new Map(sheet?.parts.map((part) => [part.name, part]));
  const own = new Map(columns.map((column) => [column.name, column]));
  const names = await namesOf(table, database);
  const onlyOnes = await onlyOnesOf(table, database);
  const finderOf = new Map(columns.map((column) => [column.name, names.get(column)?.find]));
  /** The columns of which it was said that they are missing. */
  const missing = new Set<string>();
  /** By what was taken for something that rows don't say, how many there are, and the first. */
  const assumed = new Map<string, { readonly line: number; readonly rows: number }>();
  const faultyNames = createFaultyNames(report, addPlayers !== undefined);
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

  function failName(
    line: number,
    column: string,
    { fault, of }: Found & { readonly fault: string },
  ) {
    if (!of) return fail(line, column, fault);
    leaveUnread(line, column);
    faultyNames.note(line, column, of);
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

  /** The players of the rows who aren't stored, as records that go before the rows. */
  function newcomers(rows: readonly Row[]): Value[] {
    const people = [...names].find(([{ name }]) => name === 'player_1')?.[1];
    if (!addPlayers) return [];
    if (!people) refuseOption('--add-players', 'It is for a table of matches.');
    const played = rows.flatMap(({ line, fields }) => {
      const cells = textsOf(fields);
      const composed = sheet?.isOpen?.(cells) ? undefined : sheet?.compose(cells, beside);
      return composed && 'texts' in composed ? [{ line, texts: composed.texts }] : [];
    });
    const { values, refused } = newcomersIn(played, people, {
      ...addPlayers,
      top,
      now,
      report,
      note,
    });
    faultyNames.refuse(refused);
    return values;
  }

  function read({ line, fields, marks }: Row): Value | undefined {
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
        const found = readCell(column, text, record, finderOf.get(name));
        put(record, member, 'value' in found ? found.value : undefined);
        if ('fault' in found) failName(line, name, found);
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
    faultyNames.finish();
    for (const [what, { line, rows }] of assumed) {
      const counted = rows === 1 ? '1 row has' : `${rows.toLocaleString('en')} rows have`;
      note?.(line, '', `${counted} ${what}.`);
    }
  }

  return { read, newcomers, finish };
}

/** What is said of a cell that holds something else than it shows. */
const wrongCell = {
  date: (text: string) =>
    `A spreadsheet has made a date or time of it (${text}), as it does of 6-4 or 3.5: make the format of its column Text, and write it again.`,
  error: (text: string) => `Its formula fails, with ${text}.`,
} as const;
