import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ids } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { typedClient } from './client.ts';

onBothDatabases('A client that is made from the document', (kind) => {
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
});

const root = join(import.meta.dirname, '../..');

function run(folder: string, program: string, ...more: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...more], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { output: stdout + stderr, status };
}

describe('The types of the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tennis-client-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are what openapi-typescript makes of docs/openapi.json (or: bun run openapi)', () => {
    // A folder with a lock of its own: the generator needs an older TypeScript than the project.
    if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
      run(import.meta.dirname, 'install', '--frozen-lockfile');
    }
    const made = join(folder, 'schema.ts');
    const generator = join(import.meta.dirname, 'node_modules/openapi-typescript/bin/cli.js');
    const { output } = run(root, generator, 'docs/openapi.json', '--output', made);
    expect(existsSync(made), output).toBeTrue();
    expect(readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8')).toBe(
      readFileSync(made, 'utf8'),
    );
  });

  test.each([
    ['a field that exists compiles', 'player.display_name', undefined],
    [
      'a field that does not exist does not',
      'player.nickname',
      "Property 'nickname' does not exist",
    ],
    [
      'nor does one beside it in a body',
      "const body: Result = { winner: 'me' }",
      "'winner' does not exist",
    ],
    ['nor one that may be null, unchecked', 'match.score.sets', "'match.score' is possibly 'null'"],
  ])('%s', (_name, statement, fault) => {
    const schema = JSON.stringify(join(import.meta.dirname, 'schema.ts'));
    const source = [
      `import type { components } from ${schema};`,
      "type Schemas = components['schemas'];",
      "type Result = Partial<Schemas['WalkoverResult']>;",
      "declare const player: Schemas['Player'];",
      "declare const match: Schemas['Match'];",
      `${statement};`,
      'export type { Result };',
      'export { match, player };',
    ].join('\n');
    writeFileSync(join(folder, 'use.ts'), source);
    const settings = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { types: [], noUnusedLocals: false },
      include: ['use.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const { output, status } = run(folder, join(root, 'node_modules/typescript/bin/tsc'));
    expect(status === 0, output).toBe(fault === undefined);
    if (fault) expect(output).toContain(fault);
  });
});
