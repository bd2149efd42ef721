import { expect } from 'bun:test';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page as Tab } from 'playwright-core';

/** Debian's; the one that has no windows at all takes half the time. */
const executables = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const executablePath = executables.find((path) => existsSync(path)) ?? executables[0];

/** Whether there is a browser; where there is none, the test run ends by saying so. */
export const installed = existsSync(executablePath);
if (!installed) {
  process.once('exit', () =>
    console.error(`The browser tests were skipped: there is no ${executables.join(', nor a ')}.`),
  );
}

/** Where pictures of the pages are put for people to look at, if they ask for them. */
const pictures = process.env.PICTURES && join(import.meta.dirname, '../output');

/** Puts a picture of the whole page, or of a part of it, into the folder of pictures. */
export async function picture(shown: Tab | Locator, name: string): Promise<void> {
  if (pictures) await shown.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/** A browser that reaches nothing but this machine. */
export function launchBrowser(): Promise<Browser> {
  if (pictures) mkdirSync(pictures, { recursive: true });
  return chromium.launch({
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
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

export type View = { readonly width: number; readonly colorScheme: 'light' | 'dark' };

/** Every view for which the pages are made. */
export const views: View[] = [
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
];

/** What a tab complains of, and what it requests from others than the origin, from now on. */
export function listenTo(tab: Tab, origin: string): { complaints: string[]; elsewhere: string[] } {
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  // Violations of the Content-Security-Policy are among them.
  tab.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${origin}/`)) {
      elsewhere.push(request.url());
    }
  });
  return { complaints, elsewhere };
}

/** Opens a page, lets `work` look at it, and shows that it neither complained nor asked elsewhere. */
export async function visit(
  browser: Browser,
  address: string,
  { width, colorScheme }: View,
  work: (tab: Tab) => Promise<void>,
): Promise<void> {
  const { origin } = new URL(address);
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  try {
    const tab = await context.newPage();
    tab.setDefaultTimeout(10_000);
    const heard = listenTo(tab, origin);
    await tab.goto(address);
    await work(tab);
    expect(heard).toEqual({ complaints: [], elsewhere: [] });
  } finally {
    await context.close();
  }
}
