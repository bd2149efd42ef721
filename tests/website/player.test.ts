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
  /** The table of matches and changes. */
  const listOf = (html: string) => /<table class="changes">.*?<\/table>/s.exec(html)?.[0] ?? '';
  const changesOf = (html: string) => rowsOf(listOf(html)).slice(1);
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
      const found = idsOf(listOf(html), 'matches');
      seen.push(...found);
      sizes.push(found.length);
      next = nextOf(html, address);
    }
    expect(seen).toEqual(all.toReversed().map(matchId));
    expect(sizes).toEqual([30, 30, 7]);
  });

  test('each change is shown with its rating and a sentence about the player, as the history has them', async () => {
    const rows = changesOf((await player()).html);
    const history = await historyOf(anna);
    const changes = rows.filter((row) => row.length === 4);
    expect(changes.length).toBeGreaterThan(20);
    for (const [index, [, what = '', change = '', after]] of changes.entries()) {
      const entry = history[index];
      // What the API tells the player ends with the same.
      const { explanation } = entry.reason;
      const moved = /(?<=your rating ).*/.exec(explanation)?.[0];
      expect(what).toEndWith(`Anna K.’s rating ${moved}`);
      expect(what).not.toMatch(/\byour?\b/i);
      expect(Number(change.replace('−', '-').replace('±', ''))).toBe(entry.change);
      expect(after).toBe(String(entry.value_after));
    }
  });

  test('a match is told from the player’s side', async () => {
    const { html } = await player();
    const row = (n: number) =>
      readable(
        `<tr${
          listOf(html)
            .split('<tr')
            .find((part) => part.includes(matchId(n))) ?? ''
        }`,
      );
    expect(row(64)).toStartWith('5 May 2026 | Celina Ż. Won 6–4 6–3 Head to head');
    expect(row(61)).toStartWith('2 May 2026 | Celina Ż. Lost 4–6 3–6 Head to head');
    expect(row(63)).toContain('Lost 4–6 2–1 ret.');
    expect(row(57)).toContain('Lost by walkover Head to head | not rated');
    expect(row(47)).toContain('Won by walkover');
    expect(row(66)).toContain('Won 6–4 6–3 Head to head | not rated yet');
    expect(readable(html)).toContain('can move it by up to 16 points. How ratings work');
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
    expect(figure).toContain('<title id="chart-title">From match to match</title>');
    expect(figure).toContain('<desc id="chart-told">1300 on 1 Jan 2026; ');
    expect(values.at(-1)).toBe((await historyOf(anna))[0].value_after);
    // A step for each match: to its moment, then to the new rating; at last to today.
    const path = elements.find(({ attributes }) => attributes.class === 'line')?.attributes.d;
    expect(path).toMatch(/^M0 [\d.]+(H[\d.]+V[\d.]+)+H100$/);
    expect(path?.match(/V/g)).toHaveLength(rows.length);
    const best = String(Math.max(...values));
    const mark = new RegExp(`<text class="mark" x="([\\d.]+%)" y="([\\d.]+%)"[^>]*>best ${best}<`);
    const [, x = '', y = ''] = mark.exec(figure) ?? [];
    expect(elements).toContainEqual({ tag: 'circle', attributes: { cx: x, cy: y, r: '3' } });
    // A narrow screen leaves out every other name.
    const names = [
      ...figure.matchAll(/<g( class="minor")?><line[^>]*><\/line><text[^>]* x="\d[^>]*>([^<]*)</g),
    ];
    expect(names.map(([, minor]) => minor !== undefined)).toEqual(names.map((_, n) => n % 2 === 1));
    const months = ['Feb', 'Mar', 'Apr', 'May', 'Jun'].map((month) => `${month} 2026`);
    expect(names.map(([, , name]) => name)).toEqual(months);
  });

  test('each point of the chart leads to its match, and is told by the day, the rating and the result', async () => {
    const { figure } = chartOf((await player()).html);
    const links = figure.matchAll(
      /<a href="[^"]*\/(mat_\w+)" tabindex="-1">.*?<title>(.*?)<\/title>/gs,
    );
    const told = new Map([...links].map(([, id, title]) => [id, title]));
    const entries = (await historyOf(anna)).filter(
      ({ reason }: { reason: { code: string } }) => reason.code === 'match_result',
    );
    expect([...told.keys()]).toEqual(
      entries.map(({ reason }: { reason: { match_id: string } }) => reason.match_id).toReversed(),
    );
    const last = entries.find(
      ({ reason }: { reason: { match_id: string } }) => reason.match_id === matchId(64),
    );
    expect(told.get(matchId(64))).toBe(
      `5 May 2026: ${last.value_after} (+${last.change}), Celina Ż. 6–4 6–3`,
    );
    expect(told.get(matchId(63))).toEndWith(' 4–6 2–1 ret.');
    // What is pointed at isn't heard twice: the table says the same.
    expect(figure).toContain('<svg class="points" aria-hidden="true">');
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
    const { figure } = chartOf((await player(zofia)).html);
    expect(figure).toContain('<title>2 Mar 2026: '); // the day of its match
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
      ['Start', '1800'],
      ['21 Apr 2026', '1824'],
      ['22 Apr 2026', '1824'],
    ]);
    expect(chartOf(html).figure).toContain('>1800 at the start; 1824 on 22 Apr 2026.');
    expect(factsOf(html)['Highest rating']).toBe('1824 21 Apr 2026');
    expect(factsOf((await player(ola)).html)['Highest rating']).toBe('1000 1 Apr 2026');
    expect(
      changesOf(html)
        .slice(-2)
        .map(([day, what]) => [day, what?.replace(/ Head.*| Dawna.*/, '')]),
    ).toEqual([
      ['20 Apr 2026', 'Dawna D. Won by walkover'],
      ['', 'Start'],
    ]);
    const noted = await player(ola);
    expect(changesOf(noted.html).at(-1)?.[0]).toBe('1 Apr 2026');
  });

  test('drops of confidence are one line, which ends with the next match', async () => {
    now += 40 * dayMs;
    await service.workbench.decay();
    const lines = async (language = 'en') =>
      changesOf((await lookAt(service, `/players/${lukasz}`, language)).html);
    const [first] = await lines();
    expect(first?.slice(1)).toEqual([
      'No rated match since 6 May 2026: one drop of confidence, to 90 of 100; rating unchanged',
      '',
      expect.stringMatching(/^\d+$/),
    ]);
    now += 1_000 * dayMs;
    await service.workbench.decay();
    const [later, before] = await lines();
    expect(later?.[1]).toBe(
      'No rated match since 6 May 2026: 15 drops of confidence, to 20 of 100; rating unchanged',
    );
    expect(before?.[1]).toStartWith('Anna K. ');
    expect((await lines('pl'))[0]?.[1]).toBe(
      'Bez meczu rankingowego od 6 maja 2026: 15 spadków pewności, do 20 na 100; liczba punktów bez zmian',
    );
    expect(chartOf((await player(lukasz)).html).figure).toContain('<rect class="pause"');
    await load(service.workbench, [
      match(0, {
        id: matchId(600),
        played_at: new Date(now - dayMs).toISOString(),
        player_ids: [lukasz, celina],
      }),
    ]);
    await service.rate();
    const day = new Intl.DateTimeFormat('en-GB', {
      ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Europe/Warsaw' },
    }).format(now - dayMs);
    expect((await lines())[1]?.[1]).toStartWith(
      `No rated match from 6 May 2026 to ${day}: 15 drops of confidence`,
    );
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
      expect(values.length).toBeWithin(60, 83);
      const history = service.client.all('/players/{player_id}/rating-history', {
        path: { player_id: one },
      });
      const all = await Array.fromAsync(history, ({ value_after }) => value_after);
      expect(all.length).toBeGreaterThan(250);
      const shape = (of: readonly number[]) => [
        Math.min(...of),
        Math.max(...of),
        of.at(0),
        of.at(-1),
      ];
      expect(shape(values)).toEqual(shape(all.toReversed()));
      expect(factsOf(html)['Highest rating']).toStartWith(`${Math.max(...all)} `);
      expect(Buffer.byteLength(html)).toBeLessThan(50_000);
    }
  });
});
