import type { Addresses } from '../../config.ts';
import { createAssets } from './assets.ts';
import { renderDocumentation } from './docs.ts';
import { errorsPage } from './errors.ts';
import { startPage } from './start.ts';

/** What is shown at a path to everybody, without credentials. */
export type Page = {
  readonly path: string;
  readonly answer: (request: Request) => Response | Promise<Response>;
};

type Options = {
  /** The OpenAPI document. */
  readonly document: object;
  readonly addresses: Addresses;
  /** The version of the program. */
  readonly version: string;
};

/** The pages for people; whatever they load comes from the app itself, by relative addresses. */
export function createPages({ document, addresses, version }: Options): Page[] {
  const assets = createAssets();
  const documentation = renderDocumentation(document, assets);
  return [
    { path: '/', answer: (request) => startPage(request, addresses, version, assets) },
    { path: '/docs', answer: async () => (await documentation).page() },
    { path: '/docs/json', answer: async () => (await documentation).json() },
    { path: '/docs/assets/:name', answer: assets.answer },
    { path: '/errors', answer: () => errorsPage(addresses.errors, assets) },
  ];
}
