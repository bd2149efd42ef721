// What is drawn of a career, and what is said of the drawing.
import { beforeAll, expect, test } from 'bun:test';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { readable } from './html.ts';
import { fillLeague, ids, now } from './league.ts';

onBothDatabases('the chart of a career', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const settings = { WEBSITE: 'public' as const };
    service = await startTestService(kind, { settings, records: [], clock: () => now });
    await fillLeague(service);
  });

  /** Of Anna K., who joined at 1400, rose to 1424 and fell to 1386; drawn from 1380 to 1430. */
  const figure = async (language: string) => {
    const page = await fetch(`${service.url}/players/${ids.players.a}?lang=${language}`);
    return /<figure.*?<\/figure>/s.exec(await page.text())?.[0] ?? '';
  };
  /** The texts in it: how each is called, where it stands, and what it says. */
  const texts = async () => {
    const found = (await figure('en')).matchAll(
      /<text class="([^"]*)" x="([^"]*)" y="([^"]*)".*?>(.*?)<\/text>/gs,
    );
    return [...found].map(([, name, x, y, text = '']) => [name, x, y, readable(text)]);
  };

  test('is told by its first and last rating, and by its best and lowest', async () => {
    expect(await figure('en')).toContain(
      '>1400 on 1 Jan 2026; 1386 on 16 May 2026. Best: 1424 on 2 May 2026. Lowest: 1386 on 16 May 2026.</desc>',
    );
    expect(await figure('pl')).toContain(
      '>1400 dnia 1 sty 2026; 1386 dnia 16 maja 2026. Najwyższy: 1424 dnia 2 maja 2026. Najniższy: 1386 dnia 16 maja 2026.</desc>',
    );
  });

  test('has the best and the lowest rating named where they stand', async () => {
    expect((await texts()).filter(([name]) => name === 'mark')).toEqual([
      ['mark', '89.6%', '12%', 'best 1424'],
      ['mark', '100%', '88%', 'lowest 1386'],
    ]);
  });

  test('has five days below it, of which a narrow screen leaves out those beside the middle', async () => {
    const days = (await texts()).filter(([, , y]) => y === '100%');
    expect(days.filter(([, , , text = '']) => text.includes('2026'))).toEqual([
      ['axis', '0%', '100%', '1 Jan 2026'],
      ['axis minor', '24.4%', '100%', '3 Feb 2026'],
      ['axis middle', '49.6%', '100%', '9 Mar 2026'],
      ['axis minor', '74.8%', '100%', '12 Apr 2026'],
      ['axis', '100%', '100%', '16 May 2026'],
    ]);
  });
});
