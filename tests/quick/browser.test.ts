// That the website works in a browser, in each language; tests/browser looks more closely.
import { beforeAll, expect, test } from 'bun:test';
import { installed, inTab, isTooWide } from '../support/browser.ts';
import { onDatabase, type TestService } from '../support/service.ts';
import { fillLeague, ids, now } from '../website/league.ts';
import { languages } from '../website/site.ts';
import { startSite } from '../website/visitor.ts';

onDatabase('server', 'a player’s page in a browser that reaches nothing else', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await fillLeague(service);
  });

  test.skipIf(!installed).each([...languages])(
    'loads without a complaint and fits a phone (%s)',
    async (locale) => {
      const viewport = { width: 360, height: 800 };
      await inTab(service.url, { locale, viewport }, async (tab) => {
        await tab.goto(`${service.url}/players/${ids.players.a}`);
        expect(await tab.getAttribute('html', 'lang')).toBe(locale);
        expect(await tab.getByRole('heading', { level: 1, name: 'Anna K.' }).isVisible()).toBe(
          true,
        );
        expect(await isTooWide(tab)).toBe(false);
      });
    },
  );
});
