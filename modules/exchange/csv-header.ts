// Reads the row of a sheet that names the columns.
import type { Report } from '../../shared/exchange/kind.ts';
import { folded, shortened } from '../../shared/text.ts';
import {
  bestTable,
  columnNames,
  headingLike,
  isSameHeading,
  refuseOption,
  type TableOptions,
  type TabularKind,
  tables,
} from './headings.ts';

export type Header = NonNullable<ReturnType<typeof readHeader>>;

/**
 * Reads the names of the columns; undefined if the rows can't be read with them. Throws where a heading or
 * column of the map isn't there. `note` gets what is left out.
 */
export function readHeader(
  line: number,
  fields: readonly string[],
  options: TableOptions,
  report: Report,
  note: Report | undefined,
) {
  const { table, columns = [], count = 0, missing = [] } = bestTable(fields, options) ?? {};
  if (!table || count === 0) {
    report(line, '', noHeadings(fields));
    return undefined;
  }
  const { map = [] } = options;
  checkMap(table, fields, map);
  const leftOut = fields.filter(
    (field, index) => columns[index] === undefined && field.trim() !== '',
  );
  const isTold = (field: string) => map.some(({ heading }) => isSameHeading(heading, field));
  const unclear = leftOut.filter((field) => !isTold(field)).slice(0, mostListed);
  columns.forEach((column, index) => {
    const first = column === undefined ? index : columns.indexOf(column);
    if (column === undefined || first === index) return;
    const other = shortened(fields[first]?.trim() ?? '');
    const reason = `There are two columns of this meaning; the other is "${other}". --map 'HEADING=' leaves one out.`;
    report(line, labelOf(column, fields[index] ?? ''), reason);
  });
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name);
    report(line, names.join(', '), whatIsMissing(table, names, unclear));
    return undefined;
  }
  if (leftOut.length > 0) {
    const named = `Left out: ${listed(leftOut.map(shortened))}.`.replace(/\.\.$/, '.');
    note?.(line, '', [named, ...questionsOn(table, columns, unclear)].join(' '));
  }
  const labels = new Map(
    columns.flatMap((column, index) =>
      column === undefined ? [] : [[column, labelOf(column, fields[index] ?? '')] as const],
    ),
  );
  return {
    table,
    line,
    has: (column: string) => labels.has(column),
    /** Where the column is, from 0; below 0 if it isn't there. */
    indexOf: (column: string) => columns.indexOf(column),
    /** The column at the place, from 0. */
    columnAt: (index: number) => columns[index],
    /** The column as the file names it. */
    labelOf: (column: string) => labels.get(column) ?? column,
    /** The texts of a row by their columns, without spaces around them, and without a dash for nothing. */
    textsOf(row: readonly string[]): Record<string, string> {
      const texts: Record<string, string> = {};
      columns.forEach((column, index) => {
        const text = column === undefined ? '' : (row[index]?.trim() ?? '');
        if (column !== undefined && !/^\p{Pd}?$/u.test(text)) texts[column] = text;
      });
      return texts;
    },
    width: columns.length,
  };
}

/** Throws where the map names a heading or a column that isn't there. */
function checkMap(
  table: TabularKind,
  fields: readonly string[],
  map: NonNullable<TableOptions['map']>,
): void {
  const headings = fields.filter((field) => field.trim() !== '').map((field) => shortened(field));
  const names = columnNames(table);
  for (const { heading, column } of map) {
    if (!fields.some((field) => isSameHeading(field, heading))) {
      const reason = `There is no heading "${shortened(heading)}", but: ${listed(headings)}.`;
      refuseOption('--map', reason);
    }
    if (column && !names.includes(column)) {
      const reason = `A file of ${table.words[1]} has no column "${column}", but: ${listed(names)}.`;
      refuseOption('--map', reason);
    }
  }
}

/** The heading, with the column's own name if that is another. */
function labelOf(column: string, heading: string): string {
  return folded(heading) === folded(column) ? column : `${shortened(heading.trim())} (${column})`;
}

const mostListed = 20;

function listed(names: readonly string[]): string {
  return [...names.slice(0, mostListed), ...(names.length > mostListed ? ['…'] : [])]
    .map((name) => name.trim())
    .join(', ');
}

/** Whether the row is of a page of the web. */
export function isPage([first = '']: readonly string[] = []): boolean {
  return first.trim().startsWith('<');
}

function noHeadings(fields: readonly string[]): string {
  if (isPage(fields)) {
    return 'This is a page of the web: open it in a spreadsheet, and save its sheet as "CSV UTF-8".';
  }
  const all = tables.map(
    ({ words, columns }) => `of ${words[1]} ${listed(columns.map(({ name }) => name))}`,
  );
  return `One of the first lines must name columns: ${all.join('; or ')}.`;
}

/** Asks about headings that may be mistyped. */
function questionsOn(
  table: TabularKind,
  named: readonly (string | undefined)[],
  headings: readonly string[],
): string[] {
  const others = columnNames(table).filter((name) => !named.includes(name));
  return others.flatMap((name) => {
    const like = headingLike(table, name, headings);
    return like === undefined ? [] : `Is "${shortened(like.trim())}" the ${name}?`;
  });
}

function whatIsMissing(
  table: TabularKind,
  names: readonly string[],
  headings: readonly string[],
): string {
  const alike = names.flatMap((name) => {
    const like = headingLike(table, name, headings);
    return like === undefined ? [] : `did you mean "${shortened(like.trim())}" for ${name}?`;
  });
  const needs = `A file of ${table.words[1]} needs ${names.length > 1 ? 'these columns' : 'this column'}`;
  const shared = names.includes('competition') ? '--competition names one for all rows; ' : '';
  const way = `--map 'HEADING=${names[0]}' says which heading is one`;
  return `${[needs, ...alike].join('; ')}. (${shared}${way}.)`;
}
