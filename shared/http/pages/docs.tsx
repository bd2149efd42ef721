/** @jsxImportSource preact */
import { hash } from 'node:crypto';
import { swagger } from '@elysiajs/swagger';
import { Elysia } from 'elysia';
import { renderToString } from 'preact-render-to-string';
import { type AssetAddress, htmlResponse, WayBack } from './document.tsx';

/**
 * The OpenAPI document at `/docs/json`, and for people at `/docs`, by @elysiajs/swagger. Its page
 * takes Swagger UI from another host, and no option changes that: so its links are replaced by ours.
 */
export function documentation(document: object, asset: AssetAddress) {
  return new Elysia({ name: 'documentation' })
    .onAfterHandle(async ({ path, response, set }) => {
      if (path === '/docs/json') set.headers['content-type'] = 'application/json';
      // Elysia passes a static answer as a function that copies it.
      const page: unknown = typeof response === 'function' ? response() : response;
      return page instanceof Response ? withOwnAssets(await page.text(), asset) : undefined;
    })
    .use(
      swagger({
        path: '/docs',
        provider: 'swagger-ui',
        documentation: document,
        // Every operation is in the document already.
        excludeMethods: ['GET', 'HEAD', 'POST', 'OPTIONS', 'ALL'],
        theme: asset('swagger-ui.css'),
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
}

function withOwnAssets(page: string, asset: AssetAddress): Response {
  const styles = (
    <>
      <link rel="stylesheet" href={asset('docs.css')} />
      <link rel="icon" href={asset('icon.svg')} />
    </>
  );
  const scripts = (
    <>
      <script src={asset('swagger-ui-bundle.js')} />
      <script src={asset('docs.js')} />
    </>
  );
  const top = (
    <>
      <WayBack path="errors" name="Errors" />
      <noscript>
        <p>
          This page needs JavaScript; <a href="docs/json">the OpenAPI document</a> does not.
        </p>
      </noscript>
    </>
  );
  const text = page
    .replace(/(?<=<body>)/, renderToString(top))
    .replace(/(?=<\/head>)/, renderToString(styles))
    .replace(/<script src="https:.*<\/script>/, renderToString(scripts));
  const [, code = ''] = /<script>([^<]*)<\/script>/.exec(text) ?? [];
  const own = hash('sha256', code, 'base64');
  const sources = `script-src 'self' 'sha256-${own}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'`;
  return htmlResponse(text, sources);
}
