// The ranking as a visitor sees it: who is on it and in which order, and how one finds somebody.
import { beforeAll, expect, test } from 'bun:test';
import { playerKind } from '../../modules/players/index.ts';
import { load, onBothDatabases, type TestService } from '../support/service.ts';
import { nextOf, pathsOf, readable, rowsOf, titleOf } from './html.ts';
import { score } from './score.ts';
import { look as lookAt, startSite } from './visitor.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const id = (prefix: string, n: number) => `${prefix}_rank${String(n).padStart(6, '0')}`;
const player = (n: number) => id('plr', n);

/** Who has played on the day before the last, and others, by what is special about them. */
const named: readonly [name: string, ntrp: number, played: number | undefined][] = [
  ['Łukasz Żółć', 5.5, 1],
  ['Zoë Strauß', 5, 364],
  ['Jørgen Đurić', 4.5, 366],
  ['O’Brien, Ann-Marie', 4, undefined],
  ['👻 _%\\', 3.5, undefined],
  ['王秀英', 3, undefined],
  ['Guðrún Ðurić', 2.5, undefined],
  ['Þóra Æsa', 2, undefined],
];
/** Who has one match only; everybody else who has played has two, and so a confidence of 40. */
const novice: (typeof named)[number] = ['Nowy', 1.5, 2];
/** Enough for three pages. */
const crowd = Array.from({ length: 120 }, (_, n): [string, number, number] => [
  `Gracz ${String(n).padStart(3, '0')}`,
  2 + (n % 4) / 2,
  40,
]);
const people = [...named, novice, ...crowd];
const rivals = people.length;

const competition = (n: number, starts_on: string) => ({
  kind: 'competition',
  id: id('cmp', n),
  name: `Liga ${n}`,
  type: 'league',
  organizer_id: 'org_rank',
  season: '2026-autumn',
  starts_on,
  ends_on: '2027-06-30',
  match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
  venue_ids: [id('ven', 0)],
});

const records = [
  { kind: 'organizer', id: 'org_rank', name: 'Klub' },
  ...Array.from({ length: 60 }, (_, n) => ({
    kind: 'venue',
    id: id('ven', n),
    name: n === 58 ? 'Aleja' : `Korty ${String(n).padStart(2, '0')}`,
    district: `Dzielnica ${n % 5}`,
    address: 'Kortowa 1',
    courts: [1, 2, 3].map((number) => ({ number, surface: 'clay', indoor: number === 3 })),
  })),
  ...Array.from({ length: 40 }, (_, n) =>
    competition(n, `2025-01-${String((n % 28) + 1).padStart(2, '0')}`),
  ),
  ...[...people, ['Rywal', 1.5, undefined] as const].map(
    ([display_name, self_assessed_ntrp], n) => ({
      kind: 'player',
      id: player(n),
      display_name,
      self_assessed_ntrp,
      preferred_venue_ids: n % 2 === 0 ? [id('ven', 59)] : [],
      availability: [],
      created_at: '2025-01-01T00:00:00Z',
    }),
  ),
  ...people.flatMap(([, , played], n) => {
    if (played === undefined) return [];
    const days = n === named.length ? [played] : [played + 0.01, played];
    return days.map((day, nth) => ({
      kind: 'match',
      id: id('mat', 1_000 * nth + n),
      competition_id: id('cmp', n < 3 ? 0 : 1),
      venue_id: id('ven', 0),
      played_at: daysAgo(day),
      player_ids: [player(n), player(rivals)],
      status: 'completed',
      score: score('6-0 6-0'),
      created_at: daysAgo(day - 0.001),
    }));
  }),
];

