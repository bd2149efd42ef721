import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { pendingCounts, waitingSince } from '../../modules/matches/index.ts';
import { lastRuns } from '../../modules/ratings/index.ts';
import type { MatchId } from '../../shared/ids.ts';
import { createLog } from '../../shared/log.ts';
import { commandsOn } from '../commands/terminal.ts';
import { ids } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import {
  freshDatabase,
  inWorkbench,
  load,
  onBothDatabases,
  runService,
  startTestService,
  type TestService,
  testSettings,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';

const [anna = '', bartek = '', celina = ''] = ids.players;

onBothDatabases('a match that can not be rated (rules 3.4)', (kind) => {
  const logged: string[] = [];
  let service: TestService;
  beforeAll(async () => {
    const log = createLog('error', false, (line: string) => void logged.push(line));
    service = await startTestService(kind, { log });
  });

  let hour = 0;
  const match = (id: string, player_ids: string[], more: object = {}) => ({
    kind: 'match',
    id,
    competition_id: ids.league,
    venue_id: ids.venues[0],
    played_at: new Date(Date.parse('2026-05-01T10:00:00Z') + 3_600_000 * hour++).toISOString(),
    player_ids,
    status: 'completed',
    score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] },
    ...more,
  });
  const execute = (statement: string) => sql.raw(statement).execute(service.workbench.database.db);

  async function statusOf(id: string): Promise<unknown> {
    const { rows } = await sql<{ status: string }>`select rating_status as status
      from match where id = ${id}`.execute(service.workbench.database.db);
    return rows[0]?.status;
  }

  async function metric(name: string): Promise<number> {
    const response = await fetch(`${service.url}/metrics`);
    const line = (await response.text()).split('\n').find((text) => text.startsWith(`${name} `));
    return Number(line?.split(' ')[1]);
  }

  const retired = {
    status: 'retired',
    retired_player_id: bartek,
    score: { sets: [{ games: [6, 4] }, { games: [1, 0] }] },
  };
  const sound = JSON.stringify(retired.score);
  const rating = (id: string) => `from rating where player_id = '${id}'`;

  test.each([
    [
      'whose score holds no completed game',
      'mat_0000faulta',
      'mat_0000other1',
      `update match set score = '{"sets":[{"games":[0,0]}]}' where id = 'mat_0000faulta'`,
      `update match set score = '${sound}' where id = 'mat_0000faulta'`,
    ],
    [
      'whose score is none',
      'mat_0000faultb',
      'mat_0000other2',
      `update match set score = '"six four"' where id = 'mat_0000faultb'`,
      `update match set score = '${sound}' where id = 'mat_0000faultb'`,
    ],
    [
      'of a player without a rating',
      'mat_0000faultc',
      'mat_0000other3',
      `create table lost as select * ${rating(bartek)}; delete ${rating(bartek)}`,
      `insert into rating select * from lost; drop table lost`,
    ],
  ])(
    '%s stays pending, is logged and counted, holds up no other, and is rated once mended',
    async (_, faulty, other, corruption, mending) => {
      const { run } = service.workbench;
      await load(service.workbench, [
        match(faulty, [anna, bartek], retired),
        match(other, [anna, celina]),
      ]);
      for (const statement of corruption.split('; ')) await execute(statement);
      logged.length = 0;

      expect(await run()).toEqual({ rated: 1, unrateable: 1 });
      expect([await statusOf(faulty), await statusOf(other)]).toEqual(['pending', 'rated']);
      expect(logged.map((line) => JSON.parse(line).match)).toEqual([faulty]);
      const counts = async () => [
        await metric('tennis_matches_unrateable'),
        await metric('tennis_matches_pending'),
      ];
      expect(await counts()).toEqual([1, 1]);
      expect(await run()).toEqual({ rated: 0, unrateable: 1 });
      const command = commandsOn(service.workbench);
      expect((await command(['ratings', 'run'])).out).toStartWith(
        `Rated 0 matches.\n1 match can't be rated: `,
      );
      const shown = JSON.parse((await command(['matches', 'show', faulty, '--json'])).out);
      expect(shown.rating_fault).toEqual(expect.any(String));
      for (const seen of [
        ['show', faulty],
        ['list', '--rating', 'pending'],
      ]) {
        const { status, out } = await command(['matches', ...seen]);
        expect([status, out]).toEqual([0, expect.stringContaining(faulty)]);
      }

      for (const statement of mending.split('; ')) await execute(statement);
      expect(await run()).toEqual({ rated: 1, unrateable: 0 });
      expect(await statusOf(faulty)).toBe('rated');
      expect(await counts()).toEqual([0, 0]);
    },
  );

  test('is not one that other work got in the way of', async () => {
    const { run } = service.workbench;
    await load(service.workbench, [match('mat_00000busy1', [anna, bartek])]);
    await execute(`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'in the way' using errcode = '40P01'; end $$`);
    await execute(
      'create trigger refusal before insert on rating_history execute function refuse()',
    );
    try {
      expect(await failureOf(run())).toContain('in the way');
      expect(await metric('tennis_matches_unrateable')).toBe(0);
    } finally {
      await execute('drop function refuse cascade');
    }
    expect(await run()).toEqual({ rated: 1, unrateable: 0 });
  });

  test('is counted among those that wait, up to as many as are asked for', async () => {
    const { db } = service.workbench.database;
    const waiting = [1, 2, 3, 4].map((n) => match(`mat_0000wait0${n}`, [anna, bartek]));
    await load(service.workbench, waiting);
    await execute(`update match set rating_fault = 'none' where id > 'mat_0000wait01'
      and rating_status = 'pending'`);
    expect(await pendingCounts(db)).toEqual({ pending: 4, unrateable: 3 });
  });

  test('is tried again at each look for drops; what just came in waits for quiet', async () => {
    const settings = { DECAY_SCHEDULE: '* * * * * *' };
    const { workbench } = await startTestService(kind, { settings });
    const { db } = workbench.database;
    const counts = () => pendingCounts(db);
    const looks = async () => (await lastRuns(db)).map(({ ended_at }) => ended_at).join();
    await load(workbench, [match('mat_0000quiet0', [anna, bartek])]);
    const before = await looks();
    await until(async () => (await looks()) !== before);
    expect(await counts()).toEqual({ pending: 1, unrateable: 0 });

    await sql`update match set rating_fault = 'permission denied for table rating'
      where id = 'mat_0000quiet0'`.execute(db);
    await until(async () => (await counts()).pending === 0);
  });

  test('is tried again with what just came in, where something did, and not before that', async () => {
    const settings = { DECAY_SCHEDULE: '* * * * * *' };
    const { workbench } = await startTestService(kind, { settings });
    const { db } = workbench.database;
    await load(workbench, [
      match('mat_0000early0', [anna, bartek]),
      match('mat_0000fresh0', [anna, bartek]),
    ]);
    await sql`update match set rating_fault = 'permission denied', received_at = received_at - interval '1 day'
      where id = 'mat_0000early0'`.execute(db);
    await until(async () => (await pendingCounts(db)).unrateable === 0);
    expect(await pendingCounts(db)).toEqual({ pending: 2, unrateable: 0 });
    expect((await waitingSince(db)).first).toBeLessThan(180_000);
    expect(await workbench.run()).toEqual({ rated: 2, unrateable: 0 });
    const { rows } = await sql<{ match_id: string }>`select match_id from rating_history
      where player_id = ${anna} and match_id is not null order by run, at`.execute(db);
    expect(rows.map(({ match_id }) => match_id)).toEqual(['mat_0000early0', 'mat_0000fresh0']);
  });

  test('is tried again before the drops that its players are due since', async () => {
    const given = await freshDatabase(kind, 'city');
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await inWorkbench(testSettings(given), async (workbench) => {
      await load(workbench, [match('mat_0000first0', [anna, bartek], { played_at: daysAgo(70) })]);
      await workbench.run();
      await load(workbench, [match('mat_0000second', [anna, bartek], { played_at: daysAgo(11) })]);
      const { db } = workbench.database;
      await sql`update match set rating_fault = 'permission denied'
        where id = 'mat_0000second'`.execute(db);
    });
    const { workbench, stop } = await runService(testSettings(given), { records: [] });
    const { db } = workbench.database;
    await until(async () => (await lastRuns(db)).some(({ name }) => name === 'inactivity drops'));
    const { rows } = await sql<{ reason: string }>`select reason from rating_history
      where player_id = ${anna} order by run, at, nth`.execute(db);
    expect(rows.map(({ reason }) => reason)).toEqual([
      'initial_assessment',
      'match_result',
      'match_result',
    ]);
    await stop();
  });

  test('waits again once it is corrected, and is as it was once it is restored', async () => {
    const { workbench } = await startTestService(kind);
    const { corrections, database } = workbench;
    const { db } = database;
    const asked = { actor: { user: 'test' }, reason: 'a test' };
    await load(workbench, [
      match('mat_0000again0', [anna, bartek]),
      match('mat_0000again1', [anna, bartek]),
      match('mat_0000walked', [anna, bartek], { status: 'walkover', score: null, winner_id: anna }),
    ]);
    await sql`update match set received_at = received_at - interval '1 day'`.execute(db);
    await sql`update match set rating_fault = 'permission denied'
      where rating_status = 'pending'`.execute(db);
    /** How many can't be rated, and whether the others that wait came in just now, where there are any. */
    const waiting = async () => {
      const { first } = await waitingSince(db);
      return [(await pendingCounts(db)).unrateable, first === null ? first : first < 180_000];
    };
    expect(await waiting()).toEqual([2, null]);
    await corrections.voidMatch('mat_0000again0' as MatchId, asked);
    await corrections.restoreMatch('mat_0000again0' as MatchId, asked);
    expect(await waiting()).toEqual([2, null]);
    await corrections.correctMatch('mat_0000again1' as MatchId, { court_number: 2 }, asked);
    expect(await waiting()).toEqual([1, true]);
    const played = {
      status: 'completed',
      score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] },
    } as const;
    await corrections.correctMatch('mat_0000walked' as MatchId, played, asked);
    expect(await waiting()).toEqual([1, true]);
  });
});
