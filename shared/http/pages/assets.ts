import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Elysia } from 'elysia';
import { ConfigError } from '../../config.ts';
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
import qualityStyle from './styles/quality.css' with { type: 'text' };
import siteStyle from './styles/site.css' with { type: 'text' };

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** The style of all pages: what comes later wins. */
const pagesStyle = [
  baseStyle,
  siteStyle,
  playerStyle,
  competitionStyle,
  qualityStyle,
  deskStyle,
  printStyle,
].join('\n');

export type Assets = ReturnType<typeof createAssets>;

const mostLogoBytes = 256 * 1_024;

/** The file of a logo, under its name among the assets. Throws ConfigError if it is none. */
function logoIn(path: string) {
  const isPng = extname(path).toLowerCase() === '.png';
  let content: Buffer<ArrayBuffer>;
  try {
    content = readFileSync(path);
  } catch (error) {
    throw new ConfigError(`SITE_LOGO is "${path}": ${(error as Error).message}`);
  }
  const begin = content.subarray(0, 1_024).toString('latin1');
  const isRight = isPng ? begin.startsWith('\x89PNG') : begin.includes('<svg');
  if (!isRight)
    throw new ConfigError(`SITE_LOGO is "${path}": that is no ${isPng ? 'PNG' : 'SVG'} file`);
  if (content.length > mostLogoBytes) {
    throw new ConfigError(`SITE_LOGO is "${path}": expected at most ${mostLogoBytes / 1_024} KB`);
  }
  return { [isPng ? 'logo.png' : 'logo.svg']: content };
}

/** What the pages load, all of it from here, with the logo if there is one. Throws ConfigError for a wrong one. */
export function createAssets(logoPath?: string) {
  const logo = logoPath === undefined ? {} : logoIn(logoPath);
  const files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
    'docs.css': docsStyle,
    'docs.js': docsScript,
    'icon.svg': icon,
    ...logo,
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
      const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
      return new Response(asset.content, {
        headers: {
          'content-type': type,
          // A picture that somebody else drew, opened by itself, runs nothing.
          ...(name === 'logo.svg' && { 'content-security-policy': policy }),
        },
      });
    },
  );
  return { address, routes, logo: Object.keys(logo)[0] };
}
