import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import manifest from '../../package.json' with { type: 'json' };
import { problemTypes } from '../../shared/http/problem-types.ts';
import { at, documentAt, pagesAt } from '../support/document.ts';

const publicUrl = 'https://club.example/tennis';
const answer = pagesAt(publicUrl);

/** What the page answers to a browser, which asks for HTML. */
const open = (address: string, accept = 'text/html,*/*;q=0.8') => answer(address, { accept });

const htmlPages = ['/', '/docs', '/errors'];

/** Everything that the HTML loads or leads to. */
function addressesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
}

describe.each(htmlPages)('the page %s', (path) => {
  test('allows itself nothing but what the app serves', async () => {
    const { headers } = await open(path);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(policy.includes("style-src 'self' 'unsafe-inline'")).toBe(path === '/docs');
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  });

  test('names every inline script by its hash, and has no inline handlers', async () => {
    const response = await open(path);
    const policy = response.headers.get('content-security-policy') ?? '';
    const text = await response.text();
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)];
    expect(scripts).toHaveLength(path === '/docs' ? 1 : 0);
    for (const [, code = ''] of scripts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    }
    expect(text).not.toMatch(/<[^>]* on\w+=/);
  });

  test('has only relative addresses, so that it works below any path', async () => {
    const text = await (await open(path)).text();
    for (const address of addressesIn(text)) expect(address).not.toMatch(/^(\/|\w+:)/);
    for (const asset of addressesIn(text).filter((address) => address.includes('assets/'))) {
      expect((await open(`/${asset}`)).status).toBe(200);
    }
  });
});

describe('/docs', () => {
  test('shows the document of /docs/json, which is the one that was given', async () => {
    const text = await (await open('/docs')).text();
    expect(text).toContain('"url":"docs/json"');
    expect(text).toContain('"validatorUrl":"none"');
    const json = await open('/docs/json');
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(await json.json()).toEqual(documentAt(publicUrl));
  });

  test('leads back to the pages, and these lead to it', async () => {
    expect(addressesIn(await (await open('/docs')).text())).toEqual(
      expect.arrayContaining(['./', 'errors', 'docs/json']),
    );
    for (const path of ['/', '/errors'])
      expect(addressesIn(await (await open(path)).text())).toContain('docs');
  });

  test('holds the description whole in its head', async () => {
    const text = await (await open('/docs')).text();
    const { title, description } = documentAt(publicUrl).info;
    expect(text).toContain(`<title>${title}</title>`);
    // @elysiajs/swagger escapes nothing.
    expect(description).not.toMatch(/["<>&]/);
    expect(text).toContain(`content="${description}"`);
  });
});

describe('/errors', () => {
  test.each(Object.entries(problemTypes))('explains %s at its anchor', async (type, problem) => {
    const text = await (await open('/errors')).text();
    const [, section = ''] = text.split(`<section id="${type}">`);
    const [content = ''] = section.split('</section>');
    expect(content).toContain(problem.title);
    expect(content).toContain(String(problem.status));
    expect(content).toContain(`${publicUrl}/errors#${type}`);
    expect(content).toContain('What to do');
    expect(content).toContain('&quot;detail&quot;: ');
    expect(text).toContain(`<li><a href="#${type}">${type}</a> ${problem.status}</li>`);
  });

  test.each(['invalid_client', 'invalid_scope', 'unsupported_grant_type', 'invalid_request'])(
    'lists %s of the token endpoint',
    async (error) => {
      const [, section] = (await (await open('/errors')).text()).split('id="token-endpoint"');
      expect(section).toContain(`<code>${error}</code>`);
    },
  );
});

describe('/', () => {
  test.each(['text/html;q=0', 'text/html;q=0, */*', 'text/html;q=0.5, application/json'])(
    'is not HTML for who would rather have something else, by "%s"',
    async (accept) => {
      const { headers } = await open('/', accept);
      expect(headers.get('content-type')).toStartWith('application/json');
    },
  );

  test.each(['text/html', 'text/html;q=0.5', 'text/html;q=0.5, application/json;q=0.4'])(
    'is HTML for who would rather have that than anything else, by "%s"',
    async (accept) => {
      const { headers } = await open('/', accept);
      expect(headers.get('content-type')).toStartWith('text/html');
    },
  );

  test('is HTML for a browser, with links to the rest', async () => {
    const text = await (await open('/')).text();
    const cards = [...text.matchAll(/<a href="([^"]*)"><strong>(.*?)<\/strong>/g)];
    expect(cards.map(([, path, title]) => `${title}: ${path}`)).toEqual([
      'Documentation: docs',
      'OpenAPI document: docs/json',
      'Errors: errors',
      'Health: healthz',
      'Readiness: readyz',
      'Metrics: metrics',
    ]);
    expect(text).toContain('https://club.example/tennis/v1');
  });

  test.each(['application/json', '*/*', ''])(
    'is JSON for a program that accepts "%s"',
    async (accept) => {
      const response = await open('/', accept);
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.headers.get('vary')).toBe('accept');
      const body: unknown = await response.json();
      expect(at(body, 'version')).toBe(manifest.version);
      expect(at(body, 'base_url')).toBe('https://club.example/tennis/v1');
      expect(at(body, 'documentation')).toBe('https://club.example/tennis/docs');
      expect(at(body, 'openapi')).toBe('https://club.example/tennis/docs/json');
      expect(at(body, 'errors')).toBe('https://club.example/tennis/errors');
      expect(at(body, 'health')).toBe('https://club.example/tennis/healthz');
      expect(at(body, 'readiness')).toBe('https://club.example/tennis/readyz');
    },
  );
});

describe('an asset', () => {
  test.each([
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['docs.css', 'text/css; charset=utf-8'],
    ['docs.js', 'text/javascript; charset=utf-8'],
    ['pages.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ])('%s is %s', async (name, type) => {
    const response = await open(`/docs/assets/${name}`);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await response.bytes()).length).toBeGreaterThan(50);
  });

  test('is kept by browsers only at the address that names its content', async () => {
    const text = await (await open('/docs')).text();
    const named = addressesIn(text).find((address) => address.includes('swagger-ui.css')) ?? '';
    const cacheOf = async (address: string) => (await open(address)).headers.get('cache-control');
    expect(await cacheOf(`/${named}`)).toContain('immutable');
    expect(await cacheOf('/docs/assets/swagger-ui.css')).toBe('no-cache');
    expect(await cacheOf('/docs/assets/swagger-ui.css?v=older')).toBe('no-cache');
  });

  test.each(['package.json', '..%2Fpackage.json', 'constructor', ''])(
    '%s is not there',
    async (name) => {
      expect((await open(`/docs/assets/${name}`)).status).toBe(404);
    },
  );
});
