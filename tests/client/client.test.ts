import { beforeAll, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ids } from '../support/city.ts';
import { onDatabase, startTestService, type TestService } from '../support/service.ts';
import { typedClient } from './client.ts';

const folder = import.meta.dirname;

/** What the program of a package says there; nothing where all is well. */
function complaintsOf(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout + stderr;
}

onDatabase('embedded', 'A client that is made from the document', (kind) => {
  let service: TestService;
  let client: Awaited<ReturnType<typeof typedClient>>;
  beforeAll(async () => {
    service = await startTestService(kind);
    client = await typedClient(service.url);
  });

  const [first = '', second = '', third = ''] = ids.players;
  const common = {
    competition_id: ids.league,
    venue_id: ids.venues[0] ?? '',
    player_ids: [first, second],
  };
  const key = () => ({ header: { 'Idempotency-Key': crypto.randomUUID() } });

  test('submits each kind of result and reads it back once it is rated', async () => {
    const answers = [
      await client.POST('/matches', {
        params: key(),
        body: {
          ...common,
          status: 'completed',
          played_at: '2026-04-01T18:00:00+02:00',
          score: { sets: [{ games: [6, 4] }, { games: [7, 6], tiebreak: [7, 5] }] },
        },
      }),
      await client.POST('/matches', {
        params: key(),
        body: {
          ...common,
          status: 'retired',
          played_at: '2026-04-02T18:00:00+02:00',
          score: { sets: [{ games: [6, 4] }, { games: [2, 1] }] },
          retired_player_id: second,
        },
      }),
      await client.POST('/matches', {
        params: key(),
        body: {
          ...common,
          status: 'walkover',
          played_at: '2026-04-03T18:00:00+02:00',
          winner_id: first,
        },
      }),
    ];
    for (const { data, response } of answers) {
      expect(response.status).toBe(201);
      expect(data?.winner_id).toBe(first);
      expect(response.headers.get('location')).toEndWith(`/v1/matches/${data?.id}`);
    }
    await service.rate();
    for (const [index, rating] of (['rated', 'rated', 'not_rated'] as const).entries()) {
      const params = { path: { match_id: answers[index]?.data?.id ?? '' } };
      expect((await client.GET('/matches/{match_id}', { params })).data?.rating_status).toBe(
        rating,
      );
    }
  });

  test('reads everything that the ratings led to', async () => {
    const params = { path: { player_id: first } };
    const { data: player } = await client.GET('/players/{player_id}', { params });
    const { data: rating } = await client.GET('/players/{player_id}/rating', { params });
    expect(rating?.rated_matches).toBe(2);
    expect(player?.rating).toEqual({
      value: rating?.value ?? 0,
      confidence: rating?.confidence ?? 0,
    });
    const { data: history } = await client.GET('/players/{player_id}/rating-history', { params });
    expect(history?.data.map(({ reason }) => reason.code)).toEqual([
      'match_result',
      'match_result',
      'initial_assessment',
    ]);
    expect(history?.data[0]?.calculation?.opponent_id).toBe(second);
    const { data: opponents } = await client.GET('/players/{player_id}/match-suggestions', {
      params: { ...params, query: { max_rating_gap: 500 } },
    });
    expect(opponents?.data[0]?.overlapping_availability.length).toBeGreaterThan(0);
  });

  test('follows the pages of a list, with its filters', async () => {
    const names: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 2, min_rating: 1500, ...(cursor && { cursor }) };
      const { data } = await client.GET('/players', { params: { query } });
      names.push(...(data?.data ?? []).map(({ display_name }) => display_name));
      cursor = data?.next_cursor;
    } while (cursor);
    expect(names).toEqual(['Łukasz W.', 'Maria D.', 'Róża O.', 'Tomek G.']);
  });

  test('finds matches, competitions and venues', async () => {
    const { data: walkovers } = await client.GET('/matches', {
      params: { query: { status: 'walkover', player_id: first } },
    });
    expect(walkovers?.data.map(({ score }) => score)).toEqual([null]);
    const { data: cups } = await client.GET('/competitions', {
      params: { query: { type: 'tournament' } },
    });
    expect(cups?.data.map(({ match_format }) => match_format.games_per_set)).toEqual([4, 4]);
    const { data: cup } = await client.GET('/competitions/{competition_id}', {
      params: { path: { competition_id: ids.shortCup } },
    });
    expect(cup?.organizer.name).toBe('First Club');
    const { data: venues } = await client.GET('/venues');
    const { data: venue } = await client.GET('/venues/{venue_id}', {
      params: { path: { venue_id: venues?.data[0]?.id ?? '' } },
    });
    expect(venue?.courts[0]?.surface).toBe('clay');
  });

  test('gets a problem document that it knows the members of', async () => {
    const { data, error, response } = await client.POST('/matches', {
      params: key(),
      body: {
        ...common,
        status: 'completed',
        played_at: '2026-04-04T18:00:00Z',
        score: { sets: [{ games: [6, 5] }, { games: [6, 0] }] },
        player_ids: [first, third],
      },
    });
    expect(data).toBeUndefined();
    expect(response.status).toBe(422);
    expect(error?.type).toEndWith('#invalid-score');
    expect(error?.errors?.map(({ pointer }) => pointer)).toEqual(['#/score/sets/0']);
  });

  // The folder has a lock of its own: the generator needs an older TypeScript than the project.
  test('has types that are made of docs/openapi.json, and compiles with them alone', () => {
    if (!existsSync(join(folder, 'node_modules'))) {
      expect(complaintsOf('install', '--frozen-lockfile')).toBe('');
    }
    expect(complaintsOf('run', 'generate')).toBe('');
    const compiler = join(folder, '../../node_modules/typescript/bin/tsc');
    expect(complaintsOf(compiler, '--checkers', '1')).toBe('');
  });
});
