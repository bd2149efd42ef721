import { beforeAll, expect, test } from 'bun:test';
import { completed, ids, retired, walkover } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const [first = '', second = '', third = '', , fifth = '', sixth = ''] = ids.players;

onBothDatabases('GET /players/{player_id}/rating', (kind) => {
  let service: TestService;
  let now = Date.parse('2026-06-01T12:00:00.250Z');
  beforeAll(async () => {
    service = await startTestService(kind, { clock: () => now });
  });
  const ratingOf = async (id: string) => json(await service.get(`/v1/players/${id}/rating`));

  test('before the first match it is the start, last changed when the player joined', async () => {
    expect(await ratingOf(fifth)).toEqual({
      player_id: fifth,
      value: 1000,
      confidence: 20,
      k_factor: 48,
      rated_matches: 0,
      last_rated_match_at: null,
      updated_at: '2026-01-01T10:00:00.000Z',
    });
  });

  test('a pending match and a walkover leave it alone', async () => {
    const before = await ratingOf(sixth);
    const pair = { player_ids: [sixth, fifth] };
    expect((await service.submit(walkover({ ...pair, winner_id: sixth }))).status).toBe(201);
    await service.rate();
    expect((await service.submit(completed(pair))).status).toBe(201);
    expect(await ratingOf(sixth)).toEqual(before);
    await service.rate();
    expect(await ratingOf(sixth)).toMatchObject({ rated_matches: 1 });
  });

  test('a rated match moves it for the player, too, and leaves the rest of the player as it was', async () => {
    const read = async (id: string) => json(await service.get(`/v1/players/${id}`));
    const [winner = '', loser = ''] = ids.players.slice(10);
    const before = [await read(winner), await read(loser)];
    expect((await service.submit(completed({ player_ids: [winner, loser] }))).status).toBe(201);
    expect([await read(winner), await read(loser)]).toEqual(before);
    await service.rate();
    for (const [n, id] of [winner, loser].entries()) {
      const { value, confidence } = await ratingOf(id);
      expect(value).not.toBe(before[n]?.rating.value);
      expect(await read(id)).toEqual({ ...before[n], rating: { value, confidence } });
    }
  });

  test('the K-factor is that of the next match: 48, from confidence 40 on 32, from 70 on 16', async () => {
    const seen: unknown[] = [];
    for (let day = 1; day <= 9; day += 1) {
      const played_at = `2026-05-0${day}T18:00:00+02:00`;
      expect((await service.submit(completed({ played_at }))).status).toBe(201);
      await service.rate();
      const { confidence, k_factor, rated_matches } = await ratingOf(first);
      seen.push([rated_matches, confidence, k_factor]);
    }
    expect(seen).toEqual([
      [1, 30, 48],
      [2, 40, 32],
      [3, 50, 32],
      [4, 60, 32],
      [5, 70, 16],
      [6, 80, 16],
      [7, 90, 16],
      [8, 95, 16],
      [9, 95, 16],
    ]);
  });

  test('the last rated match is the latest played, in UTC, and not the last rated', async () => {
    now += 1_000;
    const late = { played_at: '2026-04-01T10:00:00.5+02:00' };
    expect((await service.submit(completed(late))).status).toBe(201);
    await service.rate();
    expect(await ratingOf(second)).toEqual({
      player_id: second,
      value: expect.any(Number),
      confidence: 95,
      k_factor: 16,
      rated_matches: 10,
      last_rated_match_at: '2026-05-09T16:00:00.000Z',
      updated_at: '2026-06-01T12:00:01.250Z',
    });
  });

  test('a retired match counts by the games completed', async () => {
    // 6-4 and 2-1: 8 of 13 games, 0.615; expected 0.64; 48 times the difference is -1.2.
    const players = { player_ids: [third, ids.players[6]], retired_player_id: ids.players[6] };
    expect((await service.submit(retired(players))).status).toBe(201);
    await service.rate();
    expect(await ratingOf(third)).toMatchObject({ value: 1399, confidence: 30, rated_matches: 1 });
    expect(await ratingOf(ids.players[6] ?? '')).toMatchObject({ value: 1301, rated_matches: 1 });
  });

  test('idle time lowers the confidence, changes the K-factor, and is an update', async () => {
    const before = await ratingOf(first);
    now = Date.parse('2026-05-09T16:00:00.000Z') + 60 * 86_400_000;
    await service.workbench.decay();
    const after = { ...before, confidence: 90, updated_at: new Date(now).toISOString() };
    expect(await ratingOf(first)).toEqual(after);
    now += 150 * 86_400_000;
    await service.workbench.decay();
    expect(await ratingOf(first)).toMatchObject({
      value: before.value,
      confidence: 65,
      k_factor: 32,
      rated_matches: 10,
      last_rated_match_at: before.last_rated_match_at,
    });
  });
});
