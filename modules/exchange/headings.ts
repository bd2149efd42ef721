// Which columns the headings of a sheet name, however people call them.
import type { Field } from '../../shared/exchange/field.ts';
import type { Kind } from '../../shared/exchange/kind.ts';
import type { Texts } from '../../shared/exchange/sheet.ts';
import { problemAt } from '../../shared/problem.ts';
import { folded } from '../../shared/text.ts';
import { kinds } from './kinds.ts';

/** A kind of record that can come as a table. */
export type TabularKind = Kind & { readonly columns: readonly Field[] };

/** The kinds that can come as a table. */
export const tables: readonly TabularKind[] = kinds.filter(
  (kind): kind is TabularKind => kind.columns !== undefined,
);

/** What is said of all rows of a table. */
export type TableOptions = {
  /** Which columns the headings name, where they don't tell themselves. */
  readonly map?: readonly { readonly heading: string; readonly column: string }[];
  /** The texts for the empty cells of some columns. */
  readonly shared?: Texts;
};

/** The columns of a kind by their folded headings. */
const columnsByHeading = new Map(
  tables.map(({ columns, sheet, ...kind }) => {
    const all = [...columns, ...(sheet?.parts ?? [])];
    const headings = all.flatMap(({ name, also = [] }) =>
      [name, ...also].map((each) => [folded(each), name] as const),
    );
    return [kind.name, new Map(headings)];
  }),
);

/** All columns of a table of the kind. */
export function columnNames({ name }: TabularKind): string[] {
  return [...new Set(columnsByHeading.get(name)?.values())];
}

/** The folded headings that mean the column. */
export function headingsOf({ name }: TabularKind, column: string): string[] {
  return [...(columnsByHeading.get(name) ?? [])].flatMap(([key, of]) => (of === column ? key : []));
}

/** What is compared of a heading: without what stands in brackets at its end. */
export function keyOf(heading: string): string {
  const text = heading.trim();
  const bracket = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  return folded((bracket > 0 ? text.slice(0, bracket) : text).slice(0, longest));
}

/** More letters than any heading that is known. */
const longest = 100;

/** The names of the columns, by the place in the row; undefined for one that isn't known. */
function columnsIn(
  table: TabularKind,
  fields: readonly string[],
  { map = [] }: TableOptions,
): (string | undefined)[] {
  const known = columnsByHeading.get(table.name);
  const names = new Set(known?.values());
  const mapped = new Map(
    map.flatMap(({ heading, column }) => (names.has(column) ? [[keyOf(heading), column]] : [])),
  );
  const taken = new Set(mapped.values());
  return fields.map((field) => {
    const key = keyOf(field);
    const column = mapped.get(key);
    if (column !== undefined) return column;
    // Of the column's own name, not of the others: somebody else's "Tournament ID" is none of ours.
    const bare = key.replace(/(?<=.)ids$/, 's').replace(/(?<=.)id$/, '');
    const found = known?.get(key) ?? [...names].find((name) => folded(name) === bare);
    return found !== undefined && taken.has(found) ? undefined : found;
  });
}

/** The needed columns of a table that the others don't make up for. */
function missingFrom(
  { columns }: TabularKind,
  named: readonly (string | undefined)[],
  { shared = {} }: TableOptions,
): Field[] {
  return columns.filter(
    ({ name, needed, onlyOf }) =>
      needed && !onlyOf && !named.includes(name) && shared[name] === undefined,
  );
}

/** The kind of which the row names most columns, and those that it names. */
export function bestTable(fields: readonly string[], options: TableOptions) {
  const all = tables.map((table) => {
    const columns = columnsIn(table, fields, options);
    const count = new Set(columns.filter((column) => column !== undefined)).size;
    return { table, columns, count, missing: missingFrom(table, columns, options) };
  });
  const order = (one: (typeof all)[number], other: typeof one) =>
    other.count - one.count || one.missing.length - other.missing.length;
  return all.sort(order)[0];
}

/** Whether the row names columns: two at least, or all that are needed. */
export function isHeading(fields: readonly string[], options: TableOptions): boolean {
  const { count = 0, missing = [] } = bestTable(fields, options) ?? {};
  return count > 1 || (count === 1 && missing.length === 0);
}

/** The one of the rows that is most like headings: it names most columns, or has most cells. */
export function mostLikeHeadings<R extends { readonly fields: readonly string[] }>(
  rows: readonly R[],
  options: TableOptions,
): R | undefined {
  const ranked = rows.map((row) => {
    const cells = row.fields.filter((field) => field.trim() !== '').length;
    return { row, cells, count: bestTable(row.fields, options)?.count ?? 0 };
  });
  ranked.sort((one, other) => other.count - one.count || other.cells - one.cells);
  return ranked[0]?.row;
}

/** Throws what is wrong with an option, as a mistake in the command. */
export function refuseOption(option: string, detail: string): never {
  throw problemAt('validation-failed', [{ pointer: `#/${option}`, detail }]);
}
