// What a match would do, and what it then does.
import { beforeAll, describe, expect, test } from 'bun:test';
import { completed, ids, secrets } from '../support/city.ts';
import { json, onBothDatabases, type TestService } from '../support/service.ts';
import { below, elementsOf, readable, rowsOf } from './html.ts';
import { score } from './score.ts';
import { look as lookAt, startSite } from './visitor.ts';

const [anna = '', bartek = '', celina = '', lukasz = ''] = ids.players;
const dayMs = 86_400_000;

type Case = {
  readonly why: string;
  readonly heading: string;
  readonly result: Record<string, unknown>;
  readonly pair: readonly [string, string];
};

const player_ids = [anna, bartek];
const cases: Case[] = [
  {
    ...{ why: 'a win', heading: 'If Anna K. wins', pair: [anna, bartek] },
    result: completed({ player_ids, score: score('6-4 6-3') }),
  },
  {
    ...{ why: 'a loss', heading: 'If Bartek Ł. wins', pair: [anna, bartek] },
    result: completed({ player_ids, score: score('4-6 3-6') }),
  },
  {
    ...{ why: 'a loss, seen from the other side', heading: 'If Anna K. wins' },
    ...{ pair: [bartek, anna], result: completed({ player_ids, score: score('6-4 6-3') }) },
  },
];

onBothDatabases('what if', (kind) => {
  let service: TestService;
  let now = Date.parse('2026-04-01T12:00:00Z');
  beforeAll(async () => {
    service = await startSite(kind, { clock: () => now });
    // Somebody settled, somebody new, and two who are between.
    for (let n = 0; n < 8; n += 1) {
      const pair = n % 2 ? [anna, celina] : [anna, lukasz];
      await play(completed({ player_ids: pair }));
    }
    await play(completed({ player_ids: [bartek, celina] }));
  });

  async function play(result: Record<string, unknown>) {
    const played_at = new Date(now).toISOString();
    const token = await service.token(ids.client, secrets.client); // the last one has run out
    const headers = { authorization: `Bearer ${token}` };
    expect((await service.submit({ ...result, played_at }, headers)).status).toBe(201);
    await service.rate();
    now += 3_600_000;
  }
  const look = ([own, other]: readonly [string, string], query = '', language = 'en') =>
    lookAt(service, `/players/${own}/what-if?opponent=${other}&${query}`, language);
  const ratingOf = async (id: string) => json(await service.get(`/v1/players/${id}/rating`));
  async function foretold({ pair, heading }: Case) {
    const { html } = await look(pair);
    const [, ...rows] = rowsOf(below(html, heading));
    return pair.map((_, side) => {
      const cell = (row: number) => rows[row]?.[side + 1]?.split(' ') ?? [];
      return { value: Number(cell(0)[1]), confidence: Number(cell(1)[1]), change: cell(0)[0] };
    });
  }

  describe.each([
    ['right after a match', 0],
    // Three drops are owed, and nobody has looked.
    ['after 130 days without a match', 130],
  ] as const)('%s', (_, idleDays) => {
    test.each(cases)('$why comes out as foretold', async (one) => {
      now += idleDays * dayMs;
      const before = await Promise.all(one.pair.map(ratingOf));
      const promised = await foretold(one);
      await play({ ...one.result, competition_id: ids.league });
      const after = await Promise.all(one.pair.map(ratingOf));
      expect(promised).toEqual(
        after.map(({ value, confidence }, side) => {
          const points = value - before[side]?.value;
          const sign = points > 0 ? '+' : points < 0 ? '−' : '±';
          return { value, confidence, change: `${sign}${Math.abs(points)}` };
        }),
      );
      expect(promised.map(({ value }) => value)).not.toEqual(before.map(({ value }) => value));
    });
  });

  test('a result that waits is told, whichever of the two it is of', async () => {
    const told = async (pair: readonly [string, string]) =>
      (await look(pair)).html.includes('A result of theirs still waits for its rating');
    const played_at = new Date(now).toISOString();
    const headers = { authorization: `Bearer ${await service.token(ids.client, secrets.client)}` };
    const result = completed({ player_ids: [celina, lukasz], played_at });
    expect((await service.submit(result, headers)).status).toBe(201);
    expect(await told([anna, celina])).toBe(true);
    expect(await told([lukasz, anna])).toBe(true);
    expect(await told([anna, bartek])).toBe(false);
    await service.rate();
    now += 3_600_000;
    expect(await told([anna, celina])).toBe(false);
  });

  test('an opponent is sought by name, the player left out', async () => {
    const seek = async (name: string, language?: string) => {
      const { html } = await lookAt(service, `/players/${anna}/what-if?q=${name}`, language);
      const choices = elementsOf(html).flatMap(({ attributes: { href = '' } }) =>
        href.includes('opponent=') ? [href.replace(/.*opponent=/, '')] : [],
      );
      return { text: readable(html), choices };
    };
    expect((await seek('celina')).choices).toEqual([celina]);
    expect((await seek('lukasz')).choices).toEqual([lukasz]);
    for (const [name, language, told] of [
      ['xyz', 'en', 'Nobody was found. A shorter part of the name finds more'],
      ['Anna', 'en', 'Nobody else has that name. A shorter part of the name finds more'],
      ['xyz', 'pl', 'Nikogo nie znaleziono. Krótszy fragment imienia lub nazwiska'],
      ['Anna', 'pl', 'Nikt inny tak się nie nazywa.'],
    ] as const) {
      const { text, choices } = await seek(name, language);
      expect([choices, text]).toEqual([[], expect.stringContaining(told)]);
    }
    expect((await seek('celina')).text).not.toContain('A shorter part');
  });
});
