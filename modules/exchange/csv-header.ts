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
  for (const { heading, column } of options.map ?? []) {
    const shown = fields.filter((field) => field.trim() !== '').map((field) => shortened(field));
    if (!fields.some((field) => isSameHeading(field, heading))) {
      refuseOption('--map', `There is no heading "${shortened(heading)}", but: ${listed(shown)}.`);
    }
    if (!columnNames(table).includes(column)) {
      refuseOption(
        '--map',
        `A file of ${table.words[1]} has no column "${column}", but: ${listed(columnNames(table))}.`,
      );
    }
  }
  const leftOut = fields.filter(
    (field, index) => columns[index] === undefined && field.trim() !== '',
  );
  columns.forEach((column, index) => {
    const first = column === undefined ? index : columns.indexOf(column);
    if (column === undefined || first === index) return;
    const other = shortened(fields[first]?.trim() ?? '');
    const reason = `There are two columns of this meaning; the other is "${other}".`;
    report(line, labelOf(column, fields[index] ?? ''), reason);
  });
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name);
    report(line, names.join(', '), whatIsMissing(table, names, leftOut));
    return undefined;
  }
  if (leftOut.length > 0) note?.(line, '', whatIsLeftOut(table, columns, leftOut));
  const labels = new Map(
    columns.flatMap((column, index) =>
      column === undefined ? [] : [[column, labelOf(column, fields[index] ?? '')] as const],
    ),
  );
  return {
    table,
    line,
    has: (column: string) => labels.has(column),
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

/** Names the columns that are left out, and asks about those that may be mistyped. */
function whatIsLeftOut(
  table: TabularKind,
  named: readonly (string | undefined)[],
  others: readonly string[],
): string {
  const some = others.slice(0, mostListed);
  const asked = columnNames(table).flatMap((name) => {
    const like = named.includes(name) ? undefined : headingLike(table, name, some);
    return like === undefined ? [] : ` Is "${shortened(like.trim())}" the ${name}?`;
  });
  return `Left out: ${listed(others.map(shortened))}.`.replace(/\.\.$/, '.') + asked.join('');
}

function whatIsMissing(
  table: TabularKind,
  names: readonly string[],
  others: readonly string[],
): string {
  const some = others.slice(0, mostListed);
  const alike = names.flatMap((name) => {
    const like = headingLike(table, name, some);
    return like === undefined ? [] : `did you mean "${shortened(like.trim())}" for ${name}?`;
  });
  const needs = `A file of ${table.words[1]} needs ${names.length > 1 ? 'these columns' : 'this column'}`;
  const shared = names.includes('competition') ? '--competition names one for all rows; ' : '';
  const way = `--map 'HEADING=${names[0]}' says which heading is one`;
  return `${[needs, ...alike].join('; ')}. (${shared}${way}.)`;
}
