import { beforeAll, expect, test } from 'bun:test';
import { completed, ids, retired } from '../support/city.ts';
import { page } from '../support/reads.ts';
import {
  json,
  load,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';

const [first = '', second = ''] = ids.players;

const path = `/v1/players/${first}/rating-history`;

const historyId = expect.stringMatching(/^rtg_[a-z0-9]{10}$/);
const sentence = expect.stringMatching(/^[A-Z][^\n]*[^.\n]\.$/);

onBothDatabases('GET /players/{player_id}/rating-history', (kind) => {
  let service: TestService;
  let now = Date.parse('2026-06-01T12:00:00.250Z');
  beforeAll(async () => {
    service = await startTestService(kind, { clock: () => now });
  });
  const historyOf = async (id: string) => page(service, `/v1/players/${id}/rating-history`);
  const submit = async (body: unknown) => (await json(await service.submit(body))).id;

  const start = {
    id: historyId,
    player_id: first,
    occurred_at: '2026-01-01T10:00:00.000Z',
    reason: { code: 'initial_assessment', match_id: null, explanation: sentence },
    value_before: null,
    value_after: 1300,
    change: null,
    confidence_before: null,
    confidence_after: 20,
    calculation: null,
  };

  test('the first entry is the initial assessment, at the moment when the player joined', async () => {
    expect(await historyOf(first)).toEqual({ data: [start], next: null });
  });

  test('a pending match adds nothing; once rated it adds an entry to each player', async () => {
    const match = await submit(completed({ played_at: '2026-05-01T18:00:00+02:00' }));
    expect((await historyOf(first)).data).toEqual([start]);
    await service.rate();
    const won = {
      id: historyId,
      player_id: first,
      occurred_at: '2026-06-01T12:00:00.250Z',
      reason: { code: 'match_result', match_id: match, explanation: sentence },
      value_before: 1300,
      value_after: 1324,
      change: 24,
      confidence_before: 20,
      confidence_after: 30,
      calculation: {
        opponent_id: second,
        opponent_rating: 1300,
        expected_score: 0.5,
        actual_score: 1,
        k_factor: 48,
      },
    };
    expect((await historyOf(first)).data).toEqual([won, start]);
    const [lost] = (await historyOf(second)).data;
    expect(lost).toEqual({
      ...won,
      player_id: second,
      value_after: 1276,
      change: -24,
      calculation: { ...won.calculation, opponent_id: first, actual_score: 0 },
    });
  });

  test('what one run applied comes newest first too, though it occurred at one moment', async () => {
    now += 1_000;
    const third = await submit(completed({ played_at: '2026-05-03T18:00:00+02:00' }));
    const second = await submit(retired({ played_at: '2026-05-02T18:00:00+02:00' }));
    await service.rate();
    const [newest, before] = (await historyOf(first)).data;
    // 1324 against 1276: 0.569. 8 of 13 games: 0.615. 48 x 0.046 = 2.2. Then 1326 against 1274: 0.574.
    expect([newest, before]).toEqual([
      expect.objectContaining({
        occurred_at: '2026-06-01T12:00:01.250Z',
        reason: { code: 'match_result', match_id: third, explanation: sentence },
        value_before: 1326,
        value_after: 1340,
        change: 14,
        calculation: {
          opponent_id: ids.players[1],
          opponent_rating: 1274,
          expected_score: 0.574,
          actual_score: 1,
          k_factor: 32,
        },
      }),
      expect.objectContaining({
        occurred_at: '2026-06-01T12:00:01.250Z',
        reason: { code: 'match_result', match_id: second, explanation: sentence },
        value_before: 1324,
        value_after: 1326,
        change: 2,
        calculation: {
          opponent_id: ids.players[1],
          opponent_rating: 1276,
          expected_score: 0.569,
          actual_score: 0.615,
          k_factor: 48,
        },
      }),
    ]);
  });

  test('an inactivity drop lowers the confidence and leaves the value', async () => {
    now = Date.parse('2026-05-03T16:00:00Z') + 90 * 86_400_000;
    await service.workbench.decay();
    const drop = (confidence: number) => ({
      id: historyId,
      player_id: first,
      occurred_at: new Date(now).toISOString(),
      reason: { code: 'inactivity', match_id: null, explanation: sentence },
      value_before: 1340,
      value_after: 1340,
      change: 0,
      confidence_before: confidence,
      confidence_after: confidence - 5,
      calculation: null,
    });
    expect((await historyOf(first)).data.slice(0, 2)).toEqual([drop(45), drop(50)]);
  });

  test('entries come in pages of 20, unless a limit says otherwise, with nothing between them', async () => {
    const more = Array.from({ length: 18 }, () => ({ ...completed(), kind: 'match' }));
    await load(service.workbench, more);
    await service.rate();
    const all = await page(service, `${path}?limit=100`);
    expect([all.data.length, all.next]).toEqual([24, null]);
    const start = await page(service, path);
    expect(start.data).toEqual(all.data.slice(0, 20));
    const end = await page(service, `${path}?limit=2&cursor=${start.next}`);
    expect(end.data).toEqual(all.data.slice(20, 22));
    const values = all.data.map(({ value_before, value_after }) => [value_before, value_after]);
    const befores = values.slice(0, -1).map(([before]) => before);
    expect(befores).toEqual(values.slice(1).map(([, after]) => after));
  });
});
