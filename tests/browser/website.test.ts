import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import axe from 'axe-core';
import type { BrowserContextOptions, Page as Tab } from 'playwright-core';
import * as v from 'valibot';
import { inTab as inAnyTab, installed, picture } from '../support/browser.ts';
import { cleanUp, type TestService } from '../support/service.ts';
import { fillSite, ids, languages, now, pages } from '../website/site.ts';
import { startSite } from '../website/visitor.ts';

const height = 900;
const widths = [320, 360, 768, 1440];
/** In both of them a page is looked at by axe, and measured at every width. */
const looks = [
  { locale: 'pl', width: 320, colorScheme: 'dark' },
  { locale: 'en', width: 1440, colorScheme: 'light' },
] as const;

const Finding = v.object({
  id: v.string(),
  nodes: v.array(v.object({ target: v.unknown(), failureSummary: v.optional(v.string()) })),
});

/** What axe finds wrong with the page that is shown. https://github.com/dequelabs/axe-core */
async function faultsOf(tab: Tab): Promise<string[]> {
  await tab.evaluate(axe.source);
  const options = `{ preload: false, resultTypes: ['violations'] }`;
  const found = await tab.evaluate(`axe.run(${options}).then(({ violations }) => violations)`);
  return v
    .parse(v.array(Finding), found)
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
}

/** What is wider than its page or than its own frame, so that one would have to scroll sideways. */
const tooWide = `(() => {
  const { right: edge } = document.querySelector('main').getBoundingClientRect();
  const { paddingRight } = getComputedStyle(document.querySelector('main'));
  const found = [...document.querySelectorAll('main *, header *, footer *')].flatMap((element) => {
    const { right, left } = element.getBoundingClientRect();
    const { overflowX, position } = getComputedStyle(element);
    const scrolls = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth;
    const sticksOut = right > edge - parseFloat(paddingRight) + 1 || left < -0.5;
    const isSeen = position !== 'absolute' && element.checkVisibility();
    return scrolls || (isSeen && sticksOut) ? [element.localName + '.' + element.getAttribute('class')] : [];
  });
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page');
  return [...new Set(found)];
})()`;

