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

// Timings hold from below whatever happens, and from above unless the machine stands still.
const slackMs = 10_000; // less than until the next sweep, which would find anything
const retry = 2;

onBothDatabases('the worker', (kind) => {
  let service: TestService | undefined;
  afterEach(() => service?.stop());

  async function start(RATING_DELAY_SECONDS: number): Promise<TestService> {
    const settings = testSettings({ ...(await freshDatabase(kind)), RATING_DELAY_SECONDS });
    service = await runService(settings);
    return service;
  }

  async function post(body: Record<string, unknown> = completed()) {
    const at = performance.now();
    const response = await service?.submit(body);
    expect(response?.status).toBe(201);
    return at;
  }

  async function pending(): Promise<number> {
    const response = await service?.get('/v1/matches?rating_status=pending&limit=100');
    return response ? (await json(response)).data.length : 0;
  }

  /** Waits until at most so many matches are pending; the moment, in ms. */
  async function until(most: number, limitMs: number): Promise<number> {
    const deadline = performance.now() + limitMs;
    while ((await pending()) > most) {
      if (performance.now() > deadline) throw new Error('the ratings did not come in time');
      await delay(20);
    }
    return performance.now();
  }

  test(
    'starts a run once no submission has come for the delay, and rates in the order of play',
    async () => {
      await start(1);
      let last = 0;
      const bodies = [completed(), completed(), completed(), completed()].reverse();
      for (const body of bodies) {
        last = await post(body);
        await delay(400);
      }
      const rated = await until(0, 1_000 + slackMs);
      expect(rated - last).toBeGreaterThanOrEqual(1_000);
      expect(rated - last).toBeLessThan(1_000 + slackMs);
      const history = await service?.get(`/v1/players/${ids.players[0]}/rating-history`);
      const { data } = history ? await json(history) : { data: [] };
      const played = await Promise.all(
        data.slice(0, -1).map(async ({ reason }: { reason: { match_id: string } }) => {
          const match = await service?.get(`/v1/matches/${reason.match_id}`);
          return match && (await json(match)).played_at;
        }),
      );
      expect(played).toEqual(bodies.map(({ played_at }) => played_at));
    },
    { retry },
  );

  test(
    'starts one four times the delay after the first submission that waits, if they never cease',
    async () => {
      await start(0.5);
      const first = await post();
      let posted = 1;
      while ((await pending()) === posted) {
        await delay(100);
        await post();
        posted += 1;
        if (performance.now() - first > 2_000 + slackMs) throw new Error('no run came');
      }
      expect(performance.now() - first).toBeGreaterThanOrEqual(2_000);
    },
    { retry },
  );

  test(
    'starts one at once where the delay is 0',
    async () => {
      await start(0);
      for (let round = 0; round < 3; round += 1) {
        const at = await post();
        expect((await until(0, slackMs)) - at).toBeLessThan(slackMs);
      }
    },
    { retry },
  );

  test(
    'starts one the delay after an import',
    async () => {
      const { workbench } = await start(1);
      await post();
      await until(0, 1_000 + slackMs);
      await delay(100); // by now nothing is looked for until the next sweep
      const at = performance.now();
      await load(workbench, [{ kind: 'match', ...completed() }]);
      expect(await pending()).toBe(1);
      const rated = await until(0, 1_000 + slackMs);
      expect(rated - at).toBeGreaterThanOrEqual(1_000);
    },
    { retry },
  );

  test(
    'starts none for what has come meanwhile, where it had to wait for its turn',
    async () => {
      const { workbench } = await start(1);
      let last = 0;
      await workbench.database.locked('ratings', async () => {
        await post();
        await delay(1_500); // by now the run is due, and waits
        last = await post();
      });
      const rated = await until(0, 1_000 + slackMs);
      expect(rated - last).toBeGreaterThanOrEqual(1_000);
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
      const settings = { ...first.workbench.settings, RATING_DELAY_SECONDS: 1 };
      service = await runService(settings, { records: [] });
      expect(await pending()).toBe(1);
      const rated = await until(0, 1_000 + slackMs);
      expect(rated - at).toBeGreaterThanOrEqual(1_000);
    },
    { retry },
  );

  test('keeps its place, whatever else the connections are asked meanwhile', async () => {
    await start(86_400);
    for (let count = 0; count < 3; count += 1) await post();
    const { database } = (service as TestService).workbench;
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
