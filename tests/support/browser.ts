import { expect } from 'bun:test';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page as Tab,
} from 'playwright-core';

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

let running: Promise<Browser> | undefined;

/** The browser of all tests of this process, which ends with it. */
const sharedBrowser = () => (running ??= launchBrowser());

export type View = { readonly width: number; readonly colorScheme: 'light' | 'dark' };

/** The two views in which a page differs most. */
export const views: readonly View[] = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
];

/** Whether a page has to be scrolled sideways. */
export async function isTooWide(tab: Tab): Promise<boolean> {
  return tab.evaluate('document.documentElement.scrollWidth > window.innerWidth');
}

/** What a tab complains of, and what it requests from others than the origin, from now on. */
function listenTo(tab: Tab, origin: string): { complaints: string[]; elsewhere: string[] } {
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

/** Opens a tab, lets `work` use it, and shows that it neither complained nor asked elsewhere, nor has cookies. */
export async function inTab(
  origin: string,
  options: BrowserContextOptions,
  work: (tab: Tab) => Promise<void>,
): Promise<void> {
  const context = await (await sharedBrowser()).newContext(options);
  try {
    const tab = await context.newPage();
    tab.setDefaultTimeout(60_000); // for a busy machine
    const heard = listenTo(tab, origin);
    await work(tab);
    expect(heard).toEqual({ complaints: [], elsewhere: [] });
    expect(await context.cookies()).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Opens a page in a view, and lets `work` look at it. */
export async function visit(
  address: string,
  { width, colorScheme }: View,
  work: (tab: Tab) => Promise<void>,
): Promise<void> {
  const options = { viewport: { width, height: 900 }, colorScheme };
  await inTab(new URL(address).origin, options, async (tab) => {
    await tab.goto(address);
    await work(tab);
  });
}
