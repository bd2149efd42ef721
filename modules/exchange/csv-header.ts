import type { Field } from '../../shared/exchange/field.ts';
import type { Kind, Report } from '../../shared/exchange/kind.ts';
import { shortened } from '../../shared/text.ts';
import { kinds } from './kinds.ts';

/** A kind of record that can come as a table. */
export type TabularKind = Kind & { readonly columns: readonly Field[] };

/** The kinds that can come as a table. */
export const tables: readonly TabularKind[] = kinds.filter(
  (kind): kind is TabularKind => kind.columns !== undefined,
);

export type Header = NonNullable<ReturnType<typeof readHeader>>;

/** Reads the names of the columns; undefined if the rows can't be read with them. */
export function readHeader(line: number, fields: readonly string[], report: Report) {
  const names = fields.map(columnName);
  const knownIn = ({ columns }: TabularKind) =>
    columns.filter(({ name }) => names.includes(name)).length;
  const table = tables.toSorted((one, other) => knownIn(other) - knownIn(one))[0];
  if (!table || knownIn(table) === 0) {
    const all = tables.map((one) => `of ${one.words[1]} ${listed(one)}`).join('; or ');
    report(line, '', `The first line must name columns: ${all}.`);
    return undefined;
  }
  const { columns, words } = table;
  names.forEach((name, index) => {
    if (name === '') return;
    const shown = shortened(name);
    if (names.indexOf(name) !== index) report(line, shown, 'There are two columns of this name.');
    else if (columns.every((column) => column.name !== name)) {
      report(line, shown, `A file of ${words[1]} has no such column, but: ${listed(table)}.`);
    }
  });
  const missing = columns.filter(({ name, needed }) => needed && !names.includes(name));
  for (const { name } of missing) report(line, name, `A file of ${words[1]} needs this column.`);
  if (missing.length > 0) return undefined;
  return {
    table,
    /** Where the column is, from 0; below 0 if it isn't there. */
    indexOf: (column: string) => names.indexOf(column),
    /** The cell of a row in the column, without spaces around it; '' if there is none. */
    cell: (row: readonly string[], column: string) => row[names.indexOf(column)]?.trim() ?? '',
    width: names.length,
  };
}

function listed({ columns }: TabularKind): string {
  return columns.map(({ name }) => name).join(', ');
}

/** A column's name as people vary it: `Venue ID` for `venue`. */
function columnName(text: string): string {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return name.replace(/(?<=.)_ids$/, 's').replace(/(?<=.)_id$/, '');
}
