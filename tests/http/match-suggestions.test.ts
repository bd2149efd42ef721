import { beforeAll, expect, test } from 'bun:test';
import { ids, testCity } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const [firstVenue, secondVenue, thirdVenue] = ids.venues;
const seeker = 'plr_s000000000';
const path = `/v1/players/${seeker}/match-suggestions`;

type Window = readonly [day: string, start: string, end: string];
const windows = (list: readonly Window[]) => list.map(([day, start, end]) => ({ day, start, end }));

// The seeker: two windows on Sunday that touch, a long Monday, and one on Wednesday.
const seekersWeek: readonly Window[] = [
  ['sunday', '10:00', '12:00'],
  ['wednesday', '18:00', '20:00'],
  ['sunday', '12:00', '15:00'],
  ['monday', '08:00', '20:00'],
];

const player = (
  id: string,
  ntrp: number,
  week: readonly Window[],
  venues: readonly unknown[] = [],
) => ({
  kind: 'player',
  id,
  display_name: `Player ${id.slice(4, 6)}`,
  self_assessed_ntrp: ntrp,
  preferred_venue_ids: venues,
  availability: windows(week),
  created_at: '2026-01-01T10:00:00Z',
});

const wednesday: readonly Window[] = [['wednesday', '19:00', '21:00']];
const players = [
  player(seeker, 3.5, seekersWeek, [thirdVenue, firstVenue]), // 1400
  player('plr_a100000000', 3.5, wednesday, [firstVenue, secondVenue, thirdVenue]), // 1400
  player('plr_d200000000', 3, wednesday, [secondVenue]), // 1300
  player('plr_b200000000', 4, wednesday), // 1500
  player('plr_c200000000', 3, wednesday, [firstVenue]), // 1300
  player('plr_a300000000', 2.5, wednesday), // 1200
  player('plr_b400000000', 5, [
    // 1700
    ['sunday', '09:00', '11:00'],
    ['sunday', '11:00', '16:00'],
    ['wednesday', '17:30', '18:30'],
    ['monday', '12:00', '13:00'],
    ['monday', '07:00', '09:15'],
    ['tuesday', '18:00', '20:00'],
  ]),
  player('plr_a600000000', 1.5, [['monday', '19:59', '23:59']]), // 1000
  // As strong as the seeker, but never free when the seeker is.
  player('plr_z000000001', 3.5, [['wednesday', '20:00', '21:00']]),
  player('plr_z000000002', 3.5, [
    ['monday', '06:00', '08:00'],
    ['saturday', '00:00', '23:59'],
  ]),
  player('plr_z000000003', 3.5, []),
];

onBothDatabases('GET /players/{player_id}/match-suggestions', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const others = new Set(['player']);
    const city = testCity().filter((record) => !others.has(String(record.kind)));
    service = await startTestService(kind, { records: [...city, ...players] });
  });
  const suggestions = async (query = '') => (await json(await service.get(path + query))).data;
  const opponents = async (query: string) =>
    (await suggestions(query)).map(
      ({ player, rating_gap }: { player: { id: string }; rating_gap: number }) =>
        `${player.id.slice(4, 6)} ${rating_gap}`,
    );

  const overlap = windows([['wednesday', '19:00', '20:00']]);

  test('the answer is a list without a cursor, each item an opponent and what the two share', async () => {
    const response = await service.get(`${path}?limit=2`);
    expect(await json(response)).toEqual({
      data: [
        {
          player: {
            id: 'plr_a100000000',
            display_name: 'Player a1',
            rating: { value: 1400, confidence: 20 },
          },
          rating_gap: 0,
          overlapping_availability: overlap,
          shared_venue_ids: [thirdVenue, firstVenue],
        },
        {
          player: {
            id: 'plr_b200000000',
            display_name: 'Player b2',
            rating: { value: 1500, confidence: 20 },
          },
          rating_gap: 100,
          overlapping_availability: overlap,
          shared_venue_ids: [],
        },
      ],
    });
  });

  test('overlaps are the intersections, touching ones merged, Monday first', async () => {
    const all = await suggestions('?limit=10&max_rating_gap=500');
    const shared = new Map(
      all.map(
        ({
          player,
          overlapping_availability,
        }: {
          player: { id: string };
          overlapping_availability: object[];
        }) => [player.id, overlapping_availability],
      ),
    );
    expect(shared.get('plr_b400000000')).toEqual(
      windows([
        ['monday', '08:00', '09:15'],
        ['monday', '12:00', '13:00'],
        ['wednesday', '18:00', '18:30'],
        ['sunday', '10:00', '15:00'],
      ]),
    );
    expect(shared.get('plr_a600000000')).toEqual(windows([['monday', '19:59', '20:00']]));
  });

  const cases: readonly (readonly [what: string, query: string, found: readonly string[]])[] = [
    [
      'the closest first, equal gaps by id; the gap is 150 by default',
      '',
      ['a1 0', 'b2 100', 'c2 100', 'd2 100'],
    ],
    [
      'the limit is 5 by default',
      '?max_rating_gap=500',
      ['a1 0', 'b2 100', 'c2 100', 'd2 100', 'a3 200'],
    ],
    ['the limit keeps the best, also among equal gaps', '?limit=3', ['a1 0', 'b2 100', 'c2 100']],
    ['one is enough', '?limit=1', ['a1 0']],
    [
      'a gap on the limit counts',
      '?max_rating_gap=100&limit=10',
      ['a1 0', 'b2 100', 'c2 100', 'd2 100'],
    ],
    ['a gap over the limit does not', '?max_rating_gap=99&limit=10', ['a1 0']],
    ['a gap of 0 is allowed', '?max_rating_gap=0', ['a1 0']],
    [
      'the widest gap is 500',
      '?max_rating_gap=500&limit=10',
      ['a1 0', 'b2 100', 'c2 100', 'd2 100', 'a3 200', 'b4 300', 'a6 400'],
    ],
    ['only opponents who prefer the venue', `?venue_id=${firstVenue}`, ['a1 0', 'c2 100']],
    ['the seeker need not prefer it', `?venue_id=${secondVenue}`, ['a1 0', 'd2 100']],
    [
      'the venue is asked for before the limit',
      `?venue_id=${secondVenue}&limit=2`,
      ['a1 0', 'd2 100'],
    ],
    ['the gap counts at a venue, too', `?venue_id=${firstVenue}&max_rating_gap=99`, ['a1 0']],
    ['an unknown venue gives none', '?venue_id=ven_0000000000', []],
  ];
  for (const [what, query, found] of cases) {
    test(`${what} (${query})`, async () => {
      expect(await opponents(query)).toEqual(found);
    });
  }

  test('gaps are those of the current ratings', async () => {
    const body = {
      competition_id: ids.league,
      venue_id: firstVenue,
      played_at: '2026-05-01T10:00:00Z',
      player_ids: ['plr_c200000000', 'plr_d200000000'],
      status: 'completed',
      score: { sets: [{ games: [6, 0] }, { games: [6, 0] }] },
    };
    expect((await service.submit(body)).status).toBe(201);
    await service.rate();
    expect(await opponents('')).toEqual(['a1 0', 'c2 76', 'b2 100', 'd2 124']);
    expect((await suggestions())[1].player.rating).toEqual({ value: 1324, confidence: 30 });
  });

  test('who has no time at all gets no suggestions', async () => {
    const lonely = '/v1/players/plr_z000000003/match-suggestions?max_rating_gap=500';
    expect(await json(await service.get(lonely))).toEqual({ data: [] });
  });
});
