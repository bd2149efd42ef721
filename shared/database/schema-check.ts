// Whether the schema is the one that the entities describe. MikroORM's own comparison takes 190 ms of a start, this 30 to 50.
import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Db } from './db.ts';

/** MikroORM's own, which no entity describes. */
const listOfMigrations = 'mikro_orm_migrations';

/** A part of the schema; one that isn't a column has no type. */
type Part = {
  readonly kind: 'table' | 'column' | 'index' | 'constraint';
  readonly table: string;
  readonly name: string;
  readonly type?: string;
  readonly nullable?: boolean;
};

const tablesOf = (orm: MikroORM) => orm.schema.getTargetSchema().getTables();

/** All that the entities describe. */
function partsOf(orm: MikroORM): Part[] {
  return tablesOf(orm).flatMap((one): Part[] => {
    const table = one.name;
    const constraints = [
      ...one.getChecks().map(({ name }) => name),
      ...Object.keys(one.getForeignKeys()),
    ];
    return [
      { kind: 'table', table, name: table },
      ...one.getColumns().map(({ name, type, nullable }): Part => {
        return { kind: 'column', table, name, type, nullable: nullable === true };
      }),
      ...one.getIndexes().map(({ keyName }): Part => ({ kind: 'index', table, name: keyName })),
      ...constraints.map((name): Part => ({ kind: 'constraint', table, name })),
    ];
  });
}

/** Whether a row of pg_class, by the name `of`, is in the schema. */
const isIn = (orm: MikroORM) =>
  sql<boolean>`of.relnamespace = (select to_regnamespace(quote_ident(${orm.config.get('schema') ?? 'public'})))`;

/** What there is of a part; a column's type is PostgreSQL's number of it. */
type Found = Pick<Part, 'kind' | 'table' | 'name' | 'nullable'> & {
  readonly type: number | null;
  readonly valid: boolean;
};

const keyOf = ({ kind, table, name }: Pick<Part, 'kind' | 'table' | 'name'>) =>
  kind === 'table' ? `table ${name}` : `${kind} ${name} of ${table}`;

/**
 * What the entities describe and the schema lacks, in words: `index match_once of match is missing`. What there is
 * more than that, such as an operator's own index, is no fault.
 */
export async function schemaFaults(orm: MikroORM, db: Db): Promise<string[]> {
  const parts = partsOf(orm);
  const here = isIn(orm);
  const { rows } = await sql<Found>`
    select 'table' as kind, relname as "table", relname as name, null::oid as type, null::bool as nullable, true as valid
      from pg_class as of where ${here} and relkind in ('r', 'p')
    union all select 'column', relname, attname, atttypid, not attnotnull, true
      from pg_class as of join pg_attribute on attrelid = of.oid
      where ${here} and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all select 'index', of.relname, own.relname, null, null, indisvalid
      from pg_index join pg_class as of on of.oid = indrelid join pg_class as own on own.oid = indexrelid where ${here}
    union all select 'constraint', relname, conname, null, null, convalidated
      from pg_constraint join pg_class as of on of.oid = conrelid where ${here} and contype in ('c', 'f')`.execute(
    db,
  );
  const found = new Map(rows.map((one) => [keyOf(one), one]));
  const numbers = await numbersOf(db, parts);
  const stateOf = (part: Part): string | undefined => {
    const there = found.get(keyOf(part));
    if (!there) return 'is missing';
    if (!there.valid) return 'is not valid';
    if (part.kind !== 'column') return undefined;
    const number = numbers.get(part.type ?? '');
    if (number && number !== there.type) return 'has another type';
    if (part.nullable === there.nullable) return undefined;
    return part.nullable ? 'must be nullable' : 'must be not null';
  };
  const isOfMissing = ({ kind, table }: Part) =>
    kind !== 'table' && !found.has(keyOf({ kind: 'table', table, name: table }));
  return parts.flatMap((part) => {
    const state = isOfMissing(part) ? undefined : stateOf(part);
    return state ? [`${keyOf(part)} ${state}`] : [];
  });
}

/** PostgreSQL's numbers of the types; none of `bigserial`, which is a column's way to begin. */
async function numbersOf(db: Db, parts: readonly Part[]): Promise<Map<string, number | null>> {
  const names = [...new Set(parts.flatMap(({ type }) => type ?? []))];
  const { rows } = await sql<{ name: string; number: number | null }>`
    select name, to_regtype(name)::oid as number from unnest(${names}::text[]) as name`.execute(db);
  return new Map(rows.map(({ name, number }) => [name, number]));
}

/** The statements that add what is missing, as MikroORM finds it; an index that isn't valid it takes for valid. */
export async function schemaRepairs(orm: MikroORM): Promise<string[]> {
  const text = await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: true, dropTables: false });
  const statements = text.split('\n').filter((line) => line !== '');
  return statements.filter((statement) => !/^(drop|alter table \S+ drop) /.test(statement));
}

/**
 * Tables in the schema that aren't this program's, nor an extension's; where there are none of its own yet
 * (`without ours`), those with its names count, too.
 */
export async function otherTables(
  orm: MikroORM,
  db: Db,
  ours: 'beside ours' | 'without ours',
): Promise<string[]> {
  const own = ours === 'beside ours' ? tablesOf(orm).map(({ name }) => name) : [];
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class as of
    where ${isIn(orm)} and relkind in ('r', 'p', 'f')
      and relname <> all (${[listOfMigrations, ...own]})
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = of.oid and deptype = 'e')
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
}
