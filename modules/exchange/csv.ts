// Records from a spreadsheet: a row becomes a value of the exchange format, which must pass the same
// rules as any other.
import type { Db } from '../../shared/database/db.ts';
import { csvRecords, linesAbove } from '../../shared/exchange/csv.ts';
import { fieldAt } from '../../shared/exchange/field.ts';
import type { Report } from '../../shared/exchange/kind.ts';
import { columnsOf, inColumns, memberOf } from './column-words.ts';
import { type Header, isPage, readHeader } from './csv-header.ts';
import { createRowReader, type RowReader } from './csv-row.ts';
import { isHeading, mostLikeHeadings, type TableOptions } from './headings.ts';
import type { Source } from './read.ts';

/** More unreadable cells than the rows that are checked at once can have. */
const mostUnread = 10_000;

/** What is told of a table: what is wrong, what looks wrong, and what was done with it. */
export type TableReports = {
  readonly report: Report;
  readonly remark: Report | undefined;
  readonly note: Report | undefined;
};

/**
 * The rows of a CSV file, whose headings say what they are. Names become ids by what the database
 * holds, if one is given. `now` is in milliseconds. Throws where an option names what isn't there.
 */
export function csvSource(
  database: Db | undefined,
  chunks: AsyncIterable<Uint8Array>,
  now: number,
  options: TableOptions,
  { report, remark, note }: TableReports,
): Source {
  /** Cells that can't be read: what the rules say of the gap that they leave isn't reported as well. */
  const unread = new Set<string>();
  let header: Header | undefined;

  function leaveUnread(line: number, column: string): void {
    unread.add(`${line} ${column}`);
    const [oldest = ''] = unread;
    if (unread.size > mostUnread) unread.delete(oldest);
  }

  const begin = (line: number, fields: readonly string[]): Promise<RowReader> | undefined => {
    header = readHeader(line, fields, options, report, note);
    return (
      header &&
      createRowReader(header, database, now, options.shared ?? {}, {
        report,
        remark,
        note,
        leaveUnread,
      })
    );
  };

  async function* values() {
    let reader: RowReader | undefined;
    /** What stands above the headings. */
    const above: { readonly line: number; readonly fields: readonly string[] }[] = [];
    const broken: { readonly line: number; readonly fault: string }[] = [];
    const isNaming = (fields: readonly string[]) => isHeading(fields, options);
    for await (const record of csvRecords(chunks, isNaming)) {
      if (reader && 'fault' in record) report(record.line, '', record.fault);
      else if (reader && 'fields' in record) {
        const value = reader.read(record.line, record.fields);
        if (value) yield value;
      } else {
        if ('fault' in record) broken.push(record);
        else if (isNaming(record.fields)) {
          reader = await begin(record.line, record.fields);
          if (!reader) return;
        } else above.push(record);
        if (above.length + broken.length > linesAbove) break;
      }
    }
    if (reader) return reader.finish();
    const best = mostLikeHeadings(above, options);
    const isText = broken.length === 0 || isPage(above[0]?.fields);
    if (best && isText) await begin(best.line, best.fields);
    for (const { line, fault } of isText ? [] : broken) report(line, '', fault);
    if (!best && isText) report(1, '', 'The file is empty: its first line must name the columns.');
  }

  return {
    values: values(),
    inWords: (to) => (line, place, reason, facts) => {
      const { columns, sheet } = header?.table ?? { columns: [] };
      const column = fieldAt(columns, place)?.name ?? columnsOf(columns, memberOf(place));
      if (unread.has(`${line} ${column}`)) return;
      const advice = sheet?.advice?.(column, reason);
      const told = [inColumns(columns, reason), ...(advice ? [advice] : [])].join(' ');
      to(line, header?.labelOf(column) ?? column, told, facts);
    },
  };
}
