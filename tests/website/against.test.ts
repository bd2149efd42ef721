// Two players head to head.
import { beforeAll, expect, test } from 'bun:test';
import { ids } from '../support/city.ts';
import {
  json,
  load,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { below, elementsOf, linksOf, readable, rowsOf, titleOf } from './html.ts';

const [anna = '', bartek = '', celina = ''] = ids.players;
const firstDay = Date.parse('2026-03-02T16:00:00Z');
const matchId = (n: number) => `mat_against${String(n).padStart(3, '0')}`;

type Result = {
  readonly sets: readonly (readonly [number, number])[];
  readonly tiebreak?: readonly [number, number];
  readonly competition: string;
  readonly more?: Record<string, unknown>;
};

/** From Anna's side. */
const results: readonly Result[] = [
  {
    competition: ids.league,
    sets: [
      [6, 4],
      [6, 3],
    ],
  },
  {
    competition: ids.league,
    sets: [
      [4, 6],
      [6, 3],
      [2, 6],
    ],
  },
  {
    competition: ids.tiebreakLeague,
    sets: [
      [4, 6],
      [6, 3],
    ],
    tiebreak: [10, 8],
  },
  {
    competition: ids.league,
    sets: [
      [6, 4],
      [4, 2],
    ],
    more: { status: 'retired', retired_player_id: bartek },
  },
  {
    competition: ids.shortCup,
    sets: [
      [4, 1],
      [2, 3],
    ],
    more: { status: 'retired', retired_player_id: anna },
  },
  {
    competition: ids.tiebreakLeague,
    sets: [
      [6, 4],
      [4, 6],
    ],
    tiebreak: [3, 5],
    more: { status: 'retired', retired_player_id: anna },
  },
];
/** What comes of them: sets, and games with a match tiebreak that was played out. */
const sums = {
  won: 3,
  lost: 3,
  sets: [2 + 1 + 2 + 1 + 1 + 1, 0 + 2 + 1 + 0 + 0 + 1],
  games: [0, 0],
};
for (const { sets, tiebreak = [0, 0] } of results) {
  for (const [own, other] of sets) {
    sums.games = [(sums.games[0] ?? 0) + own, (sums.games[1] ?? 0) + other];
  }
  if (tiebreak[0] === 10) sums.games = [(sums.games[0] ?? 0) + 1, sums.games[1] ?? 0];
}

function record(result: Result, n: number) {
  const isFirst = n % 2 === 0;
  const turned = ([own, other]: readonly [number, number]) =>
    isFirst ? [own, other] : [other, own];
  const { sets, tiebreak, competition, more } = result;
  return {
    kind: 'match',
    id: matchId(n),
    competition_id: competition,
    venue_id: ids.venues[0],
    court_number: 1 + (n % 2),
    played_at: new Date(firstDay + (n + 40) * 86_400_000).toISOString(),
    player_ids: isFirst ? [anna, bartek] : [bartek, anna],
    status: 'completed',
    score: {
      sets: sets.map((games) => ({ games: turned(games) })),
      ...(tiebreak && { match_tiebreak: turned(tiebreak) }),
    },
    ...more,
  };
}

onBothDatabases('head to head', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const settings = { WEBSITE: 'public' as const };
    service = await startTestService(kind, { settings });
    const walkover = { status: 'walkover', winner_id: bartek, score: null };
    const [first] = results;
    if (!first) throw new Error('nothing was played');
    await load(service.workbench, [
      ...results.map(record),
      { ...record(first, 20), ...walkover },
      { ...record(first, 30), player_ids: [anna, celina] },
    ]);
    await service.rate();
    await load(service.workbench, [record(first, 40)]);
  });
  async function look(path: string) {
    const address = `${service.url}/players/${path}`;
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    return { status: answer.status, address, html: await answer.text() };
  }

  test('wins, sets, games and walkovers are counted for each, and what waits is not', async () => {
    const { html } = await look(`${anna}/against/${bartek}`);
    const counts = rowsOf(below(html, 'Won by each'));
    expect(counts).toEqual([
      ['Kind', 'Anna K.', 'Bartek Ł.'],
      ['Rated matches', String(sums.won), String(sums.lost)],
      ['clay', '2', '1'],
      ['hard court', '1', '2'],
      ['Sets', ...sums.sets.map(String)],
      ['Games', ...sums.games.map(String)],
      ['Walkovers (separately)', '0', '1'],
    ]);
    expect(readable(html)).toContain('1 result waits for its rating');
  });

  test('each name stands beside that player’s own rating', async () => {
    const ratingOf = async (id: string) =>
      (await json(await service.get(`/v1/players/${id}/rating`))).value;
    const { html } = await look(`${anna}/against/${bartek}`);
    expect(await ratingOf(anna)).not.toBe(await ratingOf(bartek));
    expect(readable(html)).toContain(
      `Anna K. ${await ratingOf(anna)}, Bartek Ł. ${await ratingOf(bartek)}.`,
    );
  });

  test('from the other side it is the other way round', async () => {
    const own = rowsOf(below((await look(`${anna}/against/${bartek}`)).html, 'Won by each'));
    const other = rowsOf(below((await look(`${bartek}/against/${anna}`)).html, 'Won by each'));
    expect(other).toEqual(own.map(([name = '', a = '', b = '']) => [name, b, a]));
  });

  test('every match is listed with both changes, the last one first', async () => {
    const { html, address } = await look(`${anna}/against/${bartek}`);
    const links = linksOf(html, address);
    const found = links.flatMap(({ pathname }) => /\/matches\/(.*)/.exec(pathname)?.[1] ?? []);
    expect(found).toEqual([40, 20, 5, 4, 3, 2, 1, 0].map(matchId));
    const rows = rowsOf(below(html, 'Their matches')).slice(1);
    expect(rows[0]?.slice(1)).toEqual(['Won 6–4 6–3 League', 'not rated yet']);
    expect(rows[1]?.slice(1)).toEqual(['Lost by walkover League', 'not rated']);
    expect(rows[2]?.[1]).toBe('Lost 6–4 4–6 [3–5] ret. Tiebreak League');
    for (const [row, id] of [[rows[7], anna]] as const) {
      const history = (await json(await service.get(`/v1/players/${id}/rating-history`))).data;
      const first = history.at(-2);
      expect(row?.[2]).toBe(`+${first.change} ${first.value_after}`);
      expect(row?.[3]).toStartWith('−');
    }
  });

  test('two who haven’t met are told so, and what would happen is a link away', async () => {
    const { html } = await look(`${bartek}/against/${celina}`);
    expect(readable(html)).toContain('They have not played each other yet.');
    expect(html).not.toContain('<table');
    const links = elementsOf(html).map(({ attributes: { href = '' } }) => href);
    expect(links.some((href) => href.endsWith(`${bartek}/what-if?opponent=${celina}`))).toBe(true);
  });

  test('many matches come a page at a time, and each one counts', async () => {
    const [first] = results;
    if (!first) throw new Error('nothing was played');
    const many = Array.from({ length: 65 }, (_, n) => ({
      ...record(first, 100 + n),
      player_ids: [celina, bartek],
      // Two at each moment, but for the last one, so that a page ends between two.
      played_at: record(first, 100 + n - (n % 2)).played_at,
      competition_id: n % 2 === 0 ? ids.league : ids.tiebreakLeague,
    }));
    await load(service.workbench, many);
    const waiting = readable((await look(`${celina}/against/${bartek}`)).html);
    expect(waiting).toContain('65 results wait for their rating');
    await service.rate();
    const seen: string[] = [];
    const titles = new Set<string>();
    let pages = 0;
    for (let path: string | undefined = `${celina}/against/${bartek}`; path; ) {
      const { html, address } = await look(path);
      pages += 1;
      titles.add(titleOf(html));
      const links = linksOf(html, address);
      seen.push(...links.flatMap(({ pathname }) => /\/matches\/(.*)/.exec(pathname)?.[1] ?? []));
      const next = elementsOf(html).find(({ attributes: { rel } }) => rel === 'next');
      path = next?.attributes.href?.replaceAll('&amp;', '&').replace(/.*players\//, '');
    }
    expect(seen).toEqual(many.map(({ id }) => id).toReversed());
    expect([pages, titles.size]).toEqual([3, 3]);
    // All results are the same, and turned round every other time: 33 times 6–4 6–3, 32 times 4–6 3–6.
    const { html } = await look(`${celina}/against/${bartek}`);
    const counts = Object.fromEntries(
      rowsOf(below(html, 'Won by each')).map(([name = '', ...each]) => [name, each]),
    );
    expect(counts).toMatchObject({
      'Rated matches': ['33', '32'],
      Sets: ['66', '64'],
      Games: [33 * 12 + 32 * 7, 33 * 7 + 32 * 12].map(String),
    });
  });

  test.each([
    ['oneself', `${anna}/against/${anna}`],
    ['nobody', `${anna}/against/plr_0000000000`],
    ['what is no id', `${anna}/against/bartek`],
    ['somebody as nobody', `plr_0000000000/against/${anna}`],
  ])('against %s there is nothing', async (_, path) => {
    expect((await look(path)).status).toBe(404);
  });

  test('its page is in Polish, too', async () => {
    const { html } = await look(`${anna}/against/${bartek}?lang=pl`);
    for (const told of ['Bezpośrednie mecze', 'Gemy', 'kort twardy', 'krecz', 'walkower']) {
      expect(readable(html)).toContain(told);
    }
  });
});
