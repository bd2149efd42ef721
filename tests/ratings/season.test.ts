import { beforeAll, expect, test } from 'bun:test';
import { openWorkbench } from '../../commands/workbench.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { exportFrom, recordsIn } from '../commands/exchange.ts';
import { Oracle } from '../support/oracle.ts';
import {
  freshDatabase,
  json,
  load,
  onBothDatabases,
  startTestService,
  type TestService,
  testSettings,
} from '../support/service.ts';
import { many } from '../support/tier.ts';
import { createDraw, randomSeason, ratableIn, seasonKey } from './random-season.ts';

const seed = Number(process.env.SEASON_SEED ?? 20_260_401);
const dayMs = 86_400_000;
const periods = 6;
const days = 910;
const season = randomSeason(seed, many(40, 60), many(900, 1_500), days);

/** Takes the season in, period by period, as leagues do: shuffled, with late results and decays. */
async function playSeason(service: TestService, clock: { now: number }, oracle: Oracle) {
  const { workbench } = service;
  const draw = createDraw(seed + 1);
  await load(workbench, season.records);
  for (const player of season.players) oracle.register(player);
  const start = Math.min(...season.matches.map(({ match }) => match.playedAt));
  const submit = async (fixtures: typeof season.matches) => {
    const records = fixtures.map(({ record }) => record);
    await load(workbench, records);
    for (const { match } of fixtures) oracle.submit(match);
  };
  let waiting = draw.shuffled(season.matches);
  for (let period = 1; period <= periods; period += 1) {
    const isLast = period === periods;
    // Results take up to three days to arrive, and some are forgotten until a later period.
    clock.now = start + (period * days * dayMs) / periods + 10 * dayMs;
    const due = waiting.filter(
      ({ match }) => isLast || (match.createdAt <= clock.now && draw.chance(0.9)),
    );
    waiting = waiting.filter((fixture) => !due.includes(fixture));
    // The schedule may look while results wait: their players are left out then.
    const half = Math.floor(due.length / 2);
    await submit(due.slice(0, half));
    expect((await workbench.decay()).drops).toBe(oracle.decay(clock.now, clock.now));
    if (period % 2 === 0) {
      expect(await service.rate()).toEqual({ rated: oracle.run(clock.now), unrateable: 0 });
      clock.now += 60_000;
    }
    await submit(due.slice(half));
    clock.now += 60_000;
    expect(await service.rate()).toEqual({ rated: oracle.run(clock.now), unrateable: 0 });
    const asOf = clock.now - draw.below(70) * dayMs;
    clock.now += 60_000;
    expect((await workbench.decay(asOf)).drops).toBe(oracle.decay(asOf, clock.now));
  }
  clock.now += 200 * dayMs;
  expect((await workbench.decay()).drops).toBe(oracle.decay(clock.now, clock.now));
}

/** An entry of the API without its id and sentence, which the oracle doesn't know. */
function asOracleEntry({ id: _, reason, ...entry }: Awaited<ReturnType<typeof json>>) {
  return { ...entry, code: reason.code, match_id: reason.match_id };
}

onBothDatabases(`a random season (SEASON_SEED=${seed})`, (kind) => {
  const clock = { now: Date.parse('2024-01-01T00:00:00Z') };
  const oracle = new Oracle();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [], clock: () => clock.now });
    await playSeason(service, clock, oracle);
  });

  test('of shuffled imports, late results and drops has exactly the numbers of the oracle', async () => {
    const get = async (path: string) => json(await service.get(path, { 'x-api-key': seasonKey }));
    let drops = 0;
    for (const { id } of season.players) {
      const { data } = await get(`/v1/players/${id}/rating-history?limit=100`);
      const expected = oracle.history(id).toReversed().slice(0, 100);
      expect(data.map(asOracleEntry)).toEqual(expected);
      const record = oracle.record(id);
      expect(await get(`/v1/players/${id}/rating`)).toEqual(record);
      const { value, confidence } = record;
      expect((await get(`/v1/players/${id}`)).rating).toEqual({ value, confidence });
      drops += expected.filter(({ code }) => code === 'inactivity').length;
    }
    // Everything occurs in it.
    const seen = new Set(season.matches.map(({ match }) => match.status));
    expect([...seen].sort()).toEqual(['completed', 'retired', 'walkover']);
    expect(drops).toBeGreaterThan(100);
  });

  test('is verified without a difference', async () => {
    expect(await verifyRatings(service.workbench.database.db)).toEqual({
      players: season.players.length,
      matches: ratableIn(season),
      differences: [],
    });
  });

  if (kind === 'embedded')
    test('comes out of the other kind of database as the same bytes', async () => {
      const text = await exportFrom(service.workbench);
      const settings = testSettings(await freshDatabase('server'));
      const other = await openWorkbench({ settings, clock: () => clock.now });
      await load(other, recordsIn(text));
      expect((await exportFrom(other)) === text).toBe(true);
      await other.database.close();
    });
});