/** Words and hours that go on in the next line without a hyphen; within a long piece of a name they may. */
const broken = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const found = new Set();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement.closest('code') || !text.parentElement.checkVisibility()) continue;
    for (const { 0: word, index } of text.data.matchAll(/\\p{L}+|\\d+:\\d+–\\d+:\\d+/gu)) {
      const unbroken = /\\S*$/.exec(text.data.slice(0, index)) + /^\\S*/.exec(text.data.slice(index));
      if (unbroken.length > 12 && text.parentElement.closest('bdi')) continue;
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) found.add(word);
    }
  }
  return [...found];
})()`;

/** What the keyboard comes to, in the order of the page, and how each shows that it has it. */
const stops = `(() => {
  const all = 'a[href], input:not([type=hidden]), select, button, summary, textarea, [tabindex="0"]';
  window.stops = [...document.querySelectorAll(all)].filter(
    // The points of a chart, which its table tells again, aren't stopped at.
    (element) => element.checkVisibility() && !element.disabled && element.tabIndex !== -1,
  );
  window.reached = [];
  document.addEventListener('focusin', ({ target }) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(target);
    const { top, bottom, left, right } = target.getBoundingClientRect();
    const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    const isThere = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    window.reached.push({ place: window.stops.indexOf(target), isSeen, isThere,
      html: target.outerHTML.slice(0, 200) });
  });
  return window.stops.length;
})()`;

/** Goes on with the keyboard until it stands where the selector says. */
async function tabTo(tab: Tab, selector: string): Promise<void> {
  const isThere = () => tab.locator(`:is(${selector}):focus`).count();
  for (let n = 0; n < 40 && !(await isThere()); n += 1) await tab.keyboard.press('Tab');
  expect([selector, await isThere()]).toEqual([selector, 1]);
}

const Reached = v.array(
  v.object({ place: v.number(), isSeen: v.boolean(), isThere: v.boolean(), html: v.string() }),
);

describe.skipIf(!installed)('The site in a browser that reaches nothing else', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite('embedded', { records: [], clock: () => now });
    await fillSite(service);
  });
  afterAll(cleanUp);

  const inTab = (options: BrowserContextOptions, work: (tab: Tab) => Promise<void>) =>
    inAnyTab(service.url, { viewport: { width: 1440, height }, ...options }, work);
  const english = { locale: 'en-GB' };
  const phone = { locale: 'pl', viewport: { width: 320, height } };
  const paper = { viewport: { width: 718, height }, colorScheme: 'dark' } as const;

  test.each([...pages])(
    '$name fits every width without a broken word, light and dark, and axe finds nothing',
    async ({ name, path }) => {
      for (const { locale, width, colorScheme } of looks) {
        await inTab({ locale, viewport: { width, height }, colorScheme }, async (tab) => {
          await tab.goto(service.url + path);
          expect(await tab.getAttribute('html', 'lang')).toBe(locale);
          expect([width, await faultsOf(tab)]).toEqual([width, []]);
          await picture(tab, `site-${name.replaceAll(' ', '-')}-${width}-${locale}`);
          for (const other of widths) {
            await tab.setViewportSize({ width: other, height });
            expect([other, await tab.evaluate(tooWide)]).toEqual([other, []]);
            expect([other, await tab.evaluate(broken)]).toEqual([other, []]);
          }
        });
      }
    },
    60_000,
  );

  test.each([...pages])(
    'the keyboard reaches all of $name in its order, and one sees where it is',
    async ({ path }) => {
      await inTab(english, async (tab) => {
        await tab.goto(service.url + path);
        const count = v.parse(v.number(), await tab.evaluate(stops));
        for (let n = 0; n < count; n += 1) await tab.keyboard.press('Tab');
        const reached = v.parse(Reached, await tab.evaluate('window.reached'));
        expect(reached.map(({ place }) => place)).toEqual(
          Array.from({ length: count }, (_, n) => n),
        );
        expect(reached.filter(({ isSeen, isThere }) => !isSeen || !isThere)).toEqual([]);
      });
    },
    60_000,
  );

  test('the first stop of the keyboard leads past the navigation', async () => {
    await inTab(english, async (tab) => {
      for (const path of ['/', `/players/${ids.anna}`]) {
        await tab.goto(service.url + path);
        await tab.keyboard.press('Tab');
        expect(await tab.locator(':focus').textContent()).toBe('To the content');
        expect(await tab.locator('.skip').isVisible()).toBe(true);
        const box = await tab.locator('.skip').boundingBox();
        expect(box?.height).toBeGreaterThan(10);
        await tab.keyboard.press('Enter');
        await tab.keyboard.press('Tab');
        expect(await tab.locator(':is(main, footer) :focus').count()).toBe(1);
      }
    });
  });

  test('a name that turns its direction turns nothing else', async () => {
    await inTab(english, async (tab) => {
      await tab.goto(`${service.url}/players/${ids.anna}`);
      const rows = tab.locator('tr', { has: tab.locator(`a[href*="${ids.reversed}"] + a`) });
      expect(await rows.count()).toBeGreaterThan(1);
      for (const row of await rows.all()) {
        const [name, result] = await row.locator('a').all();
        const [first, second] = [await name?.boundingBox(), await result?.boundingBox()];
        if (first?.y === second?.y) expect(first?.x).toBeLessThan(second?.x ?? 0);
      }
    });
  });

  test.each([...languages])(
    'what is chosen at first in a form is not cut off in %s',
    async (locale) => {
      await inTab({ locale }, async (tab) => {
        const whatIf = `/players/${ids.anna}/what-if?opponent=${ids.bartek}`;
        for (const path of ['/', whatIf]) {
          await tab.goto(service.url + path);
          for (const closed of await tab.locator('summary').all()) await closed.click();
          for (const width of [320, 360, 390, 480, 600, 768, 1024, 1440]) {
            await tab.setViewportSize({ width, height });
            for (const select of await tab.locator('select').all()) {
              const chosen = await select.locator('option').first().textContent();
              const isWhole = await select.evaluate((one: HTMLElement) => {
                const alone = one.cloneNode(true) as HTMLSelectElement;
                alone.length = 1;
                one.ownerDocument.body.append(alone);
                const { offsetWidth } = alone;
                alone.remove();
                return offsetWidth <= one.offsetWidth;
              });
              expect([width, chosen, isWhole]).toEqual([width, chosen, true]);
            }
          }
        }
      });
    },
    30_000,
  );

  test('on a phone a long name is wider than numbers, a short link one line, and a sentence has all width', async () => {
    await inTab(phone, async (tab) => {
      await tab.goto(`${service.url}/competitions/${ids.league}`);
      const line = tab.locator('[aria-labelledby=improved] tbody tr').first();
      const [name, number] = [line.locator('th'), line.locator('td').last()];
      await name.locator('bdi').evaluate((one: HTMLElement) => {
        one.textContent = 'Wawrzyniec Brzęczyszczykiewicz';
      });
      const widths = [await name.boundingBox(), await number.boundingBox()];
      expect(widths[0]?.width).toBeGreaterThan(widths[1]?.width ?? 320);
      await tab.goto(`${service.url}/players/${ids.anna}`);
      const links = await tab.locator('a.quiet').all();
      expect(links.length).toBeGreaterThan(5);
      for (const link of links) expect((await link.boundingBox())?.height).toBeLessThan(30);
      const [list, told] = [tab.locator('table.changes'), tab.locator('table.changes .told')];
      const [whole, sentence] = [await list.boundingBox(), await told.first().boundingBox()];
      expect(sentence?.width).toBeCloseTo(whole?.width ?? 0, 0);
    });
  });

  test('on a phone the days of two players’ matches are lines of their own', async () => {
    await inTab(phone, async (tab) => {
      await tab.goto(`${service.url}/players/${ids.anna}/against/${ids.bartek}`);
      const days = await tab.locator('.meetings td.day').all();
      expect(days.length).toBeGreaterThan(1);
      for (const day of days) expect((await day.boundingBox())?.height).toBeLessThan(30);
      // Who listens to the table hears under which heading a cell is: no heading may go.
      const heads = await tab.locator('.meetings thead th').all();
      const displays = heads.map((head) => head.evaluate((one) => getComputedStyle(one).display));
      expect(await Promise.all(displays)).not.toContain('none');
    });
  });

  test('a match’s two players have as much room each, however long a name is', async () => {
    await inTab(english, async (tab) => {
      await tab.goto(`${service.url}/matches/${ids.tiebreak}`);
      const names = await tab.locator('.two th[scope=col].number').all();
      await names[0]?.locator('bdi').evaluate((one: HTMLElement) => {
        one.textContent = 'Wawrzyniec Brzęczyszczykiewicz '.repeat(3);
      });
      const [long, short] = await Promise.all(names.map((name) => name.boundingBox()));
      expect(long?.width).toBeCloseTo(short?.width ?? 0, 0);
    });
  });

  test('on paper the way through the pages is left out, and nothing is cut off', async () => {
    await inTab({ ...english, ...paper }, async (tab) => {
      await tab.emulateMedia({ media: 'print', colorScheme: null });
      for (const { name, path } of pages) {
        await tab.goto(service.url + path);
        for (const part of ['header.site nav', 'footer.site', 'form', 'main nav', '.skip']) {
          for (const one of await tab.locator(part).all()) {
            expect([name, part, await one.isVisible()]).toEqual([name, part, part === '.skip']);
          }
        }
        expect(await tab.locator('h1').isVisible()).toBe(true);
        expect([name, await tab.evaluate(tooWide)]).toEqual([name, []]);
        await picture(tab, `site-${name.replaceAll(' ', '-')}-print`);
      }
      // The ranking is a table, with a line for each player.
      await tab.goto(service.url);
      const row = tab.locator('tbody tr', { hasText: 'Anna K.' });
      const [name, last] = [row.locator('th'), row.locator('td').last()];
      expect((await last.boundingBox())?.y).toBe((await name.boundingBox())?.y);
    });
  });

  test('who is sought is found by the keyboard alone, without JavaScript', async () => {
    await inTab({ ...english, javaScriptEnabled: false }, async (tab) => {
      await tab.goto(`${service.url}/?lang=pl`);
      await tabTo(tab, 'input[name=q]');
      await tab.keyboard.type('swietoslawa gzeg');
      await tab.keyboard.press('Enter');
      await tab.waitForURL(/q=swietoslawa/);
      expect(await tab.getAttribute('html', 'lang')).toBe('pl');
      expect(await tab.locator('tbody tr').count()).toBe(1);
      await tabTo(tab, 'main a.player');
      await tab.keyboard.press('Enter');
      await tab.waitForURL(/players/);
      expect(await tab.locator('h1').textContent()).toContain('Świętosława');
    });
  });

  test('what if works by the keyboard alone, without JavaScript', async () => {
    await inTab({ ...english, javaScriptEnabled: false }, async (tab) => {
      await tab.goto(`${service.url}/players/${ids.anna}/what-if`);
      await tabTo(tab, 'main input[name=q]');
      await tab.keyboard.type('swietoslawa gzeg');
      await tab.keyboard.press('Enter');
      await tab.waitForURL(/q=swietoslawa/);
      await tabTo(tab, 'main a[href*="opponent="]');
      await tab.keyboard.press('Enter');
      await tab.waitForURL(/opponent=/);
      expect(await tab.locator('main').textContent()).toContain('Świętosława');
    });
  });
});
