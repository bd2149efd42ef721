import type { AnyElysia, DocumentDecoration } from 'elysia';
import type * as v from 'valibot';
import type { ProblemType } from '../problem.ts';
import type { QueryEntries } from './query.ts';

declare module 'elysia' {
  /** What the `detail` of a route says for the document here, besides OpenAPI's own members. */
  interface DocumentDecoration {
    /** What a successful answer holds. */
    readonly output?: v.GenericSchema;
    /** Each error that can end it, besides those of its schemas and of any operation. */
    readonly errors?: readonly ProblemType[];
    /** The schema of the body: a variant on its `status`. */
    readonly body?: { readonly options: readonly v.GenericSchema[] };
  }
}

type Entries = Readonly<Record<string, v.GenericSchema>>;

type Description = DocumentDecoration &
  Required<Pick<DocumentDecoration, 'operationId' | 'output'>>;

/** One operation of the API, as its route describes it. */
export type Operation = Description & {
  readonly method: 'get' | 'post';
  /** Below `{base_url}`, with `{}` around parameters. */
  readonly path: string;
  readonly params: Entries;
  readonly query: QueryEntries;
  /** The headers that a request must carry besides the credentials. */
  readonly headers: Entries;
};

/** Every operation among the routes. Throws where one lacks its description. */
export function operationsOf({ routes }: Pick<AnyElysia, 'routes'>): Operation[] {
  return routes.map(({ method, path, hooks: { detail, params, query, headers } }) => {
    const isDescribed = detail?.operationId && detail.output;
    if (!isDescribed) throw new Error(`${method} ${path} is not described.`);
    return {
      ...detail,
      method: method === 'POST' ? 'post' : 'get',
      path: path.replace(/^\/v1/, '').replaceAll(/:(\w+)/g, '{$1}'),
      params: params?.entries ?? {},
      query: query?.entries ?? {},
      headers: headers?.entries ?? {},
    };
  });
}
