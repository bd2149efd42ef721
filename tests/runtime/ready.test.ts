// What there is to do at a start, and what others do, hold nobody up.

import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import { createLog } from '../../shared/log.ts';
import { completed, ids, testCity } from '../support/city.ts';
import {
  freshDatabase,
  load,
  onBothDatabases,
  runService,
  type TestService,
  testSettings,
} from '../support/service.ts';

onBothDatabases('a start', (kind) => {
  /** A database with so many idle players and pending matches of others. */
  async function pile(count: number) {
    const settings = testSettings({ ...(await freshDatabase(kind)), RATING_DELAY_SECONDS: 0 });
    const workbench = await openWorkbench({ settings });
    const players = Array.from({ length: 2 * count }, (_, n) => ({
      ...testCity().find(({ kind }) => kind === 'player'),
      id: `plr_p${String(n).padStart(9, '0')}`,
      preferred_venue_ids: [],
    }));
    const matches = players.slice(count, -1).map(({ id }, n) => ({
      kind: 'match',
      ...completed(),
      player_ids: [id, players[count + n + 1]?.id],
    }));
    await load(workbench, [...testCity(), ...players, ...matches]);
    await workbench.database.transaction(async ({ db }) => {
      await sql`update rating set confidence = 60, rated_matches = 4,
        last_rated_match_at = now() - interval '95 days'`.execute(db);
      await sql`update player set rating_confidence = 60`.execute(db);
    });
    return { settings, workbench };
  }

  const isReady = async ({ url }: TestService) => (await fetch(`${url}/readyz`)).status === 200;
  const waiting = (service: TestService) =>
    service.requests.db
      .selectFrom('rating')
      .leftJoin('match', (join) => join.on('match.rating_status', '=', 'pending'))
      .where('drops_applied', '=', 0)
      .where('confidence', '=', 60)
      .select('player_id')
      .limit(1)
      .execute();

  test('is ready and reads before the drops are given and what waits is rated', async () => {
    const { settings, workbench } = await pile(200);
    await workbench.database.close();
    const told: string[] = [];
    const log = createLog('info', false, (line: string) => void told.push(JSON.parse(line).msg));
    const service = await runService(settings, { records: [], log });
    expect(await isReady(service)).toBe(true);
    expect((await service.get(`/v1/players/${ids.players[0]}`)).status).toBe(200);
    // However soon the work is done, it didn't come first.
    expect(told[0]).toBe('listening');
    while ((await waiting(service)).length > 0) await Bun.sleep(50);
    await service.stop();
  });

  if (kind === 'embedded') return; // it belongs to one process
  test('is ready while another process migrates, rates, and holds the idle', async () => {
    const { settings, workbench } = await pile(5);
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const { database } = workbench;
    const holding = database.locked('migration', () =>
      database.locked('ratings', () =>
        database.transaction(async ({ db }) => {
          await sql`select from rating for update`.execute(db);
          isHeld.resolve();
          await held.promise;
        }),
      ),
    );
    await isHeld.promise;
    const service = await runService(settings, { records: [], held: true });
    expect(await isReady(service)).toBe(true);
    expect((await service.get(`/v1/players/${ids.players[0]}`)).status).toBe(200);
    held.resolve();
    await holding;
    await service.stop();
    await database.close();
  });
});

test('others are told that a server listens, and from the beginning of its end that it stops', async () => {
  const settings = testSettings(await freshDatabase('embedded'));
  const told = () => readFileSync(join(settings.DATA_DIR, 'lock'), 'utf8');
  const service = await runService(settings);
  expect(told()).toContain('listening on http://');
  const stopped = service.stop();
  expect(told()).toBe(`process ${process.pid}, stopping: try again in a moment\n`);
  await stopped;
});
