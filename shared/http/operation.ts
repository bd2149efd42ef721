import * as v from 'valibot';
import { type Id, isId, type Resource } from '../ids.ts';
import { Problem, type ProblemType, problemAt } from '../problem.ts';
import type { Cursors, Position } from './cursor.ts';
import { parseQuery, type QueryEntries, type QueryOf, queryInteger } from './query.ts';

export type Security = 'apiKey' | 'accessToken' | 'none';

/** Who sent a request: an API key's bearer or an organizer's client. */
export type Credential =
  | { readonly kind: 'apiKey'; readonly bucket: string; readonly label: string }
  | {
      readonly kind: 'accessToken';
      readonly bucket: string;
      readonly label: string;
      readonly organizerId: Id<'organizer'>;
      readonly scopes: readonly string[];
    };

/** One request on its way. */
export type Call = {
  readonly request: Request;
  readonly id: string;
  readonly path: string;
  /** The query string without its question mark. */
  readonly search: string;
  /** The address of the peer that the address limit counts. */
  readonly address: string;
  /** What the log says of it, filled in on the way. */
  readonly log: { route?: string; credential?: string };
};

/** An answer that isn't simply 200 with a JSON body. */
export class Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type Target = {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
  readonly credential: Credential | undefined;
};

/** What the documentation tells of an operation; the rest of it is told by the schemas. */
type Description = {
  readonly operationId: string;
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The conditions that can end it early, besides those of every operation. */
  readonly errors: readonly ProblemType[];
  /** What a successful answer holds; listOperation takes one item and makes a page of it. */
  readonly output: v.GenericSchema;
};

/** One operation of the API: its description and what it does. */
export type Operation = Description & {
  readonly method: 'GET' | 'POST';
  readonly security: Security;
  readonly status: 200 | 201;
  readonly resource?: Resource;
  readonly query: QueryEntries;
  /** The headers that a request must carry, besides the credentials. */
  readonly headers?: Readonly<Record<string, v.GenericSchema>>;
  /** The schema of the body: a variant on its `status`. */
  readonly body?: { readonly options: readonly v.GenericSchema[] };
  readonly perform: (target: Target) => Promise<object>;
};

type WithId<R extends Resource> = { readonly resource: R };
type IdOf<R extends Resource> = { readonly id: Id<R> };

/** An operation that reads one thing; `answer` gives undefined where there is none with the id. */
export function readOperation<
  R extends Resource,
  const Q extends QueryEntries = Record<never, never>,
>(
  spec: Description &
    WithId<R> & {
      readonly query?: Q;
      readonly answer: (input: IdOf<R> & { query: QueryOf<Q> }) => Promise<object | undefined>;
    },
): Operation {
  const { answer, query = {} as Q, ...description } = spec;
  return {
    ...description,
    query,
    method: 'GET',
    security: 'apiKey',
    status: 200,
    async perform({ call, params }) {
      const id = pathId(spec.resource, params);
      // rules 8.2. Whatever is sent to an operation without parameters is ignored.
      const search = spec.query ? call.search : '';
      const found = await answer({ id, query: parseQuery(query, search) });
      if (!found) throw noSuch(spec.resource, id);
      return found;
    },
  };
}

const defaultLimit = 20;
const exampleCursor = 'WyJBbm5hIEsuIl0.9tqH3mZ0fXv2bLw7sKc1dA';
const paging = {
  limit: v.optional(
    v.pipe(queryInteger(1, 100), v.description('How many items a page holds at most.')),
    String(defaultLimit),
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

/** The schema of one page of a list. rules 8.3 */
const pageOf = (item: v.GenericSchema) =>
  v.strictObject({
    data: v.array(item),
    next_cursor: v.pipe(
      v.nullable(v.string()),
      v.description('What to send as `cursor` for the next page; null on the last one.'),
      v.metadata({ example: exampleCursor }),
    ),
  });

type PageInput<Q extends QueryEntries, R extends Resource> = {
  readonly id: Id<R> | undefined;
  readonly filters: QueryOf<Q>;
  /** How many rows are wanted. */
  readonly limit: number;
  /** Where the page before ended. */
  readonly after: Position | undefined;
};

/**
 * An operation that lists rows page by page: `rows` gives up to `limit` of them in their order after
 * the position, or undefined where nothing has the id; `item` is how a row is shown.
 */
export function listOperation<
  Row,
  const Q extends QueryEntries = Record<never, never>,
  R extends Resource = Resource,
>(
  cursors: Cursors,
  spec: Description & {
    readonly resource?: R;
    readonly filters?: Q;
    readonly rows: (input: PageInput<Q, R>) => Promise<Row[] | undefined>;
    readonly item: (row: Row) => object;
    readonly position: (row: Row) => Position;
  },
): Operation {
  const { rows, item, position, filters = {} as Q, ...description } = spec;
  return {
    ...description,
    output: pageOf(spec.output),
    method: 'GET',
    security: 'apiKey',
    status: 200,
    query: { ...paging, ...filters },
    async perform({ call, params }) {
      const id = spec.resource && pathId(spec.resource, params);
      const {
        limit = defaultLimit,
        cursor,
        ...query
      } = parseQuery({ ...paging, ...filters }, call.search);
      const scope = JSON.stringify([spec.operationId, id, query]);
      const after = cursor === undefined ? undefined : await cursors.decode(scope, cursor);
      if (cursor !== undefined && !after) throw badCursor();
      const found = await rows({ id, filters: query as QueryOf<Q>, limit: limit + 1, after });
      if (!found) throw noSuch(spec.resource, id);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const more = found.length > limit && last !== undefined;
      return {
        data: page.map(item),
        next_cursor: more ? await cursors.encode(scope, position(last)) : null,
      };
    },
  };
}

function pathId<R extends Resource>(kind: R, params: Readonly<Record<string, string>>): Id<R> {
  const text = Object.values(params)[0] ?? '';
  if (!isId(kind, text)) throw noSuch(kind, text);
  return text;
}

function noSuch(kind: Resource | undefined, id: string | undefined): Problem {
  return new Problem('not-found', `There is no ${kind ?? 'resource'} with the id "${id ?? ''}".`);
}

function badCursor(): Problem {
  const detail = 'The cursor was altered, or belongs to another list or other filters.';
  return problemAt('invalid-request', [{ pointer: '#/cursor', detail }]);
}
