/** @jsxImportSource preact */
import * as v from 'valibot';
import { type Position, scopeOf } from '../../shared/http/cursor.ts';
import type { QueryOf } from '../../shared/http/query.ts';
import { inEach } from './language.ts';
import type { Parameters, Visit } from './visit.ts';

export const pagingWords = inEach({
  navigation: ['More of the list', 'Dalsza część listy'],
  first: ['Back to the beginning', 'Wróć na początek'],
  next: ['Next page', 'Następna strona'],
});

/** What the query of a list says besides its filters: where to continue. */
export const pagingQuery = { cursor: v.optional(v.string()) };
export type PagingQuery = QueryOf<typeof pagingQuery>;

export type List<Row> = {
  readonly visit: Visit;
  readonly cursor: string | undefined;
  /** What the list is narrowed by, as the address has it. */
  readonly filters?: Parameters;
  /** How many rows a page has. */
  readonly size: number;
  /** Up to `limit` rows in their order, after the position. */
  readonly rows: (limit: number, after: Position | undefined) => Promise<Row[]>;
  readonly position: (row: Row) => Position;
  /** What tells a further page from the others, by its first and its last row. */
  readonly between: (first: Row, last: Row) => string;
};

/** The page of a list that a visitor is on, and the addresses of the first and the next page. */
export type ListPage<Row> = {
  readonly rows: Row[];
  /** What tells a further page from the others, if it is one. */
  readonly titleParts: readonly string[];
  readonly first: string | undefined;
  readonly next: string | undefined;
};

/** A page of a list. Throws `invalid-request` for a cursor that isn't of this list and its filters. */
export async function pageOfList<Row>(list: List<Row>): Promise<ListPage<Row>> {
  const { visit, cursor, filters = {}, size, rows, position, between } = list;
  const scope = scopeOf(visit.path, filters);
  const after = await visit.cursors.decode(scope, cursor);
  // One more than a page has tells whether there is another page.
  const given = await rows(size + 1, after);
  const onPage = given.slice(0, size);
  const [first, last] = [onPage[0], onPage.at(-1)];
  const next = given.length > size && last && (await visit.cursors.encode(scope, position(last)));
  return {
    rows: onPage,
    titleParts: after && first && last ? [between(first, last)] : [],
    first: after && visit.to(visit.path, filters),
    next: next ? visit.to(visit.path, { ...filters, cursor: next }) : undefined,
  };
}

type PagesProps = {
  readonly visit: Visit;
  readonly page: Pick<ListPage<unknown>, 'first' | 'next'>;
};

/** Links to the other pages of a list, if there are any. */
export function Pages({ visit, page: { first, next } }: PagesProps) {
  const words = pagingWords[visit.language];
  if (!first && !next) return null;
  return (
    <nav class="pages" aria-label={words.navigation}>
      {first && <a href={first}>{words.first}</a>}
      {next && (
        <a href={next} rel="next">
          {words.next}
        </a>
      )}
    </nav>
  );
}
