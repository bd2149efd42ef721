import { hash } from 'node:crypto';
import { Elysia } from 'elysia';
import { readPackageFile } from '../../package-files.ts';
import { nothingAt } from '../methods.ts';
import { docsScript } from './docs-script.ts';
import type { AssetAddress } from './document.tsx';
import icon from './icon.svg' with { type: 'text' };
import baseStyle from './styles/base.css' with { type: 'text' };
import competitionStyle from './styles/competition.css' with { type: 'text' };
import deskStyle from './styles/desk.css' with { type: 'text' };
import docsStyle from './styles/docs.css' with { type: 'text' };
import playerStyle from './styles/player.css' with { type: 'text' };
import printStyle from './styles/print.css' with { type: 'text' };
import siteStyle from './styles/site.css' with { type: 'text' };

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The style of all pages: what comes later wins. */
const pagesStyle = [
  baseStyle,
  siteStyle,
  playerStyle,
  competitionStyle,
  deskStyle,
  printStyle,
].join('\n');

export type Assets = ReturnType<typeof createAssets>;

/** What the pages load, all of it from here. */
export function createAssets() {
  const files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
    'docs.css': docsStyle,
    'docs.js': docsScript,
    'icon.svg': icon,
    'pages.css': pagesStyle,
    'swagger-ui-bundle.js': readPackageFile('swagger-ui-bundle.js'),
    'swagger-ui.css': readPackageFile('swagger-ui.css'),
  };
  const assets = new Map(
    Object.entries(files).map(([name, content]) => {
      const version = hash('sha256', content).slice(0, 12);
      return [name, { content, address: `docs/assets/${name}?v=${version}` }];
    }),
  );
  const address: AssetAddress = (name) => assets.get(name)?.address ?? '';
  const routes = new Elysia({ name: 'assets' }).get(
    '/docs/assets/:name',
    ({ params: { name }, path, request, set: { headers } }) => {
      const asset = assets.get(name);
      if (!asset) throw nothingAt(path);
      if (request.url.endsWith(asset.address))
        headers['cache-control'] = 'public, max-age=31536000, immutable';
      // A text alone would be `text/plain` on Deno, which a browser takes for no style and no script.
      const type = mediaTypes[name.split('.').at(-1) ?? ''] ?? '';
      return new Response(asset.content, { headers: { 'content-type': type } });
    },
  );
  return { address, routes };
}
