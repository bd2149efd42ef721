import { p } from '@mikro-orm/postgresql';

/** A column for ids: compared byte by byte, so that their order is the same on every server. */
export function id<I extends string>() {
  return p.text().collation('C').$type<I>();
}

/** A column for a moment, to the millisecond; read as ISO 8601 in UTC, written in any offset. */
export function timestamp() {
  return p.string().columnType('timestamptz(3)');
}

/** A table's checks, by name. */
export function checks(expressions: Readonly<Record<string, string>>) {
  return Object.entries(expressions).map(([name, expression]) => ({ name, expression }));
}

/** A check that a column holds one of the values, which have no quotes in them. */
export function isOneOf(column: string, values: readonly (string | number)[]): string {
  const literals = values.map((value) => (typeof value === 'string' ? `'${value}'` : value));
  return `${column} in (${literals.join(', ')})`;
}

/** A check that a column is within bounds, which are allowed themselves. */
export function isBetween(column: string, lowest: number, highest: number): string {
  return `${column} >= ${lowest} and ${column} <= ${highest}`;
}

/** A check that a column matches the pattern. */
export function fits(column: string, pattern: RegExp): string {
  return `${column} ~ '${pattern.source}'`;
}

/** Indexes of a table, by name: the rest of each definition, as PostgreSQL writes it. */
export function indexes(
  kind: 'index' | 'unique index',
  table: string,
  contents: Readonly<Record<string, string>>,
) {
  return Object.entries(contents).map(([name, content]) => ({
    name,
    expression: `create ${kind} "${name}" on "${table}" ${content}`,
  }));
}