onBothDatabases('the ranking', (kind) => {
  let service: TestService;
  const clock = { now };
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => clock.now });
    await load(service.workbench, records);
    await service.rate();
  });

  const look = (path: string, language?: string) => lookAt(service, path, language);
  /** The rows of a page's tables, a text for each cell, without the headings. */
  const rowsAt = async (path: string) =>
    rowsOf((await look(path)).html).filter((cells) => !cells.includes('Player'));
  /** The name in a row, whether or not it stands behind a place. */
  const nameIn = ([first = '', second = '']: string[]) =>
    (/^\d+$/.test(first) ? second : first).replace(/ \d more rated match(es)?$/, '');
  /** The names that a search finds. */
  const found = async (query: string) => (await rowsAt(`/?${query}`)).map(nameIn);
  const search = (q: string) => found(`q=${encodeURIComponent(q)}`);
  /** Each page of the list. */
  async function pagesOfAll() {
    const pages: { title: string; rows: string[][] }[] = [];
    for (let path: string | undefined = '/'; path; ) {
      const { html, address } = await look(path);
      pages.push({ title: titleOf(html), rows: await rowsAt(path) });
      path = nextOf(html, address);
    }
    return pages;
  }

  test('shows rank, places, player, rating, confidence, matches, change and last match', async () => {
    const rows = await rowsAt('/');
    expect(rows[0]).toEqual([
      ...['1', 'new', 'Łukasz Żółć', '1800', 'confidence 40 of 100', '2', '±0', '20 Nov 2026'],
    ]);
    // More than 30 days ago: nothing changed since, but for the place.
    expect(rows[1]).toEqual([
      ...['2', '1 down', 'Zoë Strauß', '1702', 'confidence 40 of 100', '2', '–', '22 Nov 2025'],
    ]);
  });

  test('lists the ranked, then the provisional and the resting, 50 a page, and no one twice', async () => {
    const pages = await pagesOfAll();
    expect(pages.map(({ title, rows }) => [title, rows.length])).toEqual([
      ['Ranking', 50],
      ['Ranking · 51–100', 50],
      ['Ranking · 101–130', 30],
    ]);
    const rows = pages.flatMap((page) => page.rows);
    const ranked = rows.filter((cells) => cells.length === 8);
    const others = rows.slice(ranked.length);
    const isRanked = ([name, , played]: (typeof named)[number]) =>
      played !== undefined && played < 365 && name !== novice[0];
    expect(ranked.map(([, , name]) => name).toSorted()).toEqual(
      [...people.filter(isRanked).map(([name]) => name), 'Rywal'].toSorted(),
    );
    // Equal ratings have one rank, which goes on over the pages.
    const values = ranked.map(([, , , value]) => Number(value));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(ranked.map(([rank]) => Number(rank))).toEqual(
      values.map((value) => 1 + values.filter((other) => other > value).length),
    );
    expect(new Set(values).size).toBeLessThan(values.length);
    // Without places, and with what is missing.
    expect(others.map(([name]) => name)).toEqual([
      'Nowy 1 more rated match',
      'Jørgen Đurić 1 more rated match',
      ...people
        .filter(([, , played]) => played === undefined)
        .map(([name]) => `${name} 2 more rated matches`),
    ]);
  });

  test.each<[string, number, boolean]>([
    ['a millisecond before', -1, true],
    ['just', 0, false],
    ['a millisecond after', 1, false],
  ])('ranks who played 365 days ago until %s that moment', async (_, ms, isRanked) => {
    try {
      clock.now = now + 86_400_000 + ms; // the match was 364 days before now
      const [row = []] = await rowsAt('/?q=zoe');
      expect(row.slice(0, 2).includes('Zoë Strauß 1 more rated match')).toBe(!isRanked);
      const place = (await rowsAt('/')).find(([, , name]) => name === 'Zoë Strauß');
      expect(place !== undefined).toBe(isRanked);
    } finally {
      clock.now = now;
    }
  });

  test.each<[string, number, RegExp]>([
    ['a millisecond before', -1, /^−\d{2,}$/],
    ['just', 0, /^−2$/],
  ])('counts as change what was played 30 days ago until %s that moment', async (_, ms, change) => {
    try {
      clock.now = now - 10 * 86_400_000 + ms; // the many matches were 40 days before now
      expect((await rowsAt('/?q=rywal'))[0]?.at(-2)).toMatch(change);
    } finally {
      clock.now = now;
    }
  });

  test('shows everybody without a place where nobody is ranked any more', async () => {
    try {
      clock.now = now + 366 * 86_400_000;
      const { html } = await look('/');
      expect(html).not.toContain('class="rank"');
      expect(readable(html)).toContain(
        'Resting, or not yet played No rated match within the last 365 days.',
      );
    } finally {
      clock.now = now;
    }
  });

  test('says that there are no players where there are none at all', async () => {
    const empty = await startSite(kind, { records: [] });
    expect((await lookAt(empty, '/')).html).toContain('Nobody is listed yet.');
  });

  test('leads to the next page and back to the first one', async () => {
    const { html, address } = await look('/?venue=ven_rank000059&lang=pl');
    const next = nextOf(html, address) ?? '';
    expect(next).toMatch(/\/\?venue=ven_rank000059&cursor=[^&]+&lang=pl$/);
    const second = await look(next);
    expect(pathsOf(second.html, next)).toContain('/?venue=ven_rank000059&lang=pl');
    // A cursor is bound to its list.
    expect((await look(next.replace('venue=ven_rank000059', 'q=gracz'))).status).toBe(400);
  });

  test.each([
    ['a part', 'ukasz', 'Łukasz Żółć'],
    ['no accents', 'lukasz', 'Łukasz Żółć'],
    ['capitals without accents', 'ZOLC', 'Łukasz Żółć'],
    ['accents taken apart', 'z\u0307o\u0301l', 'Łukasz Żółć'],
    ['the end of one name and the begin of the next', 'sz zo', 'Łukasz Żółć'],
    ['ø, đ', 'jorgen duric', 'Jørgen Đurić'],
    ['ð as d', 'gudrun', 'Guðrún Ðurić'],
    ['the capital of ð taken for that of đ', 'Đurić Gudrun', 'Guðrún Ðurić'],
    ['þ and æ as they are typed', 'thora aesa', 'Þóra Æsa'],
    ['ø as it is', 'JØR', 'Jørgen Đurić'],
    ['ß as ss', 'strauss', 'Zoë Strauß'],
    ['ß', 'auß', 'Zoë Strauß'],
    ['no apostrophe', 'obrien', 'O’Brien, Ann-Marie'],
    ['another apostrophe', "O'Brien", 'O’Brien, Ann-Marie'],
    ['another hyphen', 'ann‐marie', 'O’Brien, Ann-Marie'],
    ['spaces around', '  brien  ann ', 'O’Brien, Ann-Marie'],
    ['the surname first', 'Żółć łukasz', 'Łukasz Żółć'],
    ['the surname last', 'ann-marie o’brien', 'O’Brien, Ann-Marie'],
    ['the first of three words last', 'marie o’brien ann', 'O’Brien, Ann-Marie'],
    ['one letter of another script', '秀', '王秀英'],
    ['two of them', '王秀', '王秀英'],
    ['a symbol', '👻', '👻 _%\\'],
    ['one letter', 'j', 'Jørgen Đurić'],
    ['two letters', 'Łć', 'Łukasz Żółć'],
    ['marks that nobody sees', '\u200fluk\u200basz', 'Łukasz Żółć'],
  ])('finds by %s', async (_, q, name) => {
    expect(await search(q)).toEqual([name]);
  });

  test.each(['%', '_', '\\', "'", '.', '\u200b', 'nobody', 'lukaszz', "' & '", '*:'])(
    'finds nobody by %j',
    async (q) => {
      const { status, html } = await look(`/?q=${encodeURIComponent(q)}`);
      expect([status, html.includes('Nobody was found.')]).toEqual([200, true]);
      expect(html).not.toContain('<tbody');
    },
  );

  test('a search finds who is not ranked, says what is missing, and shows places in the whole ranking', async () => {
    expect(await rowsAt('/?q=jorgen')).toEqual([
      [
        ...['Jørgen Đurić 1 more rated match', '1602', 'confidence 40 of 100', '2', '–'],
        '20 Nov 2025',
      ],
    ]);
    expect(await rowsAt('/?q=zolc')).toEqual([
      ['1', 'Łukasz Żółć', '1800', 'confidence 40 of 100', '2', '±0', '20 Nov 2026'],
    ]);
  });

  test('filters combine, and a filtered list has ranks of its own', async () => {
    expect(await found('competition=cmp_rank000000')).toEqual([
      ...['Łukasz Żółć', 'Zoë Strauß', 'Rywal', 'Jørgen Đurić'],
    ]);
    expect(await found('competition=cmp_rank000000&venue=ven_rank000059')).toEqual([
      ...['Łukasz Żółć', 'Jørgen Đurić'],
    ]);
    expect(await found('competition=cmp_rank000000&venue=ven_rank000059&q=zolc')).toEqual([
      'Łukasz Żółć',
    ]);
    expect(await found('competition=cmp_rank000001&q=zolc')).toEqual([]);
    const ranks = await rowsAt('/?venue=ven_rank000059');
    expect(ranks.slice(0, 2).map(([rank]) => rank)).toEqual(['1', '2']);
    const none = await look('/?venue=ven_rank000001');
    expect(readable(none.html)).toContain('Players who prefer Korty 01 Nobody was found.');
    expect(pathsOf(none.html, none.address)).toContain('/');
  });

  test('the form offers some venues and competitions, and the chosen ones', async () => {
    const chosen = { venue: 'ven_rank000059', competition: 'cmp_rank000000' };
    const { html } = await look(`/?${new URLSearchParams(chosen)}`);
    for (const [name, id] of Object.entries(chosen)) {
      const [, select = ''] = new RegExp(`<select name="${name}">(.*?)</select>`).exec(html) ?? [];
      const options = [...select.matchAll(/<option value="([^"]+)"( selected)?/g)];
      expect(options).toHaveLength(31);
      expect(options.filter(([, , selected]) => selected).map(([, value]) => value)).toEqual([id]);
      // Those that are offered besides are the first by name.
      if (name === 'venue') expect(options[1]?.[1]).toBe('ven_rank000058');
    }
  });

  test('who gets another name is found by that alone', async () => {
    const { database } = service.workbench;
    const rename = async (display_name: string) => {
      await database.transaction(async (tx) => {
        const [listed] = await playerKind.some(tx.db, [player(5)]);
        if (!listed) throw new Error('nobody');
        const created_at = { text: listed.created_at, instant: Date.parse(listed.created_at) };
        const before = { ...listed, created_at };
        await playerKind.update(tx, { ...before, display_name }, before);
      });
    };
    await rename('Ǻsa Ñandú');
    expect(await search('asa nandu')).toEqual(['Ǻsa Ñandú']);
    expect(await search('秀')).toEqual([]);
    await rename('Jean-Luc P.');
    expect(await search('p. jean-luc')).toEqual(['Jean-Luc P.']);
    await rename('王秀英');
    expect(await search('秀')).toEqual(['王秀英']);
  });

  test('the venues are listed by name, fifty a page', async () => {
    const { html, address } = await look('/venues');
    const first = rowsOf(html).slice(1);
    const second = rowsOf((await look(nextOf(html, address) ?? '')).html).slice(1);
    expect([first.length, second.length]).toEqual([50, 10]);
    expect(first[0]?.[0]).toBe('Aleja Kortowa 1');
    expect(first[1]?.[1]).toBe('Dzielnica 0 2 × clay, outdoor 1 × clay, indoor');
    expect(second.at(-1)?.[0]).toBe('Korty 59 Kortowa 1');
  });
});
