// Records from a spreadsheet: a row becomes a value of the exchange format, which must pass the same
// rules as any other.
import type { Db } from '../../shared/database/db.ts';
import { linesAbove } from '../../shared/exchange/csv.ts';
import { fieldAt } from '../../shared/exchange/field.ts';
import type { Report } from '../../shared/exchange/kind.ts';
import { cellName, garbled, type TableRow } from '../../shared/exchange/table.ts';
import { shortened } from '../../shared/text.ts';
import { columnsOf, inColumns, memberOf } from './column-words.ts';
import { type Header, isPage, readHeader } from './csv-header.ts';
import { isHeading, mostLikeHeadings, type TableOptions } from './headings.ts';
import type { Source } from './read.ts';
import { createRowReader, type Row, type RowReader } from './table-row.ts';

/** More unreadable cells than the rows that are checked at once can have. */
const mostUnread = 10_000;

/** So many rows are read whole, to know whom they bring. */
const mostWaiting = 20_000;

/** Rows, with the headings among the first; whether their cells have names, such as F7. */
type Table = { readonly rows: AsyncIterable<TableRow>; readonly isSheet: boolean };

/** What is told of a table: what is wrong, what looks wrong, and what was done with it. */
export type Told = {
  readonly report: Report;
  readonly remark: Report | undefined;
  readonly note: Report | undefined;
  /** Called with the line of each row that has no result yet. */
  open(line: number): void;
};

/**
 * The rows of a table, whose headings say what they are. Names become ids by what the database holds, if one is given.
 * `now` is in milliseconds. Throws where an option names what isn't there.
 */
export function tableSource(
  database: Db | undefined,
  { rows, isSheet }: Table,
  now: number,
  options: TableOptions,
  { report, remark, note, open }: Told,
): Source {
  /** Cells that can't be read: what the rules say of the gap that they leave isn't reported as well. */
  const unread = new Set<string>();
  let header: Header | undefined;

  function leaveUnread(line: number, column: string): void {
    unread.add(`${line} ${column}`);
    const [oldest = ''] = unread;
    if (unread.size > mostUnread) unread.delete(oldest);
  }

  /** Passes on what is said of a column under its heading, with the name of the cell. */
  const inCells =
    (to: Report): Report =>
    (line, column, reason, facts) => {
      const index = header?.indexOf(column) ?? -1;
      const cell = isSheet && index >= 0 ? cellName(index, line) : facts?.cell;
      to(line, header?.labelOf(column) ?? column, reason, { ...facts, cell });
    };

  async function begin(line: number, fields: readonly string[]): Promise<RowReader | undefined> {
    header = readHeader(line, fields, options, report, note);
    const told = {
      report: inCells(report),
      remark: remark && inCells(remark),
      note,
      open,
      leaveUnread,
    };
    return header && createRowReader({ ...header, isSheet }, database, now, options, told);
  }

  async function* values() {
    let reader: RowReader | undefined;
    /** What stands above the headings. */
    const above: { readonly line: number; readonly fields: readonly string[] }[] = [];
    const broken: { readonly line: number; readonly fault: string }[] = [];
    /** The rows that come after the records of the players whom they bring. */
    const waiting: Row[] = [];
    for await (const row of rows) {
      const spoilt = 'fields' in row && row.fields.find((field) => garbled.test(field));
      if (spoilt) {
        const reason = `Letters came out wrong as the file was saved, as in "${shortened(spoilt)}".`;
        report(row.line, '', `${reason} ${saveAgain}`);
        return;
      }
      if (reader && 'fault' in row) report(row.line, '', row.fault);
      else if (reader && 'fields' in row && options.addPlayers) {
        waiting.push(row);
        if (waiting.length > mostWaiting) return report(row.line, '', tooMany);
      } else if (reader && 'fields' in row) {
        const value = reader.read(row);
        if (value) yield value;
      } else {
        if ('fault' in row) broken.push(row);
        else if (isHeading(row.fields, options)) {
          reader = await begin(row.line, row.fields);
          if (!reader) return;
        } else above.push(row);
        if (above.length + broken.length > linesAbove) break;
      }
    }
    if (reader) {
      yield* reader.newcomers(waiting);
      for (const row of waiting) {
        const value = reader.read(row);
        if (value) yield value;
      }
      return reader.finish();
    }
    const best = mostLikeHeadings(above, options);
    const isText = broken.length === 0 || isPage(above[0]?.fields);
    if (best && isText) await begin(best.line, best.fields);
    for (const { line, fault } of isText ? [] : broken) report(line, '', fault);
    if (best || !isText) return;
    const is = isSheet ? 'sheet is empty: its first row' : 'file is empty: its first line';
    report(1, '', `The ${is} must name the columns.`);
  }

  return {
    values: values(),
    inWords: (to) => (line, place, reason, facts) => {
      const { columns } = header?.table ?? { columns: [] };
      const column = fieldAt(columns, place)?.name ?? columnsOf(columns, memberOf(place));
      if (unread.has(`${line} ${column}`)) return;
      inCells(to)(line, column, inColumns(columns, reason), facts);
    },
  };
}

const tooMany = `--add-players reads ${mostWaiting.toLocaleString('en')} rows at most: import the players first, or the table in parts.`;
const saveAgain =
  'Export it again where the letters are right, and choose UTF-8 as its character set.';
