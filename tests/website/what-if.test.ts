// What a match would do, and what it then does.
import { beforeAll, describe, expect, test } from 'bun:test';
import { completed, ids, retired, secrets } from '../support/city.ts';
import { json, onBothDatabases, type TestService } from '../support/service.ts';
import { below, elementsOf, readable, rowsOf } from './html.ts';
import { score } from './score.ts';
import { look as lookAt, startSite } from './visitor.ts';

const [anna = '', bartek = '', celina = '', lukasz = ''] = ids.players;
const dayMs = 86_400_000;

type Case = {
  readonly why: string;
  readonly query?: string;
  readonly heading: string;
  readonly result: Record<string, unknown>;
  readonly pair: readonly [string, string];
};

const player_ids = [anna, bartek];
const six = 'format=six-full';
const brokenOff = (retired_player_id: string) =>
  retired({ player_ids, score: score('6-4 2-5'), retired_player_id });
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
  {
    ...{ why: 'one’s own retirement', query: `retires=own&score=6-4+2-5&${six}` },
    ...{ heading: 'If Anna K. retires', pair: [anna, bartek], result: brokenOff(anna) },
  },
  {
    ...{ why: 'the opponent’s retirement', query: `retires=other&score=6-4+2-5&${six}` },
    ...{ heading: 'If Bartek Ł. retires', pair: [anna, bartek], result: brokenOff(bartek) },
  },
  {
    ...{ why: 'a retirement, seen from the other side' },
    ...{ query: `retires=other&score=4-6+5-2&${six}` },
    ...{ heading: 'If Anna K. retires', pair: [bartek, anna], result: brokenOff(anna) },
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
  async function foretold({ pair, query, heading }: Case) {
    const { html } = await look(pair, query);
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

  test.each([
    ['6-4 9-2', 'en', 'Set 2 can’t have this score: a set is won at 6 games'],
    ['6-4 9-2', 'pl', 'Set 2 nie może mieć takiego stanu: seta wygrywa się przy 6 gemach'],
    ['6-4 3-6 2-1', 'en', 'a match tiebreak takes the place of the third set: write it as [5-3]'],
    ['6-4 3-6 2-1', 'pl', 'zamiast trzeciego seta gra się super tie-break: podaj go jako [5-3]'],
    ['0-0', 'pl', 'Nie ukończono ani jednego gema'],
    ['6-4 6-4', 'en', 'These sets decide the match already'],
    ['6-4 [5-3]', 'en', 'The second set is missing'],
    ['6-4 4-6 [12-3]', 'pl', 'Super tie-break można tu podać tylko'],
    ['6-4(3) 2-1', 'en', 'the points of a tiebreak belong to 7–6 alone'],
    ['six', 'en', 'Write the score set by set'],
    ['6-4 3-6 1-2 3-2', 'en', 'Write the score set by set'],
    ['', 'pl', 'Podaj wynik set po secie'],
  ])(
    'the score "%s" is told to be wrong (%s), and the page stays',
    async (text, language, told) => {
      const { status, html } = await look(
        [anna, bartek],
        `retires=own&score=${encodeURIComponent(text)}`,
        language,
      );
      expect(status).toBe(200);
      expect(readable(html)).toContain(told);
      const field = elementsOf(html).find(({ attributes }) => attributes.name === 'score');
      expect(field?.attributes).toMatchObject({
        'aria-invalid': 'true',
        'aria-describedby': 'score-fault',
      });
      expect(field?.attributes.value ?? '').toBe(text);
      expect(rowsOf(html).length).toBeGreaterThan(10);
    },
  );

  test('the format decides whether a score can be', async () => {
    const query = (format: string) => `retires=own&score=4-2+1-0&format=${format}`;
    expect((await look([anna, bartek], query('four-full'))).html).not.toContain('score-fault');
    expect((await look([anna, bartek], query('six-full'))).html).toContain('score-fault');
    const third = (score: string) =>
      look([anna, bartek], `retires=own&score=${score}&format=six-full`);
    expect((await third('6-4+3-6+2-1')).html).not.toContain('score-fault');
  });

  test.each([
    ['six-full', ['6-4 6-4', '6-4 6-4 1-0', '6-4 6-4 [5-3]', '4-6 1-6 6-4', '6-4 4-6 6-3']],
    ['six-tiebreak', ['6-4 6-4', '6-4 6-4 1-0', '6-4 6-4 [5-3]', '4-6 1-6 6-4']],
    ['four-full', ['4-2 2-4 4-1']],
  ])('where the sets decide the match nothing can follow (%s)', async (format, scores) => {
    for (const score of scores) {
      const query = `retires=own&score=${encodeURIComponent(score)}&format=${format}`;
      expect(readable((await look([anna, bartek], query)).html)).toContain(
        'These sets decide the match already: nobody can retire after that.',
      );
    }
  });

  test('what a retirement would change stands where it was asked, and the form keeps the question', async () => {
    const { html } = await look([anna, bartek], 'retires=other&score=4-2+2-3&format=four-full');
    const [form] = elementsOf(html).filter(({ tag }) => tag === 'form');
    expect(form?.attributes.action).toEndWith('#retirement');
    expect(html).toContain('<section id="retirement">');
    const chosen = elementsOf(html).flatMap(({ tag, attributes }) =>
      tag === 'option' && 'selected' in attributes ? [attributes.value] : [],
    );
    expect(chosen).toEqual(['other', 'four-full']);
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
