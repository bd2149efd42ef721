// What the pages of competitions show of many, of corrections, and as time goes on.
import { beforeAll, expect, test } from 'bun:test';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { load, onBothDatabases, type TestService } from '../support/service.ts';
import { below, factsOf, idsOf, linkTo, nextOf, readable, rowsOf, titleOf } from './html.ts';
import { fillLarge, fillLeague, ids, match, now } from './league.ts';
import { look, startSite } from './visitor.ts';

const dayMs = 86_400_000;
const asked = { actor: { user: 'tests' }, reason: 'a test' };

onBothDatabases('the page of a competition', (kind) => {
  const clock = { now };
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => clock.now });
    await fillLeague(service);
    await fillLarge(service);
  });

  async function page(path: string, language?: string): Promise<string> {
    const { status, html } = await look(service, path, language);
    expect(status).toBe(200);
    return html;
  }

  const league = `/competitions/${ids.league}`;
  const large = `/competitions/${ids.large}`;

  test('has the upsets of seven days: up to now and, once it is over, up to its last one of play', async () => {
    const upsets = async (title: string) => below(await page(league), title);
    try {
      // The upset was on 16 May at ten.
      clock.now = Date.parse('2026-05-23T09:59:59+02:00');
      expect(await upsets('Upsets of the last 7 days')).toContain('chance 21.6%');
      clock.now = Date.parse('2026-05-23T10:00:00+02:00');
      expect(readable(await upsets('Upsets of the last 7 days'))).toEndWith(
        'None was found: an upset is a rated match of these days, won by a player whose chance was below 35%.',
      );
      clock.now = now + 60 * dayMs;
      expect(await upsets('Upsets of its last 7 days of play')).toContain('chance 21.6%');
      // A walkover is no day of play.
      const late = 'mat_leaguexxx6' as MatchId;
      const { b, d } = ids.players;
      const walkover = { status: 'walkover', winner_id: b };
      await load(service.workbench, [match(late, [b, d], '2026-06-29T18:00:00+02:00', walkover)]);
      expect(await upsets('Upsets of its last 7 days of play')).toContain('chance 21.6%');
      await createCorrections(service.workbench).voidMatch(late, asked);
    } finally {
      clock.now = now;
    }
  });

  test('shows fifty places at a time', async () => {
    const html = await page(large);
    const first = rowsOf(below(html, 'Table')).slice(1);
    const rest = await page(`${large}?from=51`);
    const places = [...first, ...rowsOf(rest).slice(1)].map(([place]) => place);
    expect(linkTo(html, 'Next places')).toBe(`..${large}?from=51`);
    expect([first.length, places]).toEqual([50, Array.from({ length: 52 }, (_, n) => `${n + 1}`)]);
    expect(linkTo(rest, 'Next places')).toBe('');
    expect(linkTo(rest, 'Back to the competition')).toBe(`..${large}`);
    expect(titleOf(rest)).toBe('Liga Wielu · Table, further places');
    expect((await look(service, `${large}?from=53`)).status).toBe(404);
    expect((await look(service, `${large}?from=1e3`)).status).toBe(400);
    expect((await look(service, '/competitions/cmp_aaaaaaaaaa?from=51')).status).toBe(404);
  });

  test('shows forty results at a time, each once', async () => {
    const seen: string[][] = [];
    let path: string | undefined = large;
    let older = '';
    while (path) {
      const { html, address } = await look(service, path);
      seen.push(idsOf(below(html, seen.length === 0 ? 'Results' : 'Older results'), 'matches'));
      path = nextOf(html, address);
      older ||= path ?? '';
    }
    expect(seen.map(({ length }) => length)).toEqual([40, 40, 10]);
    expect(new Set(seen.flat()).size).toBe(90);
    const { html } = await look(service, older, 'pl');
    expect(linkTo(html, 'Wróć do rozgrywek')).toBe(`..${large}`);
    expect(titleOf(html)).toMatch(/ · Starsze wyniki · \d+ \S+ 2026$/);
    expect((await look(service, older.replace(ids.large, ids.league))).status).toBe(400);
  });

  test('counts a voided match nowhere, until it is restored', async () => {
    const corrections = createCorrections(service.workbench);
    await corrections.voidMatch(ids.surprise as MatchId, asked);
    const voided = await page(league);
    expect(factsOf(voided)).toMatchObject({ Matches: '4', Rated: '2' });
    expect(rowsOf(below(voided, 'Table'))[1]).toEqual([
      ...['1', 'Anna K.', '2', '2–0', '2–0 +2', '12–7 +5'],
    ]);
    expect(voided).not.toContain(ids.surprise);
    await corrections.restoreMatch(ids.surprise as MatchId, asked);
    expect(await page(league)).toContain(ids.surprise);
  });

  test('whoever is erased has the same place in the table in either language', async () => {
    const erased = 'plr_large00041';
    await createCorrections(service.workbench).erasePlayer(erased as PlayerId, asked);
    const orderIn = async (language: string) => {
      const title = language === 'en' ? 'Table' : 'Tabela';
      return idsOf(below(await page(large, language), title), 'players');
    };
    const english = await orderIn('en');
    expect(english).toContain(erased);
    expect(await orderIn('pl')).toEqual(english);
  });

  test('nobody is found by what stands for an erased name', async () => {
    const { a, c } = ids.players;
    await createCorrections(service.workbench).erasePlayer(c as PlayerId, asked);
    const found = async (path: string) => {
      const html = await page(path);
      return [
        ...new Set([...html.matchAll(/(?:players\/|opponent=)(plr_\w+)/g)].map(([, id]) => id)),
      ];
    };
    expect(await found('/?q=former')).toEqual([]);
    expect(await found('/?q=player+former&lang=pl')).toEqual([]);
    expect(await found('/?q=usuni%C4%99ty&lang=pl')).toEqual([]);
    expect(await found(`/?q=former&competition=${ids.league}`)).toEqual([]);
    expect((await found(`/players/${a}/what-if?q=former`)).filter((id) => id !== a)).toEqual([]);
  });
});

onBothDatabases('the list of competitions', (kind) => {
  test('goes on by cursors, fifty at a time', async () => {
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
    const service = await startSite(kind, { records: [] });
    expect((await look(service, '/competitions')).html).toContain('no competitions');
    await load(service.workbench, records);
    const first = await look(service, '/competitions');
    const next = nextOf(first.html, first.address) ?? '';
    const second = await look(service, next);
    const [one = [], other = []] = [first, second].map(({ html }) =>
      rowsOf(html).flatMap(([name = ''], place) => (place > 0 ? [name.replace(' Klub', '')] : [])),
    );
    expect([one.length, other.length]).toEqual([50, 11]);
    expect(new Set([...one, ...other]).size).toBe(61);
    expect(titleOf(second.html)).toBe('Competitions · Liga 8');
    expect(readable(second.html)).toContain('Back to the beginning');
    expect(nextOf(second.html, next)).toBeUndefined();

    // What stood there has gone since.
    const { db } = service.workbench.database;
    await db.deleteFrom('competition').where('name', 'in', other).execute();
    const empty = (await look(service, next)).html;
    expect(empty).toContain('Back to the beginning');
    expect(empty).not.toContain('no competitions');
  });
});
