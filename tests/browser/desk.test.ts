import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import axe from 'axe-core';
import type { Page as Tab } from 'playwright-core';
import * as v from 'valibot';
import { passes, startDesk } from '../desk/phone.ts';
import { installed, isTooWide, launchBrowser, picture } from '../support/browser.ts';
import { ids } from '../support/city.ts';
import { cleanUp, json, type TestService } from '../support/service.ts';

/** What axe finds wrong with the page that is shown. */
async function faultsOf(tab: Tab): Promise<string[]> {
  await tab.evaluate(axe.source);
  const options = `{ preload: false, resultTypes: ['violations'] }`;
  const found = await tab.evaluate(`axe.run(${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
  return v.parse(v.array(v.string()), found);
}

const looks = [
  { locale: 'en-GB', width: 360, colorScheme: 'light' },
  { locale: 'pl', width: 360, colorScheme: 'dark' },
  { locale: 'en-GB', width: 1280, colorScheme: 'dark' },
  { locale: 'pl', width: 1280, colorScheme: 'light' },
] as const;

describe.skipIf(!installed)('The desk in a browser without script', () => {
  let service: TestService;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  beforeAll(async () => {
    service = await startDesk('embedded');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await cleanUp();
  });

  test.each([...looks])(
    'from the address to a result, by keyboard alone: $locale, $width px, $colorScheme',
    async ({ locale, width, colorScheme }) => {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ locale, viewport, colorScheme });
      try {
        const tab = await context.newPage();
        const complaints: string[] = [];
        tab.on('console', (message) => complaints.push(message.text()));
        const look = async (name: string) => {
          await picture(tab, `desk-${name}-${locale}-${width}`);
          expect([name, await isTooWide(tab)]).toEqual([name, false]);
          expect([name, await faultsOf(tab)]).toEqual([name, []]);
        };
        const press = async (selector: string) => {
          await tab.locator(selector).focus();
          await tab.keyboard.press('Enter');
          await tab.waitForLoadState();
        };
        const type = async (name: string, text: string) => {
          await tab.locator(`[name="${name}"]`).focus();
          await tab.keyboard.type(text);
        };
        await tab.goto(`${service.url}/desk/open/${passes.corrector}`);
        await look('door');
        await press('main button');
        await tab.waitForURL(`${service.url}/desk`);
        await look('competitions');
        await press(`main a[href*="${ids.tiebreakLeague}"]`);
        await tab.waitForURL('**competition=**');
        await look('form');
        await tab.locator('[name="day"]').fill('2026-05-01');
        const minute = looks.findIndex((one) => one.locale === locale && one.width === width);
        await tab.locator('[name="time"]').fill(`1${minute}:30`);
        await type('player_1', 'Anna K.');
        await type('player_2', 'Bart');
        for (const [name, games] of Object.entries({ set_1_1: 6, set_1_2: 4, set_2_1: 6 })) {
          await type(name, String(games));
        }
        await type('set_2_2', String(minute));
        await press('[name="court"]');
        await tab.locator(`[value="${ids.players[1]}"]`).waitFor();
        await look('choice');
        await tab.locator(`[value="${ids.players[1]}"]`).focus();
        await tab.keyboard.press('Space');
        await press('[name="court"]');
        await tab.waitForURL('**/desk/results/mat_**');
        await look('sent');
        await service.rate();
        const [, id = ''] = /(mat_\w+)/.exec(tab.url()) ?? [];
        expect((await json(await service.get(`/v1/matches/${id}`))).player_ids[1]).toBe(
          ids.players[1],
        );
        await press('main a[href$="/correct"], main a[href*="/correct?"]');
        await tab.waitForURL('**/correct**');
        await look('correct');
        await type('reason', 'other people');
        await tab.locator('[name="player_2"]').fill('Celina Ż.');
        await press('[name="court"]');
        await tab.locator('form.confirm').waitFor();
        await look('preview');
        await press('form.confirm button');
        await tab.waitForURL(`**/${id}`);
        for (const page of ['results', 'player', 'file', 'results?voided=1']) {
          await tab.goto(`${service.url}/desk/${page}`);
          await look(page.replace('?', '-'));
        }
        await press('footer button');
        await tab.waitForURL(`${service.url}/desk`);
        await look('closed');
        expect(await context.cookies()).toEqual([]);
        expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
      } finally {
        await context.close();
      }
    },
    60_000,
  );
});
