// Which columns the headings of a sheet name, however people call them.
import { closestMatch } from 'leven';
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
  /** Which columns the headings name, where they don't tell themselves; '' for one that is to be left out. */
  readonly map?: readonly { readonly heading: string; readonly column: string }[];
  /** The texts for the empty cells of some columns. */
  readonly shared?: Texts;
  /** Given if the players who are missing are to be registered; `level` is for those whose rows give none. */
  readonly addPlayers?: { readonly level?: number | undefined } | undefined;
};

/** More letters than any heading that is known. */
const longest = 100;

/** What is compared of a heading. */
function keyOf(heading: string): string {
  const text = heading.trim().slice(0, longest);
  return folded(text) || text;
}

/** The same, without what stands in brackets at its end. */
function bareKeyOf(heading: string): string {
  const text = heading.trim();
  const bracket = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  return keyOf(bracket > 0 ? text.slice(0, bracket) : text);
}

/** By kind, its columns by their own names, and by all of their headings. */
const known = new Map(
  tables.map(({ name: kind, columns, sheet }) => {
    const all = [...columns, ...(sheet?.parts ?? [])];
    const own = all.map(({ name }) => [keyOf(name), name] as const);
    const others = all.flatMap(({ name, also = [] }) =>
      also.map((heading) => [keyOf(heading), name] as const),
    );
    return [kind, { own: new Map(own), any: new Map([...others, ...own]) }];
  }),
);
const none: ReadonlyMap<string, string> = new Map();
const columnsOf = ({ name }: TabularKind) => known.get(name) ?? { own: none, any: none };

/** All columns of a table of the kind. */
export function columnNames(table: TabularKind): string[] {
  return [...columnsOf(table).own.values()];
}

/** The one of the headings that is almost one of the column's. */
export function headingLike(
  table: TabularKind,
  column: string,
  headings: readonly string[],
): string | undefined {
  const byKey = new Map(headings.map((heading) => [bareKeyOf(heading), heading]));
  for (const [key, of] of columnsOf(table).any) {
    const maxDistance = Math.min(2, Math.floor(key.length / 3));
    const near = of === column && closestMatch(key, [...byKey.keys()], { maxDistance });
    if (near) return byKey.get(near);
  }
  return undefined;
}

/** Whether two headings are the same, up to capitals, accents and signs. */
export function isSameHeading(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other);
}

/** The names of the columns, by the place in the row; undefined for one that isn't known. */
function columnsIn(
  table: TabularKind,
  fields: readonly string[],
  { map = [] }: TableOptions,
): (string | undefined)[] {
  const { own, any } = columnsOf(table);
  const columns = new Set(['', ...own.values()]);
  const mapped = new Map(
    map.flatMap(({ heading, column }) => (columns.has(column) ? [[keyOf(heading), column]] : [])),
  );
  const taken = new Set(mapped.values());
  return fields.map((field) => {
    const key = bareKeyOf(field);
    const column = mapped.get(keyOf(field));
    if (column !== undefined) return column || undefined;
    // Of the column's own name, not of the others: somebody else's "Tournament ID" is none of ours.
    const bare = key.replace(/(?<=.)ids$/, 's').replace(/(?<=.)id$/, '');
    const found = any.get(key) ?? own.get(bare);
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
