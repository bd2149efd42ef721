import * as v from 'valibot';
import type { Db } from '../database/db.ts';
import { exampleId, type Id, type IdType, idPattern } from '../ids.ts';
import { Problem } from '../problem.ts';
import { capitalised } from '../text.ts';
import type { Access } from './access.ts';
import { type Cursors, isCursor, type Position, scopeOf } from './cursor.ts';
import { parameter, type QueryEntries, type QueryOf, queryInteger, querySchema } from './query.ts';

const exampleCursor = 'WyJBbm5hIEsuIl0.9tqH3mZ0fXv2bLw7sKc1dA';

const paging = {
  limit: v.optional(
    v.pipe(queryInteger(1, 100), v.description('How many items a page holds at most.')),
    '20',
  ),
  cursor: parameter(
    v.pipe(v.string(), v.check(isCursor, 'Expected the next_cursor of a page.')),
    'The `next_cursor` of the page before, with the same filters; left out for the first page.',
    exampleCursor,
  ),
};

type Paging = QueryOf<typeof paging>;

/** The query of a list: which page of it, and the list's own filters. */
export function listQuery<const F extends QueryEntries>(filters: F) {
  return querySchema({ ...paging, ...filters });
}

/** The schema of one page of a list. rules 8.3 */
export function pageOf(item: v.GenericSchema) {
  return v.strictObject({
    data: v.array(item),
    next_cursor: v.pipe(
      v.nullable(v.string()),
      v.description('What to send as `cursor` for the next page; null on the last one.'),
      v.metadata({ example: exampleCursor }),
    ),
  });
}

/** What the documentation says of the list of a resource, `listVenues`. */
export const listDetail = (plural: string, description: string, item: v.GenericSchema) => ({
  operationId: `list${capitalised(plural)}`,
  summary: `List ${plural}`,
  description,
  output: pageOf(item),
});

/** What the documentation says of one resource by its id, `getVenue`. */
export const oneDetail = (name: IdType, description: string, output: v.GenericSchema) => ({
  operationId: `get${capitalised(name)}`,
  summary: `Get a ${name}`,
  description,
  output,
});

/** Schema of the id in a path: a malformed one is the id of nothing. */
export function pathId<R extends IdType>(resource: R) {
  const message = ({ input }: { readonly input: unknown }) => nothing(resource, input);
  return v.pipe(
    v.string(message),
    v.regex(idPattern(resource), message),
    v.transform((text) => text as Id<R>),
    v.description(`The id of the ${resource}.`),
    v.metadata({ example: exampleId(resource) }),
  );
}

type Params<I extends string = string> = Readonly<Record<string, I>>;

/** The thing that the path names by the only id in it. Throws `not-found` where there is none. */
export function found<T>(params: Params, thing: T | undefined): T {
  if (thing !== undefined) return thing;
  const [[name = '', id] = []] = Object.entries(params);
  throw new Problem('not-found', nothing(name.replace(/_id$/, ''), id));
}

function nothing(resource: string, id: unknown): string {
  return `There is no ${resource} with ${id ? `the id "${id}"` : 'such an id'}.`;
}

/** A request whose query has no other members than these. */
type Asked<Query, Members> = {
  readonly path: string;
  readonly query: Query & { readonly [Other in Exclude<keyof Query, keyof Members>]: never };
};

/** What the routes of the API work with. */
export type Api = { readonly access: Access } & ReturnType<typeof createReads>;

/** Makes handlers that read the database. */
export function createReads(db: Db, cursors: Cursors) {
  return {
    db,

    /** Answers the thing with the id in the path. */
    one:
      <I extends string, T>(find: (db: Db, id: I) => Promise<T | undefined>) =>
      async ({ params }: { readonly params: Params<I> }): Promise<T> => {
        const [id] = Object.values(params);
        return found(params, id && (await find(db, id)));
      },

    /**
     * Answers a page of a list: `rows` gives up to `limit` of them in their order after the
     * position. Throws `invalid-request` where the cursor isn't from this list with these filters.
     * The type check refuses a filter in the query that `rows` doesn't know.
     */
    list:
      <Row, Filters>(
        rows: (db: Db, filters: Filters, limit: number, after?: Position) => Promise<Row[]>,
        position: (row: Row) => Position,
      ) =>
      async <Query extends Paging & Filters>({ path, query }: Asked<Query, Paging & Filters>) => {
        const { limit, cursor } = query;
        const scope = scopeOf(path, { ...query, limit: undefined, cursor: undefined });
        const after = await cursors.decode(scope, cursor);
        // One more than asked for tells whether there is another page.
        const given = await rows(db, query, limit + 1, after);
        const data = given.slice(0, limit);
        const last = data.at(-1);
        const hasMore = given.length > limit && last !== undefined;
        return { data, next_cursor: hasMore ? await cursors.encode(scope, position(last)) : null };
      },
  };
}
