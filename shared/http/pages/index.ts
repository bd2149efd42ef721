import type { Addresses } from '../../config.ts';
import type { Call } from '../operation.ts';
import { createAssets } from './assets.ts';
import { renderDocumentation } from './docs.ts';
import { errorsPage } from './errors.ts';
import { startPage } from './start.ts';

export { installedAssets, readInstalledAsset } from './assets.ts';

/** What is shown at a path to everybody, without credentials. */
export type Page = {
  readonly path: string;
  readonly answer: (call: Call) => Response | Promise<Response>;
};

type Options = {
  /** The OpenAPI document. */
  readonly document: object;
  readonly addresses: Addresses;
  /** The version of the program. */
  readonly version: string;
  /** The bytes of one of the installed assets. */
  readonly readAsset: (name: string) => Uint8Array;
};

/** The pages for people; whatever they load comes from the app itself, by relative addresses. */
export function createPages({ document, addresses, version, readAsset }: Options): Page[] {
  const assets = createAssets(readAsset);
  const documentation = renderDocumentation(document, assets);
  return [
    { path: '/', answer: (call) => startPage(call, addresses, version, assets) },
    { path: '/docs', answer: async () => (await documentation).page() },
    { path: '/docs/json', answer: async () => (await documentation).json() },
    { path: '/docs/assets/:name', answer: assets.answer },
    { path: '/errors', answer: () => errorsPage(addresses.errors, assets) },
  ];
}
