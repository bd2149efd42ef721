import {
  type AliasedRawBuilder,
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely';
import { Problem } from '../problem.ts';
import { errorCode } from './error-code.ts';

/** The tables, as their entities describe them: each module adds its own in entity.ts. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled from there
export interface Tables {}

/** Anything that statements can run on: the database for reads, or a transaction. */
export type Db = Kysely<Tables>;

/** Any of the values: one parameter, however many there are. */
export function anyOf<T>(values: readonly T[]): RawBuilder<T> {
  return sql`any(${[...new Set(values)]})`;
}

/** A name as people sort it. */
export function collated(name: Expression<string>): RawBuilder<string> {
  return sql`${name} collate "und-x-icu"`;
}

/** The values that a statement of one column gives, in its order. */
export function arrayOf<T>(statement: Expression<Readonly<Record<string, T>>>): RawBuilder<T[]> {
  return sql`array(${statement})`;
}

/** Rows of a table as one parameter, under the name `given`; what they leave out is null. */
export function givenRows<T extends keyof Tables>(
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

/** Stores the rows in the place of those with the same key; throws unless all of them are there. */
export async function updateRows<T extends keyof Tables>(
  db: Db,
  table: T,
  key: keyof Tables[T] & string,
  rows: readonly Partial<Insertable<Tables[T]>>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => column !== key);
  const values = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`);
  const update = sql`update ${sql.table(table)} set ${sql.join(values)}
    from ${givenRows(table, rows)} where ${sql.ref(`${table}.${key}`)} = ${sql.ref(`given.${key}`)}`;
  await changeExactly(db, rows.length, update.compile(db));
}

/** A statement met other rows than were there before. */
export class UnexpectedRowCount extends Error {}

/** How many rows a writing statement touched; throws where it isn't the number it must be. */
export async function changeExactly(
  db: Db,
  expected: number,
  statement: Compilable | CompiledQuery,
): Promise<void> {
  const { numAffectedRows } = await db.executeQuery(statement);
  if (Number(numAffectedRows) !== expected) {
    throw new UnexpectedRowCount(
      `A statement changed ${numAffectedRows} rows instead of ${expected}.`,
    );
  }
}

/** Lets a transaction that has done nothing yet read everything as it was at one moment. */
export async function readOneMoment(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(db);
}

/** The tables of records that have ids. */
export type Table = {
  [T in keyof Tables]: Tables[T] extends { id: string } ? T : never;
}[keyof Tables];

/** Those of the ids that the table doesn't have. */
export async function missingIds<I extends string>(
  db: Db,
  table: Table,
  ids: Iterable<I>,
): Promise<I[]> {
  const distinct = new Set(ids);
  const known = sql<{
    id: I;
  }>`select id from ${sql.table(table)} where id = ${anyOf([...distinct])}`;
  for (const { id } of (await known.execute(db)).rows) distinct.delete(id);
  return [...distinct];
}

type Filled<F> = { [K in keyof F]?: Exclude<F[K], undefined> };

/** The filters that are given. */
export function filled<F extends object>(filters: F): Filled<F> {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Filled<F>;
}

/** Deletes the row with the id; says what still refers to it, or that there is none. */
export async function removeRow(db: Db, table: Table, id: string): Promise<void> {
  const removal = sql`delete from ${sql.table(table)} where id = ${id}`;
  const { numAffectedRows } = await removal.execute(db).catch((error) => {
    if (!isForeignKeyViolation(error)) throw error;
    const user = String(error.table)
      .replace(/_venue$/, '')
      .replace('api_', '');
    throw new Problem('validation-failed', `${id} can't be removed: a ${user} refers to it.`);
  });
  if (Number(numAffectedRows) === 0) throw noSuchRow(table, id);
}

/** Holds the row with the id until the transaction ends; nobody else changes it meanwhile. */
export async function lockRow(db: Db, table: Table, id: string): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(db);
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
export async function hasRows(db: Db, table: Table): Promise<boolean> {
  return (await sql`select from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0;
}

/** Whether no table of this program is there. */
export async function isUntouched(db: Db): Promise<boolean> {
  const { table } = await db
    .selectNoFrom(sql<string | null>`to_regclass('player')::text`.as('table'))
    .executeTakeFirstOrThrow();
  return table === null;
}

/** How much the database takes on its disk, and the version of PostgreSQL. */
export function serverState(db: Db): Promise<{ bytes: number; version: string }> {
  return db
    .selectNoFrom([
      sql<number>`pg_database_size(current_database())`.as('bytes'),
      sql<string>`current_setting('server_version')`.as('version'),
    ])
    .executeTakeFirstOrThrow();
}
