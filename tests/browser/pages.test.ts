import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { problemTypes } from '../../shared/http/problem-types.ts';
import { installed, isTooWide, picture, views, visit } from '../support/browser.ts';
import { pagesAt } from '../support/document.ts';
import { listen } from '../support/raw-http.ts';

setDefaultTimeout(180_000);

// The public address is another one on purpose: the page must do without it.
const answer = pagesAt('https://elsewhere.example/tennis');

/** What stands in for the API: it shows that a request got here, and with which key. */
function echo({ url, headers }: IncomingMessage): Response {
  return Response.json({ data: [], asked: url, key: headers['x-api-key'] ?? null });
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = request.url ?? '/';
  const result = address.startsWith('/v1/')
    ? echo(request)
    : await answer(address, { accept: request.headers.accept ?? '' });
  response.writeHead(result.status, Object.fromEntries(result.headers));
  response.end(Buffer.from(await result.arrayBuffer()));
}

const server = createServer((request, response) => {
  respond(request, response).catch(() => response.writeHead(500).end());
});

let origin: string;

beforeAll(async () => {
  if (!installed) return;
  origin = `http://127.0.0.1:${await listen(server)}`;
});

afterAll(() => {
  server.close();
});

describe.skipIf(!installed)('in a browser (skipped where none is installed)', () => {
  test.each(views)(
    '/docs shows every operation at $width px, $colorScheme',
    async (view) => {
      await visit(`${origin}/docs`, view, async (tab) => {
        await tab.waitForSelector('.opblock');
        expect(await tab.locator('.opblock').count()).toBe(13);
        const name = `docs-${view.width}-${view.colorScheme}`;
        await picture(tab, name);
        for (const id of ['#operations-Players-listPlayers', '#operations-Matches-submitMatch']) {
          await tab.locator(`${id} .opblock-summary`).click();
          await tab.waitForSelector(`${id} .responses-table`);
        }
        await picture(tab, `${name}-open`);
        expect(await isTooWide(tab)).toBe(false);
        const dark = await tab.evaluate("document.documentElement.classList.contains('dark-mode')");
        expect(dark).toBe(view.colorScheme === 'dark');
      });
    },
    30_000,
  );

  test('/docs tries a request with a key, at the address where it is', async () => {
    await visit(`${origin}/docs`, { width: 1440, colorScheme: 'light' }, async (tab) => {
      await tab.locator('.auth-wrapper .authorize').first().click();
      await tab.locator('.auth-container input[type="text"]').first().fill('trk_test');
      await tab.locator('.auth-container button.authorize').first().click();
      await tab.locator('.auth-container button.btn-done').first().click();
      const operation = tab.locator('#operations-Players-listPlayers');
      await operation.locator('.opblock-summary').click();
      await operation.locator('button.execute').click();
      const text = await operation.locator('.live-responses-table').textContent();
      expect(text).toContain('"asked": "/v1/players?limit=20"');
      expect(text).toContain('"key": "trk_test"');
      await picture(tab, 'docs-key');
    });
  });

  test.each(views)(
    '/errors has every anchor at $width px, $colorScheme',
    async (view) => {
      await visit(`${origin}/errors`, view, async (tab) => {
        for (const type of Object.keys(problemTypes)) {
          await tab.goto(`${origin}/errors#${type}`);
          expect(await tab.locator(`section:target`).getAttribute('id')).toBe(type);
        }
        await tab.goto(`${origin}/errors`);
        await picture(tab, `errors-${view.width}-${view.colorScheme}`);
        expect(await isTooWide(tab)).toBe(false);
      });
    },
    30_000,
  );

  test.each(views)(
    '/ leads to the documentation at $width px, $colorScheme',
    async (view) => {
      await visit(`${origin}/`, view, async (tab) => {
        await picture(tab, `start-${view.width}-${view.colorScheme}`);
        expect(await isTooWide(tab)).toBe(false);
        await tab.getByRole('link', { name: 'Documentation' }).click();
        await tab.waitForSelector('.opblock');
      });
    },
    30_000,
  );
});
