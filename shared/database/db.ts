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
import { Problem, refusal } from '../problem.ts';
import { errorCode } from './error-code.ts';
import type { Connections } from './pool.ts';

/** The tables, as their entities describe them: modules/app.ts adds them. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled from there
export interface Tables {}

/**
 * Anything that statements can run on: the database, where each is its own transaction, or one transaction of
 * several. `direct` runs compiled ones outside any transaction, past Kysely, which takes as long for one as all the
 * rest of a small request.
 */
export type Db = Kysely<Tables> & { readonly direct?: Pick<Connections, 'query' | 'read'> };

/** Any of the values: one parameter, however many there are. */
export function anyOf<T>(values: readonly T[]): RawBuilder<T> {
  return sql`any(${[...new Set(values)]})`;
}

/** Whether a text holds any of the ids. */
export function holdsAny(text: Expression<unknown>, ids: readonly string[]): RawBuilder<boolean> {
  return sql`${text} like ${anyOf(ids.map((id) => `%${id.replaceAll('_', '\\_')}%`))}`;
}

/** The moment, in UTC, but not after the database's own: what one process's clock ends early, all others miss. */
export function atMostNow(at: string): RawBuilder<string> {
  return sql`least(${at}::timestamptz, clock_timestamp())`;
}

/** A name as people sort it. */
export function collated(name: Expression<string>): RawBuilder<string> {
  return sql`${name} collate "und-x-icu"`;
}

/** The values that a statement of one column gives, in its order. */
export function arrayOf<T>(statement: Expression<Readonly<Record<string, T>>>): RawBuilder<T[]> {
  return sql`array(${statement})`;
}

/**
 * A moment in milliseconds since the epoch, as the database takes it: the first possible day begins in the
 * year 0 in UTC, which it doesn't accept as text.
 */
export function momentAt(ms: number): RawBuilder<string> {
  // Seconds since the epoch have no exact milliseconds after the year 2242.
  return sql`to_timestamp(${ms}::float8 / 1000)::timestamptz(3)`;
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
  const columns = Object.keys(first) as (keyof Tables[T] & string)[];
  const insertion = db
    .insertInto(table)
    .columns(columns)
    .expression(({ selectFrom }) =>
      selectFrom(givenRows(table, rows))
        .select(columns.map((column) => sql.ref(column).as(column)))
        .orderBy(sql.ref('ordinality')),
    );
  await changeExactly(db, rows.length, insertion);
}

/** Updates each row that has the keys of a given one; throws unless all of them are there. */
export async function updateRows<
  T extends keyof Tables,
  Row extends Partial<Insertable<Tables[T]>>,
>(
  db: Db,
  table: T,
  keys: readonly (keyof Row & string)[],
  rows: readonly (Row & Record<Exclude<keyof Row, keyof Tables[T]>, never>)[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const others = Object.keys(first).filter((column) => !keys.some((key) => key === column));
  const columns = (names: readonly string[], of = '') =>
    sql.join(names.map((name) => sql.ref(of + name)));
  const change = sql`
    update ${sql.table(table)} set (${columns(others)}) = row(${columns(others, 'given.')})
    from ${givenRows(table, rows)}
    where (${columns(keys, `${table}.`)}) = (${columns(keys, 'given.')})`;
  await changeExactly(db, rows.length, change.compile(db));
}

/** A statement changed another number of rows than it had to. */
export class UnexpectedRowCount extends Error {}

/** Runs a writing statement; throws where it touches another number of rows than it must. */
export async function changeExactly(
  db: Db,
  expected: number,
  statement: Compilable | CompiledQuery,
) {
  const { numAffectedRows } = await db.executeQuery(statement);
  if (Number(numAffectedRows) !== expected) {
    throw new UnexpectedRowCount(
      `A statement changed ${numAffectedRows} rows instead of ${expected}.`,
    );
  }
}

/**
 * Makes a transaction that has done nothing yet see everything as it was at one moment. If it
 * changes what others have changed since, it is tried again.
 */
export async function seeOneMoment(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db);
}

/** The tables of records that have ids. */
export type Table = {
  [T in keyof Tables]: Tables[T] extends { id: string } ? T : never;
}[keyof Tables];

/** The ids that the table doesn't have. */
export async function missingIds(db: Db, table: Table, ids: readonly string[]): Promise<string[]> {
  const known = await db.selectFrom(table).select('id').where('id', '=', anyOf(ids)).execute();
  return [...new Set(ids).difference(new Set(known.map(({ id }) => id)))];
}

type Filled<F> = { [K in keyof F]?: Exclude<F[K], undefined> };

/** The filters that are given. */
export function filled<F extends object>(filters: F): Filled<F> {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Filled<F>;
}

/** What refers to a record, by the table, if that isn't called so in words. */
const referrers: Readonly<Record<string, string>> = {
  api_client: 'client',
  competition_venue: 'competition',
  player_venue: 'player',
} satisfies Partial<Record<keyof Tables, string>>;

/** Deletes the row with the id; says what still refers to it, or that there is none. */
export async function removeRow(db: Db, table: Table, id: string): Promise<void> {
  const removal = db.deleteFrom(table).where('id', '=', id);
  const { numDeletedRows } = await removal.executeTakeFirst().catch((error) => {
    if (!isForeignKeyViolation(error)) throw error;
    const user = referrers[error.table] ?? error.table.replaceAll('_', ' ');
    throw refusal(`${id} can't be removed: a ${user} refers to it.`);
  });
  if (numDeletedRows === 0n) throw noSuchRow(table, id);
}

/** Holds the row with the id until the transaction ends; nobody else changes it meanwhile. */
export async function lockRow(db: Db, table: Table, id: string): Promise<void> {
  await db.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** The problem of an unknown id in a command. */
export function noSuchRow(table: string, id: string): Problem {
  return new Problem('not-found', `There is no ${table} with the id ${id}.`);
}

/** Whether the error is a reference to a row that isn't there, or a row that is still referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  return errorCode(error) === '23503';
}

/** Whether the error is a row that would be there twice, but must be unique. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCode(error) === '23505';
}

/** Whether the table holds anything. */
export async function hasRows(db: Db, table: Table): Promise<boolean> {
  const [row] = await db.selectFrom(table).select('id').limit(sql.lit(1)).execute();
  return row !== undefined;
}

/** Whether no table of this program is there. */
export async function isUntouched(db: Db): Promise<boolean> {
  const { table } = await db
    .selectNoFrom(sql<string | null>`to_regclass('rating_history')::text`.as('table'))
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
