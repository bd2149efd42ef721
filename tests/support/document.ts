import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import { competitionOperations } from '../../modules/competitions/index.ts';
import { matchOperations } from '../../modules/matches/index.ts';
import { playerOperations } from '../../modules/players/index.ts';
import { ratingOperations } from '../../modules/ratings/index.ts';
import { venueOperations } from '../../modules/venues/index.ts';
import { addressesOf } from '../../shared/config.ts';
import { createCursors } from '../../shared/http/cursor.ts';
import { openApiDocument } from '../../shared/http/openapi.ts';
import type { Call } from '../../shared/http/operation.ts';
import { createPages, type Page } from '../../shared/http/pages/index.ts';

// Describing operations needs no database, only performing them does.
const sql = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('There is no database here.');
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const cursors = createCursors(async () => ['a secret of the tests']);

/** Every operation, as far as it can be described. */
export const operations = [
  ...playerOperations(sql, cursors),
  ...ratingOperations(sql, cursors),
  ...matchOperations(sql, cursors, () => Promise.reject(new Error('Nothing is submitted here.'))),
  ...competitionOperations(sql, cursors),
  ...venueOperations(sql, cursors),
];

/** The OpenAPI document of an installation at the address. */
export function documentAt(publicUrl: string) {
  return openApiDocument({ operations, addresses: addressesOf(publicUrl), version: '1.0.1' });
}

/** The pages of an installation at the address. */
export function pagesAt(publicUrl: string): Page[] {
  return createPages({
    document: documentAt(publicUrl),
    addresses: addressesOf(publicUrl),
    version: '9.8.7',
  });
}

/** A request for a page, as the app hands it on. */
export function callFor(address: string, headers: Record<string, string> = {}): Call {
  const { pathname: path, search, href } = new URL(address, 'http://localhost:3000');
  const request = new Request(href, { headers });
  return { request, id: 'test', path, search: search.slice(1), address: '127.0.0.1', log: {} };
}

/** What stands at a place in a JSON value; undefined where there is nothing. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), value);
}

/** The members of a JSON object at a place. Throws where there is none. */
export function membersAt(value: unknown, ...path: (string | number)[]): [string, unknown][] {
  const found = at(value, ...path);
  if (!isRecord(found)) throw new Error(`There is no object at ${path.join('/')}.`);
  return Object.entries(found);
}

function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}
