import { beforeAll, expect, test } from 'bun:test';
import { completed, ids, retired, testCity, walkover } from '../support/city.ts';
import { type StatusCase, startReads, testStatuses } from '../support/reads.ts';
import { json, onBothDatabases, type TestService } from '../support/service.ts';

const imported = 'mat_a000000001';
const path = `/v1/matches/${imported}`;
const statuses: StatusCase[] = [
  { status: 200, why: 'the match exists', path },
  { status: 200, why: 'parameters that it does not have are ignored', path: `${path}?limit=x&%zz` },
  { status: 401, why: 'no key is sent', path, headers: { 'x-api-key': '' } },
  { status: 404, why: 'no match has the id', path: '/v1/matches/mat_0000000000' },
  { status: 404, why: 'the id is none', path: '/v1/matches/final' },
  { status: 404, why: 'the id is that of something else', path: `/v1/matches/${ids.players[0]}` },
  { status: 405, why: 'reading is all one can do', path, method: 'DELETE' },
  { status: 429, why: 'the limit is used up', path, when: 'limited' },
  { status: 500, why: 'the service is broken', path, when: 'broken' },
  { status: 503, why: 'the database refuses', path, when: 'away' },
];

const now = Date.parse('2026-06-01T12:00:00.250Z');
const record = {
  ...completed({ played_at: '2026-05-01T18:30:00.5-03:00' }),
  kind: 'match',
  id: imported,
  created_at: '2026-05-02T08:00:00+02:00',
};

onBothDatabases('GET /matches/{match_id}', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startReads(kind, { clock: () => now, records: [...testCity(), record] });
  });

  testStatuses(() => service, 'match', statuses);

  const [first, second] = ids.players;
  const common = {
    competition_id: ids.league,
    venue_id: ids.venues[0],
    court_number: null,
    player_ids: [first, second],
    winner_id: first,
    retired_player_id: null,
    rating_status: 'pending',
    created_at: '2026-06-01T12:00:00.250Z',
  };
  const played_at = '2026-05-03T18:00:00+02:00';
  const cases: readonly (readonly [what: string, sent: Record<string, unknown>, shown: object])[] =
    [
      [
        'a completed match, its optional members null',
        completed({ played_at }),
        { status: 'completed', score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] } },
      ],
      [
        'a completed match with everything that one can have',
        completed({
          competition_id: ids.tiebreakLeague,
          court_number: 3,
          played_at: '2026-05-04t18:00:00.1239z',
          score: {
            sets: [
              { games: [6, 7], tiebreak: [5, 7] },
              { games: [7, 5], tiebreak: null },
            ],
            match_tiebreak: [8, 10],
          },
        }),
        {
          competition_id: ids.tiebreakLeague,
          court_number: 3,
          played_at: '2026-05-04T18:00:00.123Z',
          status: 'completed',
          score: {
            sets: [{ games: [6, 7], tiebreak: [5, 7] }, { games: [7, 5] }],
            match_tiebreak: [8, 10],
          },
          winner_id: second,
        },
      ],
      [
        'a retired match, its last set unfinished',
        retired({ played_at: '2026-05-05T18:00:00+02:00', retired_player_id: first }),
        {
          played_at: '2026-05-05T18:00:00+02:00',
          status: 'retired',
          score: { sets: [{ games: [6, 4] }, { games: [2, 1] }] },
          winner_id: second,
          retired_player_id: first,
        },
      ],
      [
        'a walkover, which has no score and is not rated',
        walkover({ played_at: '2026-05-06T18:00:00.0+02:00' }),
        {
          played_at: '2026-05-06T18:00:00.0+02:00',
          status: 'walkover',
          score: null,
          rating_status: 'not_rated',
        },
      ],
    ];
  for (const [what, sent, shown] of cases) {
    test(`shows ${what}, as it was answered when submitted`, async () => {
      const submitted = await json(await service.submit(sent));
      expect(submitted).toEqual({
        ...common,
        id: expect.stringMatching(/^mat_[a-z0-9]{10}$/),
        played_at,
        ...shown,
      });
      expect(await json(await service.get(`/v1/matches/${submitted.id}`))).toEqual(submitted);
    });
  }

  test('the rating changes rating_status alone', async () => {
    const before = await json(await service.get(path));
    expect(before).toEqual({
      ...common,
      id: imported,
      played_at: '2026-05-01T18:30:00.5-03:00',
      status: 'completed',
      score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] },
      created_at: '2026-05-02T06:00:00.000Z',
    });
    await service.rate();
    expect(await json(await service.get(path))).toEqual({ ...before, rating_status: 'rated' });
  });
});
