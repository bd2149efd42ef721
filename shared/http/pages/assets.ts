import { createHash } from 'node:crypto';
import { readPackageFile } from '../../package-files.ts';
import { Problem } from '../../problem.ts';
import { docsScript } from './docs-script.ts';
import { securityHeaders } from './html.ts';
import { docsStyle, icon, pagesStyle } from './style.ts';

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

export type Assets = {
  /** The address of the asset, relative to `/docs` and its siblings; it changes with the content. */
  address(name: string): string;
  /** Answers a request for an asset. Throws `not-found`. */
  answer(request: Request): Response;
};

/** What the pages load, all of it from here. */
export function createAssets(): Assets {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'] as const) {
    contents.set(name, readPackageFile(name));
  }
  for (const [name, text] of Object.entries(ownAssets)) {
    contents.set(name, new TextEncoder().encode(text));
  }
  const versions = new Map<string, string>();
  for (const [name, bytes] of contents) {
    versions.set(name, `v=${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`);
  }
  return {
    address: (name) => `docs/assets/${name}?${versions.get(name)}`,
    answer({ url }) {
      const { pathname, search } = new URL(url);
      const name = pathname.split('/').at(-1) ?? '';
      const content = contents.get(name);
      if (!content) throw new Problem('not-found', `There is nothing at ${pathname}.`);
      const lasting = search === `?${versions.get(name)}`;
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
