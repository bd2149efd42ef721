import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Browser, chromium, type Page as Tab } from 'playwright-core';
import { Problem, problemTypes } from '../../shared/http/problem.ts';
import { callFor, pagesAt } from '../support/document.ts';

const executablePath = '/usr/bin/chromium';
const installed = existsSync(executablePath);
const pictures = join(import.meta.dirname, '../output');

// The public address is another one on purpose: the page must do without it.
const pages = pagesAt('https://elsewhere.example/tennis');

/** What stands in for the API: it shows that a request got here, and with which key. */
function echo({ url, headers }: IncomingMessage): Response {
  return Response.json({ data: [], asked: url, key: headers['x-api-key'] ?? null });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = request.url ?? '/';
  const call = callFor(address, { accept: request.headers.accept ?? '' });
  const page = pages.find(
    ({ path }) => call.path === path.replace(/:.*/, call.path.split('/').at(-1) ?? ''),
  );
  const result = address.startsWith('/v1/')
    ? echo(request)
    : page
      ? await page.answer(call)
      : new Response(null, { status: 404 });
  response.writeHead(result.status, Object.fromEntries(result.headers));
  response.end(Buffer.from(await result.arrayBuffer()));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(error instanceof Problem ? 404 : 500).end();
  });
});

let browser: Browser;
let origin: string;

beforeAll(async () => {
  if (!installed) return;
  mkdirSync(pictures, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}, 30_000);

afterAll(async () => {
  await browser?.close();
  server.close();
});

type View = { readonly width: number; readonly colorScheme: 'light' | 'dark' };

/** Opens a page, lets `work` look at it, and shows that it neither complained nor asked elsewhere. */
async function visit(
  path: string,
  { width, colorScheme }: View,
  work: (tab: Tab) => Promise<void>,
) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  try {
    const tab = await context.newPage();
    tab.setDefaultTimeout(10_000);
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    tab.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(message.text());
    });
    tab.on('pageerror', (error) => complaints.push(String(error)));
    tab.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${origin}/`)) {
        elsewhere.push(request.url());
      }
    });
    await tab.goto(origin + path);
    await work(tab);
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  } finally {
    await context.close();
  }
}

async function isNoWiderThanTheScreen(tab: Tab): Promise<boolean> {
  return tab.evaluate('document.documentElement.scrollWidth <= window.innerWidth');
}

const views: View[] = [360, 1440].flatMap((width) => [
  { width, colorScheme: 'light' as const },
  { width, colorScheme: 'dark' as const },
]);

describe.skipIf(!installed)(
  'in a browser (skipped where /usr/bin/chromium is not installed)',
  () => {
    test.each(views)(
      '/docs shows every operation at $width px, $colorScheme',
      async (view) => {
        await visit('/docs', view, async (tab) => {
          await tab.waitForSelector('.opblock');
          expect(await tab.locator('.opblock').count()).toBe(13);
          const picture = join(pictures, `docs-${view.width}-${view.colorScheme}`);
          await tab.screenshot({ path: `${picture}.png` });
          for (const id of ['#operations-Players-listPlayers', '#operations-Matches-submitMatch']) {
            await tab.locator(`${id} .opblock-summary`).click();
            await tab.waitForSelector(`${id} .responses-table`);
          }
          await tab.screenshot({ path: `${picture}-open.png`, fullPage: true });
          expect(await isNoWiderThanTheScreen(tab)).toBe(true);
          const dark = await tab.evaluate(
            "document.documentElement.classList.contains('dark-mode')",
          );
          expect(dark).toBe(view.colorScheme === 'dark');
        });
      },
      30_000,
    );

    test.each(views.filter(({ colorScheme }) => colorScheme === 'light'))(
      '/docs takes a key and tries a request at $width px, $colorScheme',
      async (view) => {
        await visit('/docs', view, async (tab) => {
          await tab.locator('.auth-wrapper .authorize').first().click();
          await tab.locator('.auth-container input[type="text"]').first().fill('trk_test');
          const picture = join(pictures, `docs-key-${view.width}-${view.colorScheme}.png`);
          await tab.screenshot({ path: picture });
          await tab.locator('.auth-container button.authorize').first().click();
          await tab.locator('.auth-container button.btn-done').first().click();
          const operation = tab.locator('#operations-Players-listPlayers');
          await operation.locator('.opblock-summary').click();
          await operation.locator('button.execute').click();
          const text = await operation.locator('.live-responses-table').textContent();
          expect(text).toContain('"asked": "/v1/players?limit=20"');
          expect(text).toContain('"key": "trk_test"');
          await tab.screenshot({ path: picture.replace('.png', '-tried.png'), fullPage: true });
        });
      },
      30_000,
    );

    test.each(views)(
      '/errors has every anchor at $width px, $colorScheme',
      async (view) => {
        await visit('/errors', view, async (tab) => {
          for (const type of Object.keys(problemTypes)) {
            await tab.goto(`${origin}/errors#${type}`);
            expect(await tab.locator(`section:target`).getAttribute('id')).toBe(type);
          }
          await tab.goto(`${origin}/errors`);
          const picture = join(pictures, `errors-${view.width}-${view.colorScheme}.png`);
          await tab.screenshot({ path: picture, fullPage: true });
          expect(await isNoWiderThanTheScreen(tab)).toBe(true);
        });
      },
      30_000,
    );

    test.each(views)(
      '/ leads to the documentation at $width px, $colorScheme',
      async (view) => {
        await visit('/', view, async (tab) => {
          const picture = join(pictures, `start-${view.width}-${view.colorScheme}.png`);
          await tab.screenshot({ path: picture, fullPage: true });
          expect(await isNoWiderThanTheScreen(tab)).toBe(true);
          await tab.getByRole('link', { name: 'Documentation' }).click();
          await tab.waitForSelector('.opblock');
        });
      },
      30_000,
    );
  },
);
