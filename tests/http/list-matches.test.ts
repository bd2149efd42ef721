import { beforeAll, expect, test } from 'bun:test';
import { completed, ids, retired, testCity, walkover } from '../support/city.ts';
import { idsAt, page, type StatusCase, startReads, testStatuses } from '../support/reads.ts';
import { json, load, onBothDatabases, type TestService } from '../support/service.ts';

const [anna = '', bartek = '', celina = '', nobody = ''] = ids.players;

const path = '/v1/matches';
const statuses: StatusCase[] = [
  { status: 200, why: 'a key is sent', path },
  {
    status: 400,
    why: 'a filter is no id',
    path: `${path}?player_id=anna`,
    pointers: ['#/player_id'],
  },
  { status: 401, why: 'no key is sent', path, headers: { 'x-api-key': '' } },
  { status: 405, why: 'the path has no such method', path, method: 'DELETE' },
  { status: 429, why: 'the limit is used up', path, when: 'limited' },
  { status: 500, why: 'the service is broken', path, when: 'broken' },
  { status: 503, why: 'the database refuses', path, when: 'away' },
];

const match = (id: string, body: Record<string, unknown>) => ({ ...body, kind: 'match', id });
const ac = { player_ids: [anna, celina] };
const cb = { player_ids: [celina, bartek], winner_id: celina };

/** Those that a run has rated, and those that came after it; neither in the order of play. */
const rated = [
  match('mat_c000000001', completed({ played_at: '2026-05-02T10:00:00+02:00' })),
  match('mat_a000000002', completed({ played_at: '2026-05-03T23:30:00-05:00', ...ac })),
  match('mat_b000000003', retired({ played_at: '2026-05-03T10:00:00Z' })),
];
const pending = [
  // The same moment three times, written differently.
  match('mat_d000000004', completed({ played_at: '2026-05-02T08:00:00Z', ...cb })),
  match('mat_b000000005', walkover({ played_at: '2026-05-02T04:00:00-04:00', ...ac })),
  match(
    'mat_e000000006',
    completed({
      played_at: '2026-05-02T08:00:00.001Z',
      competition_id: ids.shortCup,
      score: { sets: [{ games: [4, 0] }, { games: [4, 0] }] },
    }),
  ),
  match('mat_a000000007', walkover({ played_at: '2026-05-04T06:00:00Z', ...cb })),
  match(
    'mat_f000000008',
    completed({ played_at: '2026-05-01T10:00:00Z', competition_id: ids.foreignCup, ...cb }),
  ),
];

const inOrder = [
  'mat_a000000007',
  'mat_a000000002',
  'mat_b000000003',
  'mat_e000000006',
  'mat_d000000004',
  'mat_c000000001',
  'mat_b000000005',
  'mat_f000000008',
];

type Listed = {
  readonly id: string;
  readonly player_ids: readonly string[];
  readonly competition_id: string;
  readonly status: string;
  readonly rating_status: string;
  readonly played_at: string;
};

/** What each filter means. */
const filters: Readonly<Record<string, (match: Listed, value: string) => boolean>> = {
  player_id: (match, value) => match.player_ids.includes(value),
  competition_id: (match, value) => match.competition_id === value,
  status: (match, value) => match.status === value,
  rating_status: (match, value) => match.rating_status === value,
  played_after: (match, value) => Date.parse(match.played_at) >= Date.parse(value),
  played_before: (match, value) => Date.parse(match.played_at) < Date.parse(value),
};

const values: Readonly<Record<string, readonly string[]>> = {
  player_id: [anna, bartek, nobody],
  competition_id: [ids.league, ids.shortCup],
  status: ['completed', 'retired', 'walkover'],
  rating_status: ['pending', 'rated', 'not_rated'],
  played_after: ['2026-05-02T08:00:00Z', '2026-05-03T12:00:00+02:00'],
  played_before: ['2026-05-04T04:30:00Z', '2026-05-02T10:00:00.001+02:00'],
};

/** Every filter by itself, and every two of them together. */
const queries = Object.entries(values).flatMap(([name, options], index, all) =>
  options.flatMap((value) => [
    { [name]: value },
    ...all
      .slice(index + 1)
      .flatMap(([other, others]) => others.map((second) => ({ [name]: value, [other]: second }))),
  ]),
);

