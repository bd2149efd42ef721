import { Elysia } from 'elysia';
import type { Addresses } from '../../config.ts';
import type { OpenApiDocument } from '../openapi.ts';
import type { Assets } from './assets.ts';
import { documentation } from './docs.tsx';
import { errorsPage } from './errors.tsx';
import { wantsHtml } from './negotiation.ts';
import { startDocument, startPage } from './start.tsx';

/** The headers of every page. */
export const pageHeaders = {
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The pages of the API; whatever they load comes from the app itself, by relative addresses. */
export function pages(document: OpenApiDocument, addresses: Addresses, assets: Assets) {
  const { address, routes } = assets;
  return new Elysia({ name: 'pages' })
    .onTransform(({ set }) => {
      Object.assign(set.headers, pageHeaders);
    })
    .get('/errors', () => errorsPage(addresses.errors, document.components.examples, address))
    .use(routes)
    .use(documentation(document, address));
}

/** The start page of an installation that shows no ranking. */
export function startRoutes(addresses: Addresses, { address }: Assets) {
  return new Elysia({ name: 'start' }).get('/', ({ request, set }) => {
    Object.assign(set.headers, pageHeaders, { vary: 'accept' });
    return wantsHtml(request) ? startPage(addresses, address) : startDocument(addresses);
  });
}
