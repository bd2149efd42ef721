import { beforeAll, expect, test } from 'bun:test';
import { completed, ids, retired, testCity, walkover } from '../support/city.ts';
import { idsAt } from '../support/reads.ts';
import {
  json,
  load,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';

const [anna = '', bartek = '', celina = ''] = ids.players;

const path = '/v1/matches';

const match = (id: string, body: Record<string, unknown>) => ({ ...body, kind: 'match', id });
const ac = { player_ids: [anna, celina] };
const cb = { player_ids: [celina, bartek], winner_id: celina };

/** Those that a run has rated, and those that came after it; neither in the order of play. */
const rated = [
  match('mat_c000000001', completed({ played_at: '2026-05-02T10:00:00+02:00' })),
  match('mat_a000000002', completed({ played_at: '2026-05-03T23:30:00-05:00', ...ac })),
  {
    ...match('mat_b000000003', retired({ played_at: '2026-05-03T10:00:00Z' })),
    created_at: '2026-05-04T08:00:00+02:00',
  },
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

type Listed = Readonly<Record<string, unknown>> & { readonly id: string };

onBothDatabases('GET /matches', (kind) => {
  let service: TestService;
  let all: Listed[];
  beforeAll(async () => {
    service = await startTestService(kind, { records: [...testCity(), ...rated] });
    await service.rate();
    await load(service.workbench, pending);
    all = (await json(await service.get(path))).data;
  });

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
      created_at: '2026-05-04T06:00:00.000Z',
    });
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
      'by either player',
      `player_id=${celina}`,
      ['mat_a000000007', 'mat_a000000002', 'mat_d000000004', 'mat_b000000005', 'mat_f000000008'],
    ],
    ['by competition', `competition_id=${ids.shortCup}`, ['mat_e000000006']],
    ['by status', 'status=walkover', ['mat_a000000007', 'mat_b000000005']],
    ['by rating status', 'rating_status=not_rated', ['mat_a000000007', 'mat_b000000005']],
    ['rated', 'rating_status=rated', ['mat_a000000002', 'mat_b000000003', 'mat_c000000001']],
    [
      'by two at once',
      `rating_status=pending&player_id=${celina}`,
      ['mat_d000000004', 'mat_f000000008'],
    ],
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