onBothDatabases('GET /matches', (kind) => {
  let service: TestService;
  let all: Listed[];
  beforeAll(async () => {
    service = await startReads(kind, { records: [...testCity(), ...rated] });
    await service.rate();
    await load(service.workbench, pending);
    all = (await json(await service.get(path))).data;
  });

  testStatuses(() => service, 'match', statuses);

  test('matches come newest first by the moment of play, those of one moment by id, descending', () => {
    expect(all.map(({ id }) => id)).toEqual(inOrder);
  });

  test('each item is the match that its id gives', async () => {
    for (const listed of all) {
      expect(await json(await service.get(`${path}/${listed.id}`))).toEqual(listed);
    }
    expect(all.find(({ id }) => id === 'mat_b000000003')).toEqual({
      id: 'mat_b000000003',
      competition_id: ids.league,
      venue_id: ids.venues[0],
      court_number: null,
      played_at: '2026-05-03T10:00:00Z',
      player_ids: [anna, bartek],
      status: 'retired',
      score: { sets: [{ games: [6, 4] }, { games: [2, 1] }] },
      winner_id: anna,
      retired_player_id: bartek,
      rating_status: 'rated',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    } as Listed);
  });

  test('filters combine: each one, and each two, find what they mean', async () => {
    let found = 0;
    for (const query of queries) {
      const expected = all.filter((match) =>
        Object.entries(query).every(([name, value]) => filters[name]?.(match, value)),
      );
      found += expected.length;
      const ids = await idsAt(service, `${path}?${new URLSearchParams(query)}`);
      expect([query, ids]).toEqual([query, expected.map(({ id }) => id)]);
    }
    expect(found).toBeGreaterThan(queries.length);
  });

  test('all six filters together', async () => {
    const query = {
      player_id: bartek,
      competition_id: ids.league,
      status: 'completed',
      rating_status: 'rated',
      played_after: '2026-05-02T10:00:00+02:00',
      played_before: '2026-05-02T10:00:00.001+02:00',
    };
    const found = await idsAt(service, `${path}?${new URLSearchParams(query)}`);
    expect(found).toEqual(['mat_c000000001']);
  });

  const oneMoment = ['mat_d000000004', 'mat_c000000001', 'mat_b000000005'];
  const spellings: readonly (readonly [what: string, query: string, found: readonly string[]])[] = [
    [
      'at or after and before',
      'played_after=2026-05-02T08:00:00Z&played_before=2026-05-02T08:00:00.001Z',
      oneMoment,
    ],
    [
      'an encoded plus sign',
      'played_after=2026-05-02T10:00:00%2B02:00&played_before=2026-05-02T10:00:00.001%2B02:00',
      oneMoment,
    ],
    [
      'a plus sign as it is, which is a space',
      'played_after=2026-05-02T10:00:00+02:00&played_before=2026-05-02T10:00:00.001+02:00',
      oneMoment,
    ],
    [
      'an encoded space for the plus sign',
      'played_after=2026-05-02T10:00:00%2002:00&played_before=2026-05-02T10:00:00.001%2002:00',
      oneMoment,
    ],
    [
      'a negative offset',
      'played_after=2026-05-02T04:00:00-04:00&played_before=2026-05-02T04:00:00.001-04:00',
      oneMoment,
    ],
    [
      'small letters',
      'played_after=2026-05-02t08:00:00z&played_before=2026-05-02t08:00:00.001z',
      oneMoment,
    ],
    [
      'digits beyond milliseconds are cut',
      'played_after=2026-05-02T08:00:00.0009999Z&played_before=2026-05-02T08:00:00.00199Z',
      oneMoment,
    ],
    [
      'the wrong way round nothing is left',
      'played_after=2026-05-03T00:00:00Z&played_before=2026-05-02T00:00:00Z',
      [],
    ],
    ['before all times', 'played_before=0001-01-01T00:00:00Z', []],
    ['after all times', 'played_after=9999-12-31T23:59:59.999Z', []],
    ['a well-formed player whom nobody knows', 'player_id=plr_0000000000', []],
    ['a well-formed competition that nobody knows', 'competition_id=cmp_0000000000', []],
  ];
  for (const [what, query, found] of spellings) {
    test(`a filter is understood: ${what}`, async () => {
      expect(await idsAt(service, `${path}?${query}`)).toEqual([...found]);
    });
  }

  test('a page ends at its limit', async () => {
    const { data, next } = await page(service, `${path}?limit=8`);
    expect([data.length, next]).toEqual([8, null]);
    const first = await page(service, `${path}?limit=4`);
    expect(first.data.map(({ id }) => id)).toEqual(inOrder.slice(0, 4));
    const second = await page(service, `${path}?limit=100&cursor=${first.next}`);
    expect(second.data.map(({ id }) => id)).toEqual(inOrder.slice(4));
    expect(second.next).toBeNull();
  });

  test('a moment thousands of years ahead is told apart from the next millisecond', async () => {
    const far = match('mat_z000000009', walkover({ played_at: '9998-01-01T00:00:00.002Z' }));
    await load(service.workbench, [far]);
    const found = (filter: string) => idsAt(service, `${path}?${filter}`);
    expect(await found('played_after=9998-01-01T00:00:00.002Z')).toEqual([far.id]);
    expect(await found('played_after=9998-01-01T00:00:00.003Z')).toEqual([]);
    const before = 'played_after=9997-01-01T00:00:00Z&played_before=9998-01-01T00:00:00';
    expect(await found(`${before}.002Z`)).toEqual([]);
    expect(await found(`${before}.003Z`)).toEqual([far.id]);
  });
});
