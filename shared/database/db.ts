import {
  type AliasedRawBuilder,
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SimplifyResult,
  sql,
} from 'kysely';
import { Problem } from '../problem.ts';
import { errorCode } from './error-code.ts';

/** The tables, as their entities describe them: each module adds its own in entity.ts. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled from there
export interface Tables {}

/** Anything that statements can run on: the database for reads, or a transaction. */
export type Db = Kysely<Tables>;

/** Rows of a table as one parameter, under the name `given`; what they leave out is null. */
function givenRows<T extends keyof Tables>(
  table: T,
  rows: readonly Partial<Insertable<Tables[T]>>[],
): AliasedRawBuilder<Selectable<Tables[T]>, 'given'> {
  return sql<Selectable<Tables[T]>>`json_populate_recordset(
    null::${sql.table(table)}, ${JSON.stringify(rows)}::json) with ordinality`.as('given');
}

/** Adds the rows, which have the same columns, in their order; throws unless all of them are new. */
export async function insertRows<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const insertion = sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from ${givenRows(table, rows)} order by ordinality on conflict do nothing`;
  await changeExactly(db, rows.length, insertion.compile(db));
}

/** The rows of a statement. */
export async function rows<Row>(on: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(on)).rows;
}

/** The first row of a statement, if there is one. */
export async function firstRow<Row>(on: Db, statement: RawBuilder<Row>): Promise<Row | undefined> {
  return (await statement.execute(on)).rows[0];
}

/** A column's moment as the service writes it: UTC with milliseconds and `Z`. */
export function utcText(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A column's moment as milliseconds since the epoch. */
export function epochMs(column: string): RawBuilder<number> {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}

/** The records of one JSON parameter as rows; `columns` lists their names and types. */
export function recordset(records: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(records)}::json) as record(${sql.raw(columns)})`;
}

/** The conditions joined by `and`; true without any. */
export function all(conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}

/** A statement met other rows than were there before. */
export class UnexpectedRowCount extends Error {}

/** How many rows a writing statement touched; throws where it isn't the number it must be. */
export async function changeExactly(
  db: Db,
  expected: number,
  statement: RawBuilder<unknown> | Compilable | CompiledQuery,
): Promise<void> {
  const { numAffectedRows } =
    'isRawBuilder' in statement ? await statement.execute(db) : await db.executeQuery(statement);
  if (Number(numAffectedRows) !== expected) {
    throw new UnexpectedRowCount(
      `A statement changed ${numAffectedRows} rows instead of ${expected}.`,
    );
  }
}

/** Lets a transaction that has done nothing yet read everything as it was at one moment. */
export async function readOneMoment(on: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(on);
}

/** The tables of records that have ids. */
export type Table =
  | 'organizer'
  | 'api_client'
  | 'api_key'
  | 'venue'
  | 'competition'
  | 'player'
  | 'match'
  | 'rating_history';

/** Those of the ids that the table doesn't have. */
export async function missingIds<I extends string>(
  on: Db,
  table: Table,
  ids: Iterable<I>,
): Promise<I[]> {
  const distinct = [...new Set(ids)];
  const found = await rows(
    on,
    sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${distinct}::text[])`,
  );
  const known = new Set(found.map(({ id }) => id));
  return distinct.filter((id) => !known.has(id));
}

/** All rows that a statement selects, by a unique column among those selected; a page at a time. */
export async function* inPages<T extends keyof Tables, Row>(
  statement: SelectQueryBuilder<Tables, T, Row>,
  column: keyof Row & string,
  size = 1_000,
): AsyncGenerator<NonNullable<SimplifyResult<Row>>> {
  const page = statement.orderBy(sql.ref(column)).limit(sql.lit(size));
  for (let rows = await page.execute(); ; ) {
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    rows = await page.where(sql.ref(column), '>', last[column]).execute();
  }
}

/** The rows of consecutive pages, until one is not full; `fetch` gets the last row of the page before. */
export async function* paged<Row>(
  size: number,
  fetch: (last: Row | undefined, size: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const page = await fetch(last, size);
    yield* page;
    if (page.length < size) return;
    last = page.at(-1);
  }
}

/** Deletes the row with the id; says what still refers to it, or that there is none. */
export async function removeRow(on: Db, table: Table, id: string): Promise<void> {
  const removal = sql`delete from ${sql.table(table)} where id = ${id}`;
  const { numAffectedRows } = await removal.execute(on).catch((error) => {
    if (!isForeignKeyViolation(error)) throw error;
    const user = String(error.table)
      .replace(/_venue$/, '')
      .replace('api_', '');
    throw new Problem('validation-failed', `${id} can't be removed: a ${user} refers to it.`);
  });
  if (Number(numAffectedRows) === 0) throw noSuchRow(table, id);
}

/** Holds the row with the id until the transaction ends; nobody else changes it meanwhile. */
export async function lockRow(on: Db, table: Table, id: string): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(on);
}

/** The problem of an id that a command names and nothing has. */
export function noSuchRow(table: string, id: string): Problem {
  return new Problem('not-found', `There is no ${table} with the id ${id}.`);
}

/** Whether the error is a reference to a row that isn't there, or a row that is still referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  return errorCode(error) === '23503';
}

/** Whether the table holds anything. */
export async function hasRows(on: Db, table: Table): Promise<boolean> {
  return (await firstRow(on, sql`select from ${sql.table(table)} limit 1`)) !== undefined;
}

/** Whether no table of this program is there. */
export async function isUntouched(on: Db): Promise<boolean> {
  const lookUp = sql<{ table: string | null }>`select to_regclass('player')::text as table`;
  return !(await firstRow(on, lookUp))?.table;
}

/** How much the database takes on its disk, in bytes. */
export async function databaseSize(on: Db): Promise<number> {
  const size = sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`;
  return (await firstRow(on, size))?.bytes ?? 0;
}

/** The version of PostgreSQL. */
export async function serverVersion(on: Db): Promise<string> {
  const version = sql<{ version: string }>`select current_setting('server_version') as version`;
  return (await firstRow(on, version))?.version ?? '';
}
