import * as v from 'valibot';
import type { Db } from '../database/db.ts';
import { problemAt } from '../problem.ts';
import type { Cursors, Position } from './cursor.ts';
import { type QueryEntries, type QueryOf, queryInteger, querySchema } from './query.ts';

const exampleCursor = 'WyJBbm5hIEsuIl0.9tqH3mZ0fXv2bLw7sKc1dA';

const paging = {
  limit: v.optional(
    v.pipe(queryInteger(1, 100), v.description('How many items a page holds at most.')),
    '20',
  ),
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'The `next_cursor` of the page before, with the same filters; left out for the first page.',
      ),
      v.metadata({ example: exampleCursor }),
    ),
  ),
};

/** The query of a list: which page of it, and the list's own filters. */
export function listQuery<const F extends QueryEntries>(filters: F) {
  return querySchema({ ...paging, ...filters });
}

/** The schema of one page of a list. rules 8.3 */
export const pageOf = (item: v.GenericSchema) =>
  v.strictObject({
    data: v.array(item),
    next_cursor: v.pipe(
      v.nullable(v.string()),
      v.description('What to send as `cursor` for the next page; null on the last one.'),
      v.metadata({ example: exampleCursor }),
    ),
  });

type Paging = QueryOf<typeof paging>;

/**
 * Answers one page of a list: `rows` gives up to `limit` of them in their order after the position.
 * Throws `invalid-request` where the cursor is none of this list and these filters.
 */
export type List = <Row, Query extends Paging>(
  path: string,
  query: Query,
  rows: (
    on: Db,
    filters: Omit<Query, keyof Paging>,
    limit: number,
    after: Position | undefined,
  ) => Promise<Row[]>,
  position: (row: Row) => Position,
) => Promise<{ data: Row[]; next_cursor: string | null }>;

/** Lists of what the database holds. */
export function createList(database: Db, cursors: Cursors): List {
  return async (path, { limit, cursor, ...filters }, rows, position) => {
    const scope = JSON.stringify([path, filters]);
    const after = cursor === undefined ? undefined : await cursors.decode(scope, cursor);
    if (cursor !== undefined && !after) throw badCursor();
    // One more than asked for tells whether there is another page.
    const found = await rows(database, filters, limit + 1, after);
    const data = found.slice(0, limit);
    const last = data.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return { data, next_cursor: hasMore ? await cursors.encode(scope, position(last)) : null };
  };
}

function badCursor() {
  const detail = 'The cursor was altered, or belongs to another list or other filters.';
  return problemAt('invalid-request', [{ pointer: '#/cursor', detail }]);
}
