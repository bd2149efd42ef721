// A player's page: where the rating stands, how it came there, and every match.
import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import type { PlayerId } from '../../shared/ids.ts';
import { createDraw } from '../ratings/random-season.ts';
import { ids, person, testCity } from '../support/city.ts';
import { json, load, onBothDatabases, type TestService } from '../support/service.ts';
import {
  below,
  elementsOf,
  factsOf,
  idsOf,
  linksOf,
  nextOf,
  readable,
  rowsOf,
  titleOf,
} from './html.ts';
import { score } from './score.ts';
import { look as lookAt, startSite } from './visitor.ts';

const [anna = '', bartek = '', celina = '', lukasz = '', zofia = ''] = ids.players;
const dayMs = 86_400_000;
const firstDay = Date.parse('2026-03-02T16:00:00Z');
const matchId = (n: number) => `mat_player${String(n).padStart(4, '0')}`;

/** The nth match of Anna, a day after the one before: some are lost, retired, or never played. */
function match(n: number, more: Record<string, unknown> = {}) {
  const opponent = [bartek, celina, lukasz][n % 3];
  const isFirst = n % 2 === 0;
  const base = {
    kind: 'match',
    id: matchId(n),
    competition_id: ids.league,
    venue_id: ids.venues[0],
    // On clay, on a hard court, on a court that the venue doesn't list, and on nobody knows which.
    ...(n % 4 < 3 && { court_number: [1, 2, 9][n % 4] }),
    played_at: new Date(firstDay + n * dayMs).toISOString(),
    player_ids: isFirst ? [anna, opponent] : [opponent, anna],
  };
  if (n % 10 === 7)
    return { ...base, status: 'walkover', winner_id: n % 20 === 7 ? anna : opponent, ...more };
  if (n % 10 === 3) {
    const brokenOff = { score: score('6-4 1-2'), retired_player_id: anna };
    return { ...base, status: 'retired', ...brokenOff, ...more };
  }
  return { ...base, status: 'completed', score: score('6-4 6-3'), ...more };
}

const isWalkover = (n: number) => n % 10 === 7;
const isWon = (n: number) => (isWalkover(n) ? n % 20 === 7 : n % 10 !== 3 && n % 2 === 0);
const rated = Array.from({ length: 65 }, (_, n) => n);
const waiting = [65, 66];
const all = [...rated, ...waiting];

