// What a browser tells of a page that it sees for the first time.
import * as v from 'valibot';
import { launchBrowser } from '../tests/support/browser.ts';
import { deskPass, type Sizes } from './growth-city.ts';
import type { Visited } from './pages-visited.ts';

export type Seen = {
  readonly name: string;
  readonly width: number;
  readonly requests: number;
  readonly bytes: number;
  /** The sum of all layout shifts. https://web.dev/articles/cls */
  readonly shift: number;
  readonly firstPaintMs: number;
  /** How far from the top the first row of a table begins, and the height of the highest one, in pixels. */
  readonly firstRow: number;
  readonly rowHeight: number;
};

const Told = v.object({
  shift: v.number(),
  firstPaintMs: v.number(),
  firstRow: v.number(),
  rowHeight: v.number(),
});

const cookie = { name: 'desk', value: deskPass };

const look = `new Promise((resolve) => {
  let shift = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  const rows = [...document.querySelectorAll('main tbody tr')].map((row) => row.getBoundingClientRect());
  const firstRow = Math.round(rows[0]?.top ?? 0);
  const rowHeight = Math.round(Math.max(0, ...rows.map(({ height }) => height)));
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0];
  const look = (left) =>
    left > 0 && !painted()
      ? setTimeout(look, 20, left - 1)
      : setTimeout(() => resolve({ shift, firstRow, rowHeight, firstPaintMs: painted()?.startTime ?? -1 }), 200);
  look(100);
})`;

/** Opens each page as wide as a phone and as a desktop screen, each time with an empty cache. */
export async function seeIn(
  {
    server: { port },
    sizes,
  }: { readonly server: { readonly port: number }; readonly sizes: Sizes },
  pages: readonly (readonly [name: string, address: Visited])[],
): Promise<Seen[]> {
  const browser = await launchBrowser();
  try {
    const seen: Seen[] = [];
    for (const [name, address] of pages) {
      for (const width of [360, 1440]) {
        const context = await browser.newContext({ viewport: { width, height: 900 } });
        await context.addCookies([{ ...cookie, domain: '127.0.0.1', path: '/desk' }]);
        const tab = await context.newPage();
        let requests = 0;
        const sizesOfAnswers: Promise<number>[] = [];
        tab.on('requestfinished', (request) => {
          requests += 1;
          sizesOfAnswers.push(request.sizes().then((one) => one.responseBodySize));
        });
        await tab.goto(`http://127.0.0.1:${port}${address(1, sizes)}`, { waitUntil: 'load' });
        const told = v.parse(Told, await tab.evaluate(look));
        const bytes = (await Promise.all(sizesOfAnswers)).reduce((a, b) => a + b, 0);
        seen.push({ name, width, requests, bytes, ...told });
        await context.close();
      }
    }
    return seen;
  } finally {
    await browser.close();
  }
}
