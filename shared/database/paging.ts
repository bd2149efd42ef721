import {
  type AnyColumn,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SimplifyResult,
  sql,
} from 'kysely';
import { anyOf, type Db, type Table, type Tables } from './db.ts';
import { prepared, type Values } from './prepared.ts';

/** What a list can be narrowed by; what isn't given doesn't count. */
export type Filters<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

type Position = readonly unknown[];

/**
 * Reads up to `limit` rows of a prepared statement with some filters, in the order of its keys,
 * after the position. With a position, `select` may leave out a filter that says where the keys
 * begin: PostgreSQL would start there, and walk to the position.
 */
export function listBy<Given extends Values, D, T extends keyof D, Row>(
  select: (db: Db, filters: Given, isFirstPage: boolean) => SelectQueryBuilder<D, T, Row>,
  keysOf: (eb: ExpressionBuilder<D, T>) => readonly Expression<unknown>[],
  direction: 'asc' | 'desc',
) {
  const page = prepared((db, given: Given & { readonly after: Position | undefined }, limit) => {
    const keys = keysOf(expressionBuilder());
    let rows = select(db, given, !given.after).limit(sql.lit(limit));
    for (const key of keys) rows = rows.orderBy(key, direction);
    if (!given.after) return rows;
    return rows.where(beyond(keys, direction === 'asc' ? '>' : '<', given.after));
  });
  return (db: Db, filters: Given, limit: number, after: Position | undefined) =>
    page(db, { ...filters, after }, limit);
}

/** Whether a row's sort keys come after a position among them, or before it. */
export function beyond(
  keys: readonly Expression<unknown>[],
  direction: '>' | '<',
  position: readonly unknown[],
): RawBuilder<boolean> {
  return sql`(${sql.join(keys)}) ${sql.raw(direction)} (${sql.join(position)})`;
}

/** How many rows are read at once. */
const pageSize = 1_000;

/** The rows of a statement, a page at a time, in the order of a unique column that it selects. */
export async function* pagesOf<T extends keyof Tables, Row>(
  statement: SelectQueryBuilder<Tables, T, Row>,
  column: keyof Row & AnyColumn<Tables, T>,
): AsyncGenerator<NonNullable<SimplifyResult<Row>>[]> {
  const page = statement.orderBy(sql.ref(column)).limit(sql.lit(pageSize));
  for (let rows = await page.execute(); ; ) {
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    rows = await page.where(sql.ref(column), '>', last[column]).execute();
  }
}

/** The same, row by row. */
export async function* inPages<T extends keyof Tables, Row>(
  statement: SelectQueryBuilder<Tables, T, Row>,
  column: keyof Row & AnyColumn<Tables, T>,
): AsyncGenerator<NonNullable<SimplifyResult<Row>>> {
  for await (const page of pagesOf(statement, column)) yield* page;
}

/** The records that a statement selects, as they are listed: all of them in a column's order, or those with some ids. */
export function listedBy<T extends keyof Tables, Row, Listed>(
  select: (db: Db) => SelectQueryBuilder<Tables, T, Row>,
  column: keyof Row & AnyColumn<Tables, T>,
  listed: (row: SimplifyResult<Row>) => Listed,
) {
  return {
    async *list(db: Db): AsyncGenerator<Listed> {
      for await (const page of pagesOf(select(db), column)) yield* page.map(listed);
    },
    async some(db: Db, ids: readonly string[]): Promise<Listed[]> {
      return (await select(db).where(sql.ref('id'), '=', anyOf(ids)).execute()).map(listed);
    },
  };
}

/** The same for records that are listed by id, as they are selected. */
export function byId<T extends Table, Row extends { readonly id: string }>(
  select: (db: Db) => SelectQueryBuilder<Tables, T, Row>,
) {
  return listedBy(select, 'id', (row) => row);
}