onBothDatabases('a player’s page', (kind) => {
  let service: TestService;
  let now = Date.parse('2026-06-01T12:00:00Z');
  beforeAll(async () => {
    const records = [...testCity(), ...rated.map((n) => match(n))];
    service = await startSite(kind, { records, clock: () => now });
    await service.rate();
    await load(
      service.workbench,
      waiting.map((n) => match(n)),
    );
  });

  const look = (path: string) => lookAt(service, path);
  const player = (id = anna) => look(`/players/${id}`);
  /** The rows of the table of matches and changes. */
  const changesOf = (html: string) => rowsOf(html.split('class="changes"')[1] ?? '').slice(1);
  /** What is drawn of a career, and the rows of the same as a table. */
  function chartOf(html: string) {
    const [figure = ''] = /<figure.*?<\/figure>/s.exec(html) ?? [];
    const rows = rowsOf(figure).slice(1);
    return { figure, rows, values: rows.map(([, value]) => Number(value)) };
  }
  async function historyOf(id: string) {
    const answer = await service.get(`/v1/players/${id}/rating-history?limit=100`);
    return (await json(answer)).data;
  }

  test('every match stands on just one page, the last played first', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let next: string | undefined = `/players/${anna}`; next; ) {
      const { address, html } = await look(next);
      const found = idsOf(html, 'matches');
      seen.push(...found);
      sizes.push(found.length);
      next = nextOf(html, address);
    }
    expect(seen).toEqual(all.toReversed().map(matchId));
    expect(sizes).toEqual([30, 30, 7]);
  });

  test('each change is shown with its rating and its sentence, as the history has them', async () => {
    const rows = changesOf((await player()).html);
    const history = await historyOf(anna);
    const changes = rows.filter((row) => row.length === 4);
    expect(changes.length).toBeGreaterThan(20);
    for (const [index, [, what = '', change = '', after]] of changes.entries()) {
      const entry = history[index];
      const { explanation } = entry.reason;
      expect(what).toEndWith(explanation);
      expect(Number(change.replace('−', '-').replace('±', ''))).toBe(entry.change);
      expect(after).toBe(String(entry.value_after));
    }
  });

  test('a match is told from the player’s side', async () => {
    const { html } = await player();
    const row = (n: number) =>
      readable(`<tr${html.split('<tr').find((part) => part.includes(matchId(n))) ?? ''}`);
    expect(row(64)).toStartWith('5 May 2026 | Celina Ż. Won 6–4 6–3 Head to head');
    expect(row(61)).toStartWith('2 May 2026 | Celina Ż. Lost 4–6 3–6 Head to head');
    expect(row(63)).toContain('Lost 4–6 2–1 ret.');
    expect(row(57)).toContain('Lost by walkover Head to head | not rated');
    expect(row(47)).toContain('Won by walkover');
    expect(row(66)).toContain('Won 6–4 6–3 Head to head | not rated yet');
    expect(readable(html)).toContain('moves it by at most 16 points. How ratings work');
  });

  test('the record counts rated matches, by surface where the court is known, and walkovers apart', async () => {
    const { html } = await player();
    const played = rated.filter((n) => !isWalkover(n));
    const count = (of: readonly number[]) => [
      String(of.filter(isWon).length),
      String(of.filter((n) => !isWon(n)).length),
    ];
    const rows = rowsOf(below(html, 'Record')).slice(1);
    // The surface of the most matches comes first.
    expect(rows).toEqual([
      ['Rated matches', ...count(played)],
      ['court not known', ...count(played.filter((n) => n % 4 > 1))],
      ['clay', ...count(played.filter((n) => n % 4 === 0))],
      ['hard court', ...count(played.filter((n) => n % 4 === 1))],
      ['Walkovers (separately)', ...count(rated.filter(isWalkover))],
    ]);
    expect(readable(below(html, 'Record'))).toContain('2 results wait for their rating');
  });

  test('the record knows no surface of a number that two courts bear', async () => {
    const { db } = service.workbench.database;
    const venue = sql`from venue where id = ${ids.venues[0]}`;
    const before = await sql<{ courts: unknown }>`select courts ${venue}`.execute(db);
    const set = (courts: unknown) =>
      sql`update venue set courts = ${JSON.stringify(courts)}::json where id = ${ids.venues[0]}`;
    const courts = ['clay', 'hard'].map((surface) => ({ number: 1, surface, indoor: false }));
    try {
      await set([...courts, { number: 2, surface: 'hard', indoor: true }]).execute(db);
      const rows = rowsOf(below((await player()).html, 'Record')).map(([name]) => name);
      expect(rows).not.toContain('clay');
      expect(rows).toContain('hard court');
    } finally {
      await set(before.rows[0]?.courts).execute(db);
    }
  });

  test('the preferred venues stand in their order, each with a link to who prefers it', async () => {
    const [first, , third] = ids.venues;
    const own = { preferred_venue_ids: [third, first] };
    const everywhere = person('plr_everywhere', 'Wszędzie W.', 1.5, own);
    await load(service.workbench, [everywhere]);
    const { html, address } = await player(everywhere.id);
    const links = linksOf(html, address).flatMap(({ searchParams }) =>
      searchParams.getAll('venue'),
    );
    expect(links).toEqual([third, first]);
    expect((await look(`/?venue=${third}&activity=all`)).html).toContain(everywhere.id);
    const [nowhere = ''] = ids.players.slice(-1);
    await service.workbench.database.db
      .deleteFrom('player_venue')
      .where('player_id', '=', nowhere as PlayerId)
      .execute();
    expect((await player(nowhere)).html).not.toContain('Prefers to play at');
  });

  test('the chart has a title and what it shows in words, and the same stands in a table', async () => {
    const { figure, rows, values } = chartOf((await player()).html);
    const elements = elementsOf(figure);
    const svg = elements.find(({ tag }) => tag === 'svg');
    expect(svg?.attributes).toMatchObject({
      role: 'img',
      'aria-labelledby': 'chart-title chart-told',
    });
    expect(figure).toContain('<title id="chart-title">The rating over the days of play</title>');
    expect(figure).toContain('<desc id="chart-told">1300 on 1 Jan 2026; ');
    const line = elements.find(({ tag }) => tag === 'polyline')?.attributes.points?.split(' ');
    expect(rows).toHaveLength(line?.length ?? 0);
    expect(values.at(-1)).toBe((await historyOf(anna))[0].value_after);
    const best = String(Math.max(...values));
    const mark = new RegExp(`<text class="mark" x="([\\d.]+%)" y="([\\d.]+%)"[^>]*>best ${best}<`);
    const [, x = '', y = ''] = mark.exec(figure) ?? [];
    expect(elements).toContainEqual({
      tag: 'circle',
      attributes: { class: 'dot', cx: x, cy: y, r: '4' },
    });
    // A narrow screen leaves out the days beside the middle.
    const names = [...figure.matchAll(/<text class="([^"]*)" x="[^"]*" y="100%" dy="1.8em"/g)];
    expect(names.map(([, name]) => name)).toEqual([
      ...['axis', 'axis minor', 'axis middle', 'axis minor', 'axis'],
    ]);
  });

  test('an older page shows the list alone, and an altered cursor is refused', async () => {
    const { html, address } = await player();
    const next = nextOf(html, address) ?? '';
    const older = await look(next);
    expect(older.html).not.toContain('<figure');
    const [day] = rowsOf(older.html)[1] ?? [];
    expect(titleOf(older.html)).toBe(`Anna K. · Matches and changes · ${day}`);
    expect((await look(next.replace(/cursor=./, 'cursor=_'))).status).toBe(400);
    expect((await look(next.replace(anna, bartek))).status).toBe(400);
  });

  test('who has no rated match is told what waits, and finds a walkover in the record', async () => {
    const [first, second, third] = ids.players.slice(9);
    const walkover = { id: matchId(301), player_ids: [first, third], winner_id: first };
    await load(service.workbench, [
      match(0, { id: matchId(300), player_ids: [first, second] }),
      match(7, walkover),
    ]);
    const { html } = await player(first);
    expect(readable(html)).toContain('1 result waits for its rating');
    expect(rowsOf(below(html, 'Record')).slice(1)).toEqual([
      ['Rated matches', '0', '0'],
      ['Walkovers (separately)', '1', '0'],
    ]);
  });

  test('a result that comes late moves the rating where it stands', async () => {
    const late = match(200, {
      id: matchId(200),
      played_at: new Date(firstDay - 30 * 60_000).toISOString(),
      player_ids: [zofia, lukasz],
    });
    const soon = match(201, {
      id: matchId(201),
      played_at: new Date(firstDay + 70 * dayMs).toISOString(),
      status: 'completed',
      score: score('6-0 6-0'),
      player_ids: [zofia, celina],
    });
    await load(service.workbench, [soon]);
    await service.rate();
    await load(service.workbench, [late]);
    await service.rate();
    const { rows } = chartOf((await player(zofia)).html);
    const history = await historyOf(zofia);
    expect(rows.at(-1)).toEqual(['11 May 2026', String(history[0].value_after)]);
    expect(rows.map(([day]) => day)).not.toContain('2 Mar 2026');
  });

  test.each([7, 25])('over %d days, each one below the chart stands at its place', async (days) => {
    const joined = Date.parse('2026-05-01T06:00:00Z');
    const created_at = new Date(joined).toISOString();
    const players = ['a', 'b'].map((end) =>
      person(`plr_days${String(days).padStart(5, '0')}${end}`, 'Nowa N.', 3, { created_at }),
    );
    const played_at = new Date(joined + days * dayMs).toISOString();
    const player_ids = players.map(({ id }) => id);
    const result = match(0, { id: matchId(400 + days), played_at, player_ids });
    await load(service.workbench, [...players, result]);
    await service.rate();
    const { html } = await player(player_ids[0]);
    const shown = [...html.matchAll(/<text class="axis[^"]*" x="([\d.]+)%" y="100%".*?>(.*?)</g)];
    const marks = shown.map(([, x, text]) => ({
      x: Number(x),
      day: (Date.parse(`${text} UTC`) - Date.parse('2026-05-01')) / dayMs,
    }));
    expect(marks.length).toBeGreaterThan(1);
    expect(marks.at(-1)?.day).toBe(days);
    for (const { x, day } of marks) expect(x).toBeCloseTo((100 * day) / days, 1);
  });

  test('a career begins with results from before the membership, and its best is told with its first day', async () => {
    const [eva = '', ewa = '', ola = ''] = ['eva', 'ewa', 'ola'].map(
      (name) => `plr_before${name}0`,
    );
    const people = [
      person(eva, 'Dawna D.', 5.5, { created_at: '2026-05-01T06:00:00Z' }),
      person(ewa, 'Dawna D.', 5.5, { created_at: '2026-05-01T06:00:00Z' }),
      person(ola, 'Dawna D.', 1.5, { created_at: '2026-04-01T06:00:00Z' }),
    ];
    // The second one is expected, and changes nothing.
    const results = [ewa, ola].map((opponent, n) =>
      match(0, {
        id: matchId(500 + n),
        played_at: `2026-04-2${1 + n}T16:00:00Z`,
        player_ids: [eva, opponent],
      }),
    );
    const walkover = match(7, {
      id: matchId(502),
      played_at: '2026-04-20T16:00:00Z',
      player_ids: [eva, ewa],
      winner_id: eva,
    });
    await load(service.workbench, [...people, ...results, walkover]);
    await service.rate();
    const { html } = await player(eva);
    expect(chartOf(html).rows).toEqual([
      ['21 Apr 2026', '1800'],
      ['21 Apr 2026', '1824'],
      ['22 Apr 2026', '1824'],
    ]);
    expect(factsOf(html)['Best rating']).toBe('1824 21 Apr 2026');
    expect(factsOf((await player(ola)).html)['Best rating']).toBe('1000 1 Apr 2026');
    expect(
      changesOf(html)
        .slice(-2)
        .map(([day, what]) => `${day} ${what}`),
    ).toEqual([
      expect.stringMatching(/^20 Apr 2026 .*Won by walkover/),
      expect.stringMatching(/^1 May 2026 Start /),
    ]);
  });

  test('a drop of confidence is an entry, and it isn’t said that matches were few, only', async () => {
    now += 60 * dayMs;
    await service.workbench.decay();
    const rows = changesOf((await player(lukasz)).html);
    const drop = rows.find(([, what = '']) => what.startsWith('Time without a match'));
    expect(drop?.[1]).toContain('You went 60 days without a rated match');
    expect(drop?.[2]).toBe('±0');
    now += 1_000 * dayMs;
    await service.workbench.decay();
    for (const [language, told] of [
      ['en', 'There were few rated matches, or none for a long time, so the next one'],
      ['pl', 'Meczów było niewiele albo od dawna nie było żadnego'],
    ] as const) {
      const { html } = await lookAt(service, `/players/${lukasz}`, language);
      expect(readable(html)).toContain(told);
    }
  });

  test('a long career keeps its shape, its best and its lowest rating, and its page stays light', async () => {
    const four = ids.players.slice(6, 10);
    const draw = createDraw(2);
    // Three matches on each day of play, so that no day may end at the best or the lowest rating.
    const many = Array.from({ length: 3 * 250 }, (_, n) => {
      const isWon = draw.below(2) === 0;
      const moment =
        Date.parse('2026-03-01T08:00:00Z') + Math.floor(n / 3) * 8 * dayMs + (n % 3) * 7_200_000;
      return {
        ...match(0, { id: matchId(3_000 + n), score: score(isWon ? '6-3 6-2' : '3-6 2-6') }),
        played_at: new Date(moment).toISOString(),
        player_ids: [four[n % 4], four[(n + 1 + (n % 3)) % 4]],
      };
    });
    now = Date.parse('2036-03-01T12:00:00Z');
    await load(service.workbench, many);
    await service.rate();
    for (const one of four) {
      const { html } = await player(one);
      const { values } = chartOf(html);
      expect(values.length).toBeWithin(80, 121);
      const all: number[] = [];
      for (let cursor = ''; cursor !== '&cursor=null'; ) {
        const path = `/v1/players/${one}/rating-history?limit=100${cursor}`;
        const { data, next_cursor } = await json(await service.get(path));
        all.push(...data.map(({ value_after }: { value_after: number }) => value_after));
        cursor = `&cursor=${next_cursor}`;
      }
      expect(all.length).toBeGreaterThan(250);
      const shape = (of: readonly number[]) => [
        Math.min(...of),
        Math.max(...of),
        of.at(0),
        of.at(-1),
      ];
      expect(shape(values)).toEqual(shape(all.toReversed()));
      const told = (what: string) => Number(factsOf(html)[`${what} rating`]?.split(' ')[0]);
      expect([told('Lowest'), told('Best')]).toEqual([Math.min(...all), Math.max(...all)]);
      expect(Buffer.byteLength(html)).toBeLessThan(50_000);
    }
  });
});
