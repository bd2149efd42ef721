import { beforeAll, expect, test } from 'bun:test';
import { completed, ids } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

onBothDatabases('POST /matches', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });

  test('a completed match is taken in, shown at its Location, and rated', async () => {
    const response = await service.submit(completed());
    const match = await json(response);
    expect([response.status, match]).toEqual([201, expect.anything()]);
    expect(match.rating_status).toBe('pending');
    const location = response.headers.get('location') ?? '';
    expect(location).toEndWith(`/v1/matches/${match.id}`);
    expect(await json(await service.get(new URL(location).pathname))).toEqual(match);
    expect(await service.rate()).toEqual({ rated: 1, unrateable: 0 });
    const rating = await json(await service.get(`/v1/players/${ids.players[0]}/rating`));
    expect(rating).toMatchObject({ value: 1324, confidence: 30, k_factor: 48, rated_matches: 1 });
  });
});
