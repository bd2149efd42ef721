import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Problem } from '../../problem.ts';
import type { Call } from '../operation.ts';
import { docsScript } from './docs-script.ts';
import { securityHeaders } from './html.ts';
import { docsStyle, icon, pagesStyle } from './style.ts';

/** The assets that come from an installed package; a compiled program has to carry them. */
export const installedAssets = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const ownAssets: Readonly<Record<string, string>> = {
  'docs.css': docsStyle,
  'docs.js': docsScript,
  'icon.svg': icon,
  'pages.css': pagesStyle,
};

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** An asset of the installed swagger-ui-dist. */
export function readInstalledAsset(name: string): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}

export type Assets = {
  /** The address of the asset, relative to `/docs` and its siblings; it changes with the content. */
  address(name: string): string;
  /** Answers a request for an asset. Throws `not-found`. */
  answer(call: Call): Response;
};

/** What the pages load, all of it from here. */
export function createAssets(readAsset: (name: string) => Uint8Array): Assets {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const name of installedAssets) contents.set(name, Uint8Array.from(readAsset(name)));
  for (const [name, text] of Object.entries(ownAssets)) {
    contents.set(name, new TextEncoder().encode(text));
  }
  const versions = new Map<string, string>();
  for (const [name, bytes] of contents) {
    versions.set(name, `v=${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`);
  }
  return {
    address: (name) => `docs/assets/${name}?${versions.get(name)}`,
    answer({ path, search }) {
      const name = path.split('/').at(-1) ?? '';
      const content = contents.get(name);
      if (!content) throw new Problem('not-found', `There is nothing at ${path}.`);
      const lasting = search === versions.get(name);
      return new Response(content, {
        headers: {
          'content-type': mediaTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
          'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
          ...securityHeaders,
        },
      });
    },
  };
}
