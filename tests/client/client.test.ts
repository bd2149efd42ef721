import { beforeAll, expect, test } from 'bun:test';
import { type Client, Problem, type Result } from '../../clients/typescript/client.ts';
import { ids } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import { onDatabase, startTestService, type TestService } from '../support/service.ts';

onDatabase('embedded', 'The typed client', (kind) => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService(kind);
    ({ client } = service);
  });

  const [first = '', second = '', third = ''] = ids.players;
  const common = {
    competition_id: ids.league,
    venue_id: ids.venues[0] ?? '',
    player_ids: [first, second] as [string, string],
  };
  const results: Result[] = [
    {
      ...common,
      status: 'completed',
      played_at: '2026-04-01T18:00:00+02:00',
      score: { sets: [{ games: [6, 4] }, { games: [7, 6], tiebreak: [7, 5] }] },
    },
    {
      ...common,
      status: 'retired',
      played_at: '2026-04-02T18:00:00+02:00',
      score: { sets: [{ games: [6, 4] }, { games: [2, 1] }] },
      retired_player_id: second,
    },
    { ...common, status: 'walkover', played_at: '2026-04-03T18:00:00+02:00', winner_id: first },
  ];

  test('submits each kind of result and reads it back once it is rated', async () => {
    const matches = await Promise.all(results.map((result) => client.submit(result)));
    expect(matches.map(({ status }) => status)).toEqual(['completed', 'retired', 'walkover']);
    expect(matches.map(({ winner_id }) => winner_id)).toEqual([first, first, first]);
    await service.rate();
    const read = matches.map(({ id }) =>
      client.get('/matches/{match_id}', { path: { match_id: id } }),
    );
    expect((await Promise.all(read)).map(({ rating_status }) => rating_status)).toEqual([
      'rated',
      'rated',
      'not_rated',
    ]);
  });

  test('reads everything that the ratings led to', async () => {
    const path = { player_id: first };
    const player = await client.get('/players/{player_id}', { path });
    const rating = await client.get('/players/{player_id}/rating', { path });
    expect(rating.rated_matches).toBe(2);
    expect(player.rating).toEqual({ value: rating.value, confidence: rating.confidence });
    const history = await client.get('/players/{player_id}/rating-history', { path });
    expect(history.data.map(({ reason }) => reason.code)).toEqual([
      'match_result',
      'match_result',
      'initial_assessment',
    ]);
    expect(history.data[0]?.calculation?.opponent_id).toBe(second);
    const opponents = await client.get('/players/{player_id}/match-suggestions', {
      path,
      query: { max_rating_gap: 500 },
    });
    expect(opponents.data[0]?.overlapping_availability.length).toBeGreaterThan(0);
  });

  test('gives all items of a list, page by page, with its filters', async () => {
    const names: string[] = [];
    for await (const player of client.all('/players', { query: { limit: 2, min_rating: 1500 } })) {
      names.push(player.display_name);
    }
    expect(names).toEqual(['Łukasz W.', 'Maria D.', 'Róża O.', 'Tomek G.']);
    const { next_cursor } = await client.get('/players', { query: { limit: 3 } });
    const query = { cursor: next_cursor ?? '', limit: 5 };
    expect(await Array.fromAsync(client.all('/players', { query }))).toHaveLength(9);
  });

  test('finds matches, competitions and venues', async () => {
    const walkovers = await client.get('/matches', {
      query: { status: 'walkover', player_id: first },
    });
    expect(walkovers.data.map(({ score }) => score)).toEqual([null]);
    const cups = await client.get('/competitions', { query: { type: 'tournament' } });
    expect(cups.data.map(({ match_format }) => match_format.games_per_set)).toEqual([4, 4]);
    const cup = await client.get('/competitions/{competition_id}', {
      path: { competition_id: ids.shortCup },
    });
    expect(cup.organizer.name).toBe('First Club');
    const [found] = (await client.get('/venues')).data;
    const venue = await client.get('/venues/{venue_id}', { path: { venue_id: found?.id ?? '' } });
    expect(venue.courts[0]?.surface).toBe('clay');
  });

  test('throws a problem with the members of its document', async () => {
    const refused = client.submit({
      ...common,
      status: 'completed',
      played_at: '2026-04-04T18:00:00Z',
      score: { sets: [{ games: [6, 5] }, { games: [6, 0] }] },
      player_ids: [first, third],
    });
    const problem = await refused.catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({
      name: 'Problem',
      status: 422,
      code: 'invalid-score',
      type: expect.stringMatching(/^http.*\/errors#invalid-score$/),
      title: 'Invalid score',
      errors: [{ pointer: '#/score/sets/0' }],
    });
    const { message } = problem as Problem;
    expect(message).toStartWith('Invalid score: ');
  });

  test('takes an id for what it is, not for more of an address', async () => {
    const nobody = client.get('/players/{player_id}', { path: { player_id: '../venues?' } });
    expect(await failureOf(nobody)).toStartWith('Not found: ');
  });
});
