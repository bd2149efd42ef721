import { Elysia } from 'elysia';
import type { Addresses } from '../../config.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { createAssets } from './assets.ts';
import { documentation } from './docs.ts';
import { errorsPage } from './errors.ts';
import { startPage } from './start.ts';

const headers = {
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The pages for people; whatever they load comes from the app itself, by relative addresses. */
export function pages(document: OpenApiDocument, addresses: Addresses) {
  const { address, routes } = createAssets();
  return new Elysia({ name: 'pages' })
    .onTransform(({ set }) => {
      Object.assign(set.headers, headers);
    })
    .get('/', startPage(addresses, address))
    .get('/errors', () => errorsPage(addresses.errors, document.components.examples, address))
    .use(routes)
    .use(documentation(document, address));
}
