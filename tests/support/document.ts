import { Elysia } from 'elysia';
import { apiRoutes } from '../../modules/app.ts';
import { addressesOf } from '../../shared/config.ts';
import { createCursors } from '../../shared/http/cursor.ts';
import { openApiDocument } from '../../shared/http/openapi.ts';
import { operationsOf } from '../../shared/http/operation.ts';
import { createAssets } from '../../shared/http/pages/assets.ts';
import { pages, startRoutes } from '../../shared/http/pages/index.ts';
import { problems } from '../../shared/http/problems.ts';
import { createReads } from '../../shared/http/reads.ts';
import { Problem } from '../../shared/problem.ts';
import { accessWith } from './access.ts';

const nothing = {} as never; // what the operations would work with, were they called

/** The routes of the API, as far as they can be described. */
export const api = apiRoutes(
  {
    access: accessWith(),
    ...createReads(
      nothing,
      createCursors(async () => ['a secret of the tests']),
    ),
  },
  nothing,
);

/** Every operation of it. */
export const operations = operationsOf(api);

/** The OpenAPI document of an installation at the address. */
export function documentAt(publicUrl: string) {
  return openApiDocument(operations, addressesOf(publicUrl));
}

/** What an installation at the address answers at its pages. */
export function pagesAt(publicUrl: string) {
  const document = documentAt(publicUrl);
  const addresses = addressesOf(publicUrl);
  const judge = () => new Problem('not-found', 'There is nothing there.');
  const assets = createAssets();
  const app = new Elysia()
    .use(problems(judge, addresses.errors))
    .use(pages(document, addresses, assets))
    .use(startRoutes(addresses, assets));
  return (address: string, headers: Record<string, string> = {}) =>
    app.handle(new Request(new URL(address, 'http://localhost:3000').href, { headers }));
}

/** The value at a place in a JSON value; undefined where there is none. */
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
