// When the worker starts a run. rules 3.1
import { afterEach, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pendingMatchIds } from '../../modules/matches/index.ts';
import { mostNames } from '../../shared/database/statement-names.ts';
import { completed, ids } from '../support/city.ts';
import {
  freshDatabase,
  json,
  load,
  onBothDatabases,
  runService,
  type TestService,
  testSettings,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';

// Timings hold from below whatever happens, and from above unless the machine stands still.
const slackMs = 3_000;
const retry = 2;
const quiet = 0.6;
const quietMs = 600;

onBothDatabases('the worker', (kind) => {
  let service: TestService;
  afterEach(() => service.stop());

  async function start(RATING_DELAY_SECONDS: number): Promise<TestService> {
    const settings = testSettings({ ...(await freshDatabase(kind, 'city')), RATING_DELAY_SECONDS });
    service = await runService(settings, { records: [] });
    return service;
  }

  async function post(body: Record<string, unknown> = completed()) {
    const at = performance.now();
    expect((await service.submit(body)).status).toBe(201);
    return at;
  }

  async function pending(): Promise<number> {
    return (await json(await service.get('/v1/matches?rating_status=pending&limit=100'))).data
      .length;
  }

  /** Waits until nothing is pending, and expects that to come in time after the moment. */
  async function expectRated(since: number, afterMs: number): Promise<void> {
    await until(async () => (await pending()) === 0, 20_000, 'the ratings');
    const passed = performance.now() - since;
    expect(passed).toBeGreaterThanOrEqual(afterMs);
    expect(passed).toBeLessThan(afterMs + slackMs);
  }

  test(
    'starts a run once no submission has come for the delay, and rates in the order of play',
    async () => {
      await start(quiet);
      let last = 0;
      const bodies = [completed(), completed(), completed(), completed()].reverse();
      for (const body of bodies) {
        last = await post(body);
        await delay(quietMs / 3);
      }
      await expectRated(last, quietMs);
      const history = await service.get(`/v1/players/${ids.players[0]}/rating-history`);
      const { data } = await json(history);
      const played = await Promise.all(
        data.slice(0, -1).map(async ({ reason }: { reason: { match_id: string } }) => {
          return (await json(await service.get(`/v1/matches/${reason.match_id}`))).played_at;
        }),
      );
      expect(played).toEqual(bodies.map(({ played_at }) => played_at));
    },
    { retry },
  );

  test(
    'starts one four times the delay after the first submission that waits, if they never cease',
    async () => {
      await start(quiet / 2);
      const first = await post();
      let posted = 1;
      while ((await pending()) === posted) {
        await delay(quietMs / 10);
        await post();
        posted += 1;
        if (performance.now() - first > 2 * quietMs + slackMs) throw new Error('no run came');
      }
      expect(performance.now() - first).toBeGreaterThanOrEqual(2 * quietMs);
    },
    { retry },
  );

  test(
    'starts one at once where the delay is 0',
    async () => {
      await start(0);
      for (let round = 0; round < 3; round += 1) await expectRated(await post(), 0);
    },
    { retry },
  );

  test(
    'starts one the delay after an import, and none for what came while it waited for its turn',
    async () => {
      const { workbench } = await start(quiet);
      await post();
      await until(async () => (await pending()) === 0);
      await delay(100); // by now nothing is looked for until the next sweep
      const imported = performance.now();
      await load(workbench, [{ kind: 'match', ...completed() }]);
      expect(await pending()).toBe(1);
      await expectRated(imported, quietMs);

      let last = 0;
      await workbench.database.locked('ratings', async () => {
        await post();
        await delay(1.5 * quietMs); // by now the run is due, and waits
        last = await post();
      });
      await expectRated(last, quietMs);
    },
    { retry },
  );

  test(
    'counts what is pending at the start of the server as submitted then',
    async () => {
      const first = await start(86_400);
      await post();
      await sql`update match set received_at = now() - interval '1 day'`.execute(
        first.workbench.database.db,
      );
      await first.stop();
      const at = performance.now();
      const settings = { ...first.workbench.settings, RATING_DELAY_SECONDS: quiet };
      service = await runService(settings, { records: [] });
      await expectRated(at, quietMs);
    },
    { retry },
  );

  test('keeps its place, whatever else the connections are asked meanwhile', async () => {
    const { workbench } = await start(86_400);
    for (let count = 0; count < 3; count += 1) await post();
    const { database } = workbench;
    const found = await database.locked('test', async (session) => {
      const pages = [];
      for await (const page of pendingMatchIds(session, 1)) {
        pages.push(page);
        // More texts than have names at a time: the connections that know the old ones are replaced.
        for (let text = 0; text < mostNames + 10; text += 1) {
          await sql.raw(`select ${pages.length} as n${text}`).execute(database.db);
        }
      }
      return pages;
    });
    expect(found.flat()).toHaveLength(3);
  });
});
