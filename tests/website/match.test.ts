import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId } from '../../shared/ids.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { linksOf } from './html.ts';
import { fillLeague, ids, now } from './league.ts';
import { factsOf, rowsOf, textOf } from './tables.ts';

const asked = { actor: { user: 'tests' }, reason: 'a test' };

onBothDatabases('the page of a match', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const settings = { WEBSITE: 'public' as const };
    service = await startTestService(kind, { settings, records: [], clock: () => now });
    await fillLeague(service);
  });

  const look = (id: string) =>
    fetch(`${service.url}/matches/${id}`, { headers: { accept: 'text/html' } });

  async function page(id: string, language = 'en'): Promise<string> {
    const response = await look(`${id}?lang=${language}`);
    expect(response.status).toBe(200);
    return response.text();
  }

  /** What stands in a page from a title on, to the next one. */
  const after = (html: string, title: string) =>
    html.split(`<h2>${title}</h2>`)[1]?.split('<h2>')[0] ?? '';

  test('has the score as a board, the winner marked by a word', async () => {
    const html = await page(ids.surprise);
    expect(rowsOf(after(html, 'Score'))).toEqual([
      ['Player', 'Set 1', 'Set 2', 'Match tiebreak'],
      ['Anna K.', '6 tiebreak 5', '6', '8'],
      ['Dawid P.winner', '7 tiebreak 7', '3', '10'],
    ]);
    expect(html).toContain('7<span class="hidden"> tiebreak </span><sup>7</sup>');
  });

  test('says when, where and in what it was played', async () => {
    expect(factsOf(await page(ids.surprise))).toEqual({
      When: '16 May 2026 at 10:00',
      Where: 'Korty Zachodnie court 2, clay, indoor ul. Kortowa 1',
      Competition: 'Liga Czterech',
    });
    expect(factsOf(await page(ids.pending))).toMatchObject({
      When: '19 May 2026 at 00:30',
      Where: 'Korty Zachodnie court 9 ul. Kortowa 1',
    });
    expect(factsOf(await page(ids.surprise, 'pl'))).toEqual({
      Kiedy: '16 maja 2026, 10:00',
      Gdzie: 'Korty Zachodnie kort 2, mączka, pod dachem ul. Kortowa 1',
      Rozgrywki: 'Liga Czterech',
    });
  });

  test('says of a court what all courts of its number share', async () => {
    const { db } = service.workbench.database;
    const before = await db.selectFrom('venue').select('courts').executeTakeFirstOrThrow();
    const courts = ['clay', 'hard'].map((surface) => ({ number: 9, surface, indoor: true }));
    try {
      await sql`update venue set courts = ${JSON.stringify(courts)}::json`.execute(db);
      const court = 'Korty Zachodnie court 9, indoor ul. Kortowa 1';
      expect(factsOf(await page(ids.pending))).toMatchObject({ Where: court });
    } finally {
      await sql`update venue set courts = ${JSON.stringify(before.courts)}::json`.execute(db);
    }
  });

  test('has its title in order, though a name in it runs from right to left', async () => {
    const { db } = service.workbench.database;
    const rename = (name: string) =>
      sql`update player set display_name = ${name} where display_name in ('Dawid P.', 'דוד כהן')`;
    try {
      await rename('דוד כהן').execute(db);
      const html = await page(ids.surprise);
      expect(html).toMatch(/<title>Anna K\.\u200e – דוד כהן\u200e · \d+ \w+ 2026\u200e · /);
    } finally {
      await rename('Dawid P.').execute(db);
    }
  });

  test('says what it did to both ratings, and tells each player why', async () => {
    const html = await page(ids.surprise);
    expect(html).toMatch(/<title>Anna K\. – Dawid P\. · \d+ \w+ 2026 · /);
    expect(rowsOf(after(html, 'What it did to the ratings'))).toEqual([
      ['', 'Anna K.', 'Dawid P.'],
      ['Rating before', '1424', '1200'],
      ['Chance by the ratings', '78.4%', '21.6%'],
      ['Result as the ratings count it', '0%', '100%'],
      ['K-factor: points at stake', '48', '48'],
      ['Change', '−38', '+38'],
      ['Rating after', '1386', '1238'],
      ['Confidence, of 100', '30 → 40 settling', '20 → 30 new'],
    ]);
    const told = textOf(after(html, 'The changes explained'));
    expect(told).toContain(
      'In a surprise result, you lost to Dawid P., whose rating of 1200 was well below yours, so your rating fell by 38 points to 1386.',
    );
    expect(told).toContain('so your rating rose by 38 points to 1238.');
    const inPolish = textOf(after(await page(ids.surprise, 'pl'), 'Wyjaśnienie zmian'));
    expect(inPolish).toContain('Dawid P.');
    expect(inPolish).not.toContain('your rating');
  });

  test('of a retirement says who stopped, and counts the games', async () => {
    const html = await page(ids.retired);
    expect(rowsOf(after(html, 'Score'))).toEqual([
      ['Player', 'Set 1', 'Set 2'],
      ['Bartek Ł.retired', '4', '1'],
      ['Celina Ż.winner', '6', '2'],
    ]);
    const ratings = rowsOf(after(html, 'What it did to the ratings'));
    expect(ratings[3]).toEqual(['Result as the ratings count it', '38.5%', '61.5%']);
    expect(ratings[5]).toEqual(['Change', '−4', '+4']);
  });

  test('of a walkover says that nobody played', async () => {
    const html = await page(ids.walkover);
    expect(rowsOf(after(html, 'Score'))).toEqual([['Player'], ['Anna K.winner'], ['Celina Ż.']]);
    expect(html).toContain('Walkover: the match was not played');
    expect(html).toContain('a walkover changes no rating');
  });

  test('of a result that waits says so, and kindly where it can’t be rated', async () => {
    expect(await page(ids.pending)).toContain('not rated yet. The ratings follow within minutes.');
    const fault = (text: string | null) =>
      sql`update match set rating_fault = ${text} where id = ${ids.pending}`.execute(
        service.workbench.database.db,
      );
    await fault('RangeError: it is <broken>');
    const html = await page(ids.pending);
    expect(html).toContain('This result could not be rated so far');
    expect(html).not.toContain('broken');
    await fault(null);
  });

  test('leads to both players, their matches against each other, and what if', async () => {
    const address = `${service.url}/matches/${ids.surprise}?lang=pl`;
    const paths = linksOf(await page(ids.surprise, 'pl'), address).map(({ href }) =>
      href.slice(service.url.length),
    );
    const { a, d } = ids.players;
    for (const path of [
      `/players/${a}?lang=pl`,
      `/players/${d}?lang=pl`,
      `/players/${a}/against/${d}?lang=pl`,
      `/players/${a}/what-if?opponent=${d}&lang=pl`,
      `/competitions/${ids.league}?lang=pl`,
      `/?venue=${ids.venue}&lang=pl`,
    ]) {
      expect(paths).toContain(path);
    }
  });

  test('is gone once it is voided, and back once it is restored', async () => {
    const corrections = createCorrections(service.workbench);
    const before = await page(ids.surprise);
    await corrections.voidMatch(ids.surprise as MatchId, asked);
    const gone = await look(ids.surprise);
    expect(gone.status).toBe(404);
    expect(await gone.text()).not.toContain('Dawid');
    // Who stayed on in the history: C was rated at 1400 against 1376 either way.
    expect(await page(ids.retired)).toContain('Celina');
    await corrections.restoreMatch(ids.surprise as MatchId, asked);
    expect(await page(ids.surprise)).toBe(before);
  });

  test('is not found where there is none', async () => {
    expect((await look('mat_aaaaaaaaaa')).status).toBe(404);
    expect((await look('1')).status).toBe(404);
  });
});
