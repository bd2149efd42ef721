// Two players head to head.
import { beforeAll, expect, test } from 'bun:test';
import { ids } from '../support/city.ts';
import { json, load, onBothDatabases, type TestService } from '../support/service.ts';
import { below, idsOf, nextOf, readable, rowsOf, titleOf } from './html.ts';
import { score } from './score.ts';
import { look as lookAt, startSite } from './visitor.ts';

const [anna = '', bartek = '', celina = ''] = ids.players;
const firstDay = Date.parse('2026-03-02T16:00:00Z');
const matchId = (n: number) => `mat_against${String(n).padStart(3, '0')}`;

const { league, tiebreakLeague, shortCup } = ids;
const retired = (retired_player_id: string) => ({ status: 'retired', retired_player_id });

/** Where each was played, the score from Anna's side, and how it ended. */
const results: readonly (readonly [competition: string, line: string, more?: object])[] = [
  [league, '6-4 6-3'],
  [league, '4-6 6-3 2-6'],
  [tiebreakLeague, '4-6 6-3 [10-8]'],
  [league, '6-4 4-2', retired(bartek)],
  [shortCup, '4-1 2-3', retired(anna)],
  [tiebreakLeague, '6-4 4-6 [3-5]', retired(anna)],
];

/** The nth match; every other one has Bartek as the first player. */
function record(n: number, [competition_id, line, more]: (typeof results)[number] = usual) {
  const isFirst = n % 2 === 0;
  return {
    kind: 'match',
    id: matchId(n),
    competition_id,
    venue_id: ids.venues[0],
    court_number: 1 + (n % 2),
    played_at: new Date(firstDay + (n + 40) * 86_400_000).toISOString(),
    player_ids: isFirst ? [anna, bartek] : [bartek, anna],
    status: 'completed',
    score: score(isFirst ? line : line.replaceAll(/(\d+)-(\d+)/g, '$2-$1')),
    ...more,
  };
}
const usual = [league, '6-4 6-3'] as const;

onBothDatabases('head to head', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind);
    const walkover = { status: 'walkover', winner_id: bartek, score: null };
    await load(service.workbench, [
      ...results.map((result, n) => record(n, result)),
      { ...record(20), ...walkover },
      { ...record(30), player_ids: [anna, celina] },
    ]);
    await service.rate();
    await load(service.workbench, [record(40)]);
  });
  const look = (path: string) => lookAt(service, `/players/${path}`);

  test('wins, sets, games and walkovers are counted for each, and what waits is not', async () => {
    const { html } = await look(`${anna}/against/${bartek}`);
    const counts = rowsOf(below(html, 'Won by each'));
    expect(counts).toEqual([
      ['Kind', 'Anna K.', 'Bartek Ł.'],
      ['Rated matches', '3', '3'],
      ['clay', '2', '1'],
      ['hard court', '1', '2'],
      ['Sets', '8', '4'],
      // A match tiebreak that was played out counts as one.
      ['Games', '61', '51'],
      ['Walkovers (separately)', '0', '1'],
    ]);
    expect(readable(html)).toContain('1 result waits for its rating');
    const other = await look(`${bartek}/against/${anna}`);
    expect(rowsOf(below(other.html, 'Won by each'))).toEqual(
      counts.map(([name = '', own = '', others = '']) => [name, others, own]),
    );
  });

  test('every match is listed with both changes, the last one first', async () => {
    const { html } = await look(`${anna}/against/${bartek}`);
    expect(idsOf(html, 'matches')).toEqual([40, 20, 5, 4, 3, 2, 1, 0].map(matchId));
    const rows = rowsOf(below(html, 'Their matches')).slice(1);
    expect(rows[0]?.slice(1)).toEqual(['Won 6–4 6–3 League', 'not rated yet']);
    expect(rows[1]?.slice(1)).toEqual(['Lost by walkover League', 'not rated']);
    expect(rows[2]?.[1]).toBe('Lost 6–4 4–6 [3–5] ret. Tiebreak League');
    for (const [cell, id] of [
      [2, anna],
      [3, bartek],
    ] as const) {
      const history = (await json(await service.get(`/v1/players/${id}/rating-history`))).data;
      const { change, value_after } = history.find(
        ({ reason }: { reason: { match_id?: string } }) => reason.match_id === matchId(0),
      );
      const sign = change > 0 ? '+' : '−';
      expect(rows[7]?.[cell]).toBe(`${sign}${Math.abs(change)} ${value_after}`);
    }
  });

  test('many matches come a page at a time, and each one counts', async () => {
    const many = Array.from({ length: 65 }, (_, n) => ({
      ...record(100 + n),
      player_ids: [celina, bartek],
      // Two at each moment, but for the last one, so that a page ends between two.
      played_at: record(100 + n - (n % 2)).played_at,
      competition_id: n % 2 === 0 ? league : tiebreakLeague,
    }));
    await load(service.workbench, many);
    const waiting = readable((await look(`${celina}/against/${bartek}`)).html);
    expect(waiting).toContain('65 results wait for their rating');
    await service.rate();
    const seen: string[] = [];
    const titles = new Set<string>();
    let path: string | undefined = `/players/${celina}/against/${bartek}`;
    while (path) {
      const { html, address } = await lookAt(service, path);
      titles.add(titleOf(html));
      seen.push(...idsOf(html, 'matches'));
      path = nextOf(html, address);
    }
    expect(seen).toEqual(many.map(({ id }) => id).toReversed());
    expect(titles.size).toBe(3);
    // All results are the same, and turned round every other time: 33 times 6–4 6–3, 32 times 4–6 3–6.
    const { html } = await look(`${celina}/against/${bartek}`);
    expect(rowsOf(below(html, 'Won by each'))).toEqual(
      expect.arrayContaining([
        ['Rated matches', '33', '32'],
        ['Sets', '66', '64'],
        ['Games', ...[33 * 12 + 32 * 7, 33 * 7 + 32 * 12].map(String)],
      ]),
    );
  });
});
