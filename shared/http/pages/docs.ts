import { createHash } from 'node:crypto';
import { swagger } from '@elysiajs/swagger';
import { Elysia } from 'elysia';
import type { Assets } from './assets.ts';
import { htmlResponse, securityHeaders } from './html.ts';

type Documentation = { readonly page: () => Response; readonly json: () => Response };

/**
 * The documentation as @elysiajs/swagger renders it, but for the addresses of what it loads: those
 * are its own, on another host. Throws where its page has changed so that they can't be found.
 */
export async function renderDocumentation(
  document: object,
  assets: Assets,
): Promise<Documentation> {
  const plugin = new Elysia().use(
    swagger({
      path: '/docs',
      provider: 'swagger-ui',
      documentation: document,
      theme: assets.address('swagger-ui.css'),
      autoDarkMode: false,
      swaggerOptions: {
        deepLinking: true,
        defaultModelsExpandDepth: 0,
        displayRequestDuration: true,
        showCommonExtensions: true,
        tryItOutEnabled: true,
        // Without this, Swagger UI shows the document to a service on the internet.
        validatorUrl: 'none',
      },
    }),
  );
  const read = async (path: string) =>
    (await plugin.handle(new Request(`http://localhost${path}`))).text();
  const page = withOwnAssets(await read('/docs'), assets);
  const json = await read('/docs/json');
  const sources = [
    `script-src 'self' ${inlineScriptHashes(page).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
  ].join('; ');
  return {
    page: () => htmlResponse(page, sources),
    json: () =>
      new Response(json, {
        headers: {
          'content-type': 'application/json',
          'cache-control': 'no-cache',
          ...securityHeaders,
        },
      }),
  };
}

function withOwnAssets(page: string, { address }: Assets): string {
  const [head, script, rest, ...more] = page.split(
    /(<script src="https:[^"]*" crossorigin><\/script>)/,
  );
  if (!head || !script || !rest || more.length > 0 || /(src|href)="https?:/.test(head + rest)) {
    throw new Error('@elysiajs/swagger renders its page in another way now: see pages/docs.ts.');
  }
  const links = [
    `<link rel="stylesheet" href="${address('docs.css')}" />`,
    `<link rel="icon" href="${address('icon.svg')}" />`,
  ];
  const scripts = ['swagger-ui-bundle.js', 'docs.js'].map(
    (name) => `<script src="${address(name)}"></script>`,
  );
  return head.replace('</head>', `${links.join('')}</head>`) + scripts.join('') + rest;
}

function inlineScriptHashes(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => {
    const hash = createHash('sha256').update(code).digest('base64');
    return `'sha256-${hash}'`;
  });
}
