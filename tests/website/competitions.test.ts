import { beforeAll, describe, expect, test } from 'bun:test';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { commandsOn } from '../commands/terminal.ts';
import { load, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { elementsOf, titleOf } from './html.ts';
import { fillLeague, ids, match, now } from './league.ts';
import { factsOf, partOf, rowsOf, textOf } from './tables.ts';

const dayMs = 86_400_000;
const asked = { actor: { user: 'tests' }, reason: 'a test' };

onBothDatabases('the pages of competitions', (kind) => {
  const clock = { now };
  let service: TestService;
  beforeAll(async () => {
    const settings = { WEBSITE: 'public' as const };
    service = await startTestService(kind, { settings, records: [], clock: () => clock.now });
    await fillLeague(service);
  });

  const look = (path: string) => fetch(service.url + path, { headers: { accept: 'text/html' } });

  async function page(path: string): Promise<string> {
    const response = await look(path);
    expect(response.status).toBe(200);
    return response.text();
  }

  /** The address to which the first link with the text leads. */
  function linkTo(html: string, text: string): string {
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
    const [, href = ''] = links.find(([, , inner = '']) => textOf(inner) === text) ?? [];
    return href.replaceAll('&amp;', '&');
  }

  const league = `/competitions/${ids.league}`;
  const large = `/competitions/${ids.large}`;

  describe('the list', () => {
    test('has the last to start first, and says what each is and whether it is on', async () => {
      expect(rowsOf(await page('/competitions'))).toEqual([
        ['Competition', 'Season', 'When'],
        ['Puchar Lata Klub Ósemka', '2026-cup Tournament', '21 May – 30 Jun 2026 upcoming'],
        ['Liga Czterech Klub Ósemka', 'spring 2026 League', '1 May – 30 Jun 2026 running now'],
        ['Liga Wielu Klub Ósemka', 'spring 2026 League', '1 Apr – 19 May 2026 over'],
      ]);
      expect(linkTo(await page('/competitions'), 'Liga Czterech')).toBe(`.${league}`);
      const inPolish = await page('/competitions?lang=pl');
      expect(rowsOf(inPolish)[2]).toEqual([
        'Liga Czterech Klub Ósemka',
        'wiosna 2026 Liga',
        '1 maja – 30 cze 2026 w trakcie',
      ]);
      expect(linkTo(inPolish, 'Liga Czterech')).toBe(`.${league}?lang=pl`);
    });
  });

  describe('a competition', () => {
    test('says what it is and how far it is', async () => {
      const html = await page(league);
      expect(html).toContain('<title>Liga Czterech · spring 2026 · ');
      expect(factsOf(html)).toEqual({
        When: '1 May – 30 Jun 2026',
        Organizer: 'Klub Ósemka',
        'Match format':
          'best of three sets, each to 6 games; a match tiebreak to 10 points takes the place of the third set; one point decides the game at deuce',
        Venues: 'Korty Zachodnie',
        Matches: '5',
        Rated: '3',
        'Waiting for their rating': '1',
        Walkovers: '1',
        Players: '4',
        'Pairings with a result': '5 of 6',
      });
      expect(linkTo(html, 'Korty Zachodnie')).toBe(`../?venue=${ids.venue}`);
      expect(linkTo(html, 'Ranking of its players')).toBe(`../?competition=${ids.league}`);
    });

    test('has the table of a league, and says how its order comes about', async () => {
      const part = partOf(await page(league), 'table');
      expect(rowsOf(part)).toEqual([
        ['Place', 'Player', 'MatchesM', 'WinsW', 'LossesL', 'Sets ±', 'Games ±'],
        ['1', 'Anna K.', '3', '2', '1', '3–2 +1', '24–18 +6'],
        // One win each: Celina beat Bartek, Bartek beat Dawid, and Celina leads by sets.
        ['2', 'Celina Ż.', '2', '1', '1', '1–0 +1', '8–5 +3'],
        ['3', 'Bartek Ł.', '3', '1', '2', '2–3 −1', '24–20 +4'],
        ['4', 'Dawid P.', '2', '1', '1', '2–3 −1', '11–24 −13'],
      ]);
      expect(part).toContain('by wins in the matches among those who are tied');
      expect(part).toContain('A walkover is a win without sets and games.');
      expect(partOf(await page(`${league}?lang=pl`), 'table')).toContain('O kolejności decydują');
    });

    test('has the results by the days of Warsaw, the newest first, from the winner’s side', async () => {
      const part = partOf(await page(league), 'results');
      expect(rowsOf(part)).toEqual([
        ['Winner', 'Loser', 'Score'],
        ['19 May 2026'],
        ['Bartek Ł.', 'Dawid P.', '6–0 6–0 not rated yet'],
        ['18 May 2026'],
        ['Anna K.', 'Celina Ż.', 'walkover'],
        ['17 May 2026'],
        ['Celina Ż. +4', 'Bartek Ł. −4', '6–4 2–1 ret.'],
        ['16 May 2026'],
        ['Dawid P. +38', 'Anna K. −38', '7–6(5) 3–6 [10–8]'],
        ['2 May 2026'],
        ['Anna K. +24', 'Bartek Ł. −24', '6–4 6–3'],
      ]);
      expect(linkTo(part, '7–6(5) 3–6 [10–8]')).toBe(`../matches/${ids.surprise}`);
      expect(linkTo(part, 'Dawid P.')).toBe(`../players/${ids.players.d}`);
    });

    test('names who improved most, and the upsets of the last seven days', async () => {
      const html = await page(league);
      expect(rowsOf(partOf(html, 'improved'))).toEqual([
        ['Player', 'Points', 'Rated matches'],
        ['Dawid P.', '+38', '1'],
        ['Celina Ż.', '+4', '1'],
      ]);
      expect(html).toContain('Upsets of the last 7 days');
      expect(rowsOf(partOf(html, 'upsets'))).toEqual([
        ['Winner', 'Loser', 'Score'],
        ['Dawid P. chance 21.6%', 'Anna K.', '7–6(5) 3–6 [10–8]'],
      ]);
    });

    test('has the upsets of seven days: up to now and, once it is over, up to its last one of play', async () => {
      try {
        // The upset was on 16 May at ten.
        clock.now = Date.parse('2026-05-23T09:59:59+02:00');
        expect(partOf(await page(league), 'upsets')).toContain('chance 21.6%');
        clock.now = Date.parse('2026-05-23T10:00:00+02:00');
        const later = textOf(partOf(await page(league), 'upsets'));
        expect(later).toEndWith(
          'None was found: an upset is a rated match of these days, won by a player whose chance was below 35%.',
        );
        clock.now = now + 60 * dayMs;
        const html = await page(league);
        expect(html).toContain('Upsets of its last 7 days of play');
        expect(rowsOf(partOf(html, 'upsets'))).toHaveLength(2);
      } finally {
        clock.now = now;
      }
    });

    test('takes no walkover for a day of play once it is over', async () => {
      const late = 'mat_leaguexxx6' as MatchId;
      const { b, d } = ids.players;
      const walkover = { status: 'walkover', winner_id: b };
      await load(service.workbench, [match(late, [b, d], '2026-06-29T18:00:00+02:00', walkover)]);
      try {
        clock.now = now + 60 * dayMs;
        expect(rowsOf(partOf(await page(league), 'upsets'))).toHaveLength(2);
      } finally {
        clock.now = now;
        await createCorrections(service.workbench).voidMatch(late, asked);
      }
    });

    test('of a tournament without results says so, and has no table', async () => {
      const html = await page(`/competitions/${ids.cup}`);
      expect(html).not.toContain('id="table"');
      expect(partOf(html, 'results')).toContain('No results yet.');
      expect(html).not.toContain('every rated match');
      expect(factsOf(html)).toMatchObject({ Matches: '0', Players: '0' });
      expect(factsOf(html)).not.toHaveProperty('Venues');
      expect([...html.matchAll(/<h2 id="(\w+)"/g)].map(([, id]) => id)).toEqual(['results']);
      expect(html).not.toContain(`competition=${ids.cup}`);
    });

    test('shows fifty places at a time', async () => {
      const html = await page(large);
      const first = rowsOf(partOf(html, 'table')).slice(1);
      const rest = await page(`${large}?from=51`);
      const last = rowsOf(partOf(rest, 'table')).slice(1);
      expect(linkTo(html, 'Next places')).toBe(`..${large}?from=51`);
      expect([...first, ...last].map(([place]) => place)).toEqual(
        Array.from({ length: 52 }, (_, n) => String(n + 1)),
      );
      expect(linkTo(rest, 'Next places')).toBe('');
      expect(linkTo(rest, 'Back to the competition')).toBe(`..${large}`);
      expect(rest).toContain('<title>Liga Wielu · Table, further places · ');
      expect((await look(`${large}?from=53`)).status).toBe(404);
      expect((await look(`${large}?from=1e3`)).status).toBe(400);
    });

    test('shows forty results at a time, each once', async () => {
      const seen: string[] = [];
      let path = large;
      for (let pages = 0; path && pages < 4; pages += 1) {
        const html = await page(path);
        const links = elementsOf(partOf(html, 'results')).map(({ attributes }) => attributes.href);
        seen.push(...links.filter((href) => href?.includes('/matches/')).map(String));
        const next = linkTo(html, 'Next page');
        path = next && new URL(next, service.url + large).href.slice(service.url.length);
        expect(Boolean(path)).toBe(pages < 2);
      }
      expect(seen).toHaveLength(90);
      expect(new Set(seen).size).toBe(90);
      expect((await look(`${large}?cursor=abc`)).status).toBe(400);
      const cursor = linkTo(await page(large), 'Next page').split('?')[1];
      const older = await page(`${large}?${cursor}&lang=pl`);
      expect(linkTo(older, 'Wróć do rozgrywek')).toBe(`..${large}?lang=pl`);
      expect(titleOf(older)).toMatch(/ · Starsze wyniki · \d+ \S+ 2026$/);
      expect((await look(`${league}?${cursor}`)).status).toBe(400);
    });

    test('that is not there is not found', async () => {
      expect((await look('/competitions/cmp_aaaaaaaaaa')).status).toBe(404);
      expect((await look('/competitions/cmp_aaaaaaaaaa?from=51')).status).toBe(404);
      expect((await look('/competitions/1')).status).toBe(404);
    });

    test('counts a voided match nowhere, until it is restored', async () => {
      const corrections = createCorrections(service.workbench);
      await corrections.voidMatch(ids.surprise as MatchId, asked);
      const voided = await page(league);
      expect(factsOf(voided)).toMatchObject({ Matches: '4', Rated: '2' });
      expect(rowsOf(partOf(voided, 'table'))[1]).toEqual([
        ...['1', 'Anna K.', '2', '2', '0', '2–0 +2', '12–7 +5'],
      ]);
      expect(voided).not.toContain(ids.surprise);
      expect(partOf(voided, 'upsets')).toContain('None');
      await corrections.restoreMatch(ids.surprise as MatchId, asked);
      expect(await page(league)).toContain(ids.surprise);
    });
  });

  test('an erased name is gone from all of them at once', async () => {
    const corrections = createCorrections(service.workbench);
    await corrections.erasePlayer(ids.players.c as PlayerId, asked);
    const html = await page(league);
    expect(html).not.toContain('Celina');
    expect(rowsOf(partOf(html, 'table')).map(([, name]) => name)).toContain('Former player');
    expect(await page(`/matches/${ids.retired}`)).not.toContain('Celina');
  });

  test('whoever is erased has the same place in the table in either language', async () => {
    const erased = 'plr_large00041';
    await createCorrections(service.workbench).erasePlayer(erased as PlayerId, asked);
    const orderIn = async (language: string) => {
      const html = await page(`${large}?lang=${language}`);
      return [...partOf(html, 'table').matchAll(/players\/(plr_\w+)/g)].map(([, id]) => id);
    };
    const english = await orderIn('en');
    expect(english).toContain(erased);
    expect(await orderIn('pl')).toEqual(english);
  });

  test('only who was erased is called so, and not who bears that name', async () => {
    const { b, c } = ids.players; // whom the test before has erased
    const rename = ['players', 'update', b, '--name', 'Former player'];
    expect((await commandsOn(service.workbench)(rename)).status).toBe(0);
    for (const path of [
      '/',
      league,
      `/matches/${ids.retired}`,
      `/players/${ids.players.a}`,
      `/players/${c}/against/${b}`,
      `/players/${c}/what-if?opponent=${b}`,
    ]) {
      const html = await page(`${path}${path.includes('?') ? '&' : '?'}lang=pl`);
      const links = [...html.matchAll(/players\/(plr_\w+)\?[^"]*"><bdi>([^<]*)/g)];
      const named = new Map(links.map(([, id, name]) => [id, name]));
      expect([path, named.get(b), named.get(c)]).toEqual([
        path,
        'Former player',
        'Usunięty profil',
      ]);
    }
  });

  test('nobody is found by what stands for an erased name, but who really bears it', async () => {
    const { a, b } = ids.players; // the test before has given b that name
    const found = async (path: string) => {
      const html = await page(path);
      return [
        ...new Set([...html.matchAll(/(?:players\/|opponent=)(plr_\w+)/g)].map(([, id]) => id)),
      ];
    };
    expect(await found('/?q=former')).toEqual([b]);
    expect(await found('/?q=player+former&lang=pl')).toEqual([b]);
    expect(await found('/?q=usuni%C4%99ty&lang=pl')).toEqual([]);
    expect(await found(`/?q=former&competition=${ids.league}`)).toEqual([b]);
    expect((await found(`/players/${a}/what-if?q=former`)).filter((id) => id !== a)).toEqual([b]);
  });

  test('leave out what would take going through more than 2,000 results', async () => {
    const matches = Array.from({ length: 2_001 }, (_, n) => ({
      kind: 'match',
      id: `mat_many${String(n).padStart(6, '0')}`,
      competition_id: ids.cup,
      venue_id: ids.venue,
      played_at: new Date(Date.parse('2026-05-21T00:00:00Z') + n * 60_000).toISOString(),
      player_ids: [ids.players.a, ids.players.b],
      status: 'completed',
      score: { sets: [{ games: [4, 2] }, { games: [4, 0] }] },
    }));
    clock.now = now + 10 * dayMs;
    const few = matches.splice(0, 2_000);
    await load(service.workbench, few);
    const before = await page(`/competitions/${ids.cup}`);
    expect(before).not.toContain('There are so many results here');
    expect(factsOf(before)).toMatchObject({ Matches: '2,000', Players: '2' });
    await load(service.workbench, matches);
    const html = await page(`/competitions/${ids.cup}`);
    expect(html).toContain('There are so many results here');
    expect(html).not.toContain('id="improved"');
    const [, ways = ''] = /<nav class="pages"[^>]*>(.*?)<\/nav>/.exec(html) ?? [];
    expect(textOf(ways.replaceAll('</a>', ' | '))).toBe(
      'Ranking of its players | Upsets of the last 7 days | Results |',
    );
    expect(rowsOf(partOf(html, 'results'))).toHaveLength(1 + 1 + 40);
    expect(html.length).toBeLessThan(50_000);
  });
});

onBothDatabases('the list of competitions', (kind) => {
  test('goes on by cursors, fifty at a time', async () => {
    const settings = { WEBSITE: 'public' as const };
    const records = [
      { kind: 'organizer', id: 'org_list', name: 'Klub' },
      ...Array.from({ length: 61 }, (_, n) => ({
        kind: 'competition',
        id: `cmp_list${String(n).padStart(6, '0')}`,
        name: `Liga ${n}`,
        type: 'league',
        organizer_id: 'org_list',
        season: '2026-spring',
        starts_on: `2026-05-${String(1 + (n % 7)).padStart(2, '0')}`,
        ends_on: '2026-06-30',
        match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
        venue_ids: [],
      })),
    ];
    const { url, workbench } = await startTestService(kind, { settings, records: [] });
    expect(await (await fetch(`${url}/competitions`)).text()).toContain('no competitions');
    await load(workbench, records);
    const first = await (await fetch(`${url}/competitions`)).text();
    const next = /href="\.\/(competitions\?cursor=[^"]*)"/.exec(first)?.[1] ?? '';
    const second = await (await fetch(`${url}/${next}`)).text();
    const [one, other] = [first, second].map((html) =>
      rowsOf(html)
        .slice(1)
        .map(([name]) => name),
    );
    expect(one).toHaveLength(50);
    expect(other).toHaveLength(11);
    expect(new Set([...(one ?? []), ...(other ?? [])]).size).toBe(61);
    expect(titleOf(first)).toBe('Competitions');
    expect(titleOf(second)).toBe('Competitions · Liga 8');
    expect(second).toContain('Back to the beginning');
    expect(second).not.toContain('Next page');

    // What stood there has gone since.
    await workbench.database.db
      .deleteFrom('competition')
      .where('name', 'in', (other ?? []).map(String))
      .execute();
    const empty = await (await fetch(`${url}/${next}`)).text();
    expect(empty).toContain('Back to the beginning');
    expect(empty).not.toContain('no competitions');
  });
});
