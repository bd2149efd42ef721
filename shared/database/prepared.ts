import { type Compilable, type CompiledQuery, sql } from 'kysely';
import type { Db } from './db.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Stands for a value, or an item of one, while a statement is built. */
class StandIn {
  readonly name: string;
  readonly place: number | undefined;

  constructor(name: string, place?: number) {
    this.name = name;
    this.place = place;
  }

  valueIn(values: Values): unknown {
    const value = values[this.name];
    return Array.isArray(value) && this.place !== undefined ? value[this.place] : value;
  }

  [Symbol.toPrimitive](): never {
    throw new Error('A prepared statement is built for any value, and can not look at one.');
  }
}

/** How many texts of one statement are kept. */
const mostShapes = 500;

/** What may change or lock something, and has to be run once. */
const changing = /\b(insert|update|delete|merge|share)\b/i;

/**
 * Runs a statement that is built once for each limit and each set of given values: building it
 * costs as much as all else of a small query. `build` gets stand-ins for the values (and for an
 * array's items), which can only become parameters. The limit stays a number: a statement with a
 * parameter there would be planned as if there were none.
 */
export function prepared<Given extends Values, Row>(
  build: (db: Db, given: Given, limit: number) => Compilable<Row>,
): (db: Db, given: Given, limit?: number) => Promise<Row[]> {
  const built = new Map<string, CompiledQuery<Row> & { readonly run: 'query' | 'read' }>();
  return async (db, given, limit = 0) => {
    const shape = shapeOf(given, limit);
    let statement = built.get(shape);
    if (!statement) {
      if (built.size === mostShapes) built.clear(); // limits times filters could be many
      const compiled = build(db, standInsFor(given), limit).compile();
      statement = { ...compiled, run: changing.test(compiled.sql) ? 'query' : 'read' };
      built.set(shape, statement);
    }
    const parameters = statement.parameters.map((parameter) => filledIn(parameter, given));
    if (db.direct) return (await db.direct[statement.run](statement.sql, parameters)).rows;
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}

/** The same for a statement that gives the one row that an id names, if there is one. */
export function preparedById<Id extends string, Row>(
  build: (db: Db, id: Id) => Compilable<Row>,
): (db: Db, id: Id) => Promise<Row | undefined> {
  const rows = prepared((db, { id }: { readonly id: Id }) => build(db, id));
  return async (db, id) => (await rows(db, { id }))[0];
}

/** The columns of a row, and its values as a statement selects them. */
export function selected<R extends object>(row: R) {
  const columns = Object.keys(row) as (keyof R & string)[];
  return { columns, values: columns.map((column) => sql.val(row[column]).as(column)) };
}

function shapeOf(given: Values, limit: number): string {
  let shape = String(limit);
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) shape += ` ${name}${Array.isArray(value) ? value.length : ''}`;
  }
  return shape;
}

function standInsFor<Given extends Values>(given: Given): Given {
  const standIns = Object.entries(given).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value.map((_, place) => new StandIn(name, place))];
    return [name, value === undefined ? undefined : new StandIn(name)];
  });
  return Object.fromEntries(standIns);
}

function filledIn(parameter: unknown, given: Values): unknown {
  if (Array.isArray(parameter)) return parameter.map((item) => filledIn(item, given));
  return parameter instanceof StandIn ? parameter.valueIn(given) : parameter;
}
