import { beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import { createDecay, ratingLock } from '../../modules/ratings/index.ts';
import { allLooks, openLook } from '../../modules/runs/index.ts';
import type { Database } from '../../shared/database/connect.ts';
import { createLog } from '../../shared/log.ts';
import { testCity, walkover } from '../support/city.ts';
import { hold } from '../support/held.ts';
import {
  freshDatabase,
  onBothDatabases,
  runService,
  startTestService,
  testSettings,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { day, iso, type League, leagueOn, startLeague } from './league.ts';

const hour = 3_600_000;

onBothDatabases('inactivity', (kind) => {
  let league: League;
  beforeAll(async () => {
    league = await startLeague(kind);
  });

  /** A new player whose last of so many matches, a day apart, was played at day 0. */
  async function idle(matches: number): Promise<string> {
    const [id = '', ...others] = await league.newPlayers(...Array(matches + 1).fill(3));
    await league.import(...others.map((other, n) => league.won(id, other, day(-n))));
    await league.rate();
    return id;
  }

  /** The confidences after each of the player's drops. */
  async function drops(id: string): Promise<number[]> {
    const entries = (await league.history(id)).filter(({ reason }) => reason.code === 'inactivity');
    return entries.map(({ confidence_after }) => confidence_after);
  }

  const decayAsOf = (moment: number) => league.service.workbench.decay(moment);

  describe('the drops of a player with confidence 50', () => {
    test('fall due 60 days after the match and every 30 days, that moment included, down to 20', async () => {
      const id = await idle(3);
      const steps: [number, number[]][] = [
        [day(60, -1), []],
        [day(60), [45]],
        [day(90, -1), [45]],
        [day(90), [45, 40]],
        [day(180, -1), [45, 40, 35, 30]],
        [day(180), [45, 40, 35, 30, 25]],
        [day(210), [45, 40, 35, 30, 25, 20]],
        [day(990), [45, 40, 35, 30, 25, 20]],
      ];
      for (const [moment, expected] of steps) {
        await decayAsOf(moment);
        expect([iso(moment), await drops(id)]).toEqual([iso(moment), expected]);
      }
    });

    test('count up to the moment at which a look has its turn, however long it waited', async () => {
      const id = await idle(3);
      const { database, decay } = league.service.workbench;
      const free = await hold(database.locked, ratingLock);
      const { now } = league.clock;
      league.clock.now = day(60, -1);
      const look = decay();
      league.clock.now = day(60);
      await Promise.all([free(), look]);
      league.clock.now = now;
      expect(await drops(id)).toEqual([45]);
    });

    test('come one by one as entries of their own, however late they are applied', async () => {
      const id = await idle(3);
      const rating = await league.rating(id);
      league.clock.now += hour;
      await decayAsOf(day(125));
      const entries = (await league.history(id)).slice(-3);
      for (const [place, entry] of entries.entries()) {
        expect(entry).toEqual({
          id: expect.stringMatching(/^rtg_/),
          player_id: id,
          occurred_at: iso(league.clock.now),
          reason: {
            code: 'inactivity',
            match_id: null,
            explanation: expect.stringContaining(`${60 + 30 * place} days`),
          },
          value_before: rating.value,
          value_after: rating.value,
          change: 0,
          confidence_before: 50 - 5 * place,
          confidence_after: 45 - 5 * place,
          calculation: null,
        });
      }
      expect(await league.rating(id)).toEqual({
        ...rating,
        confidence: 35,
        k_factor: 48,
        updated_at: iso(league.clock.now),
      });
      const copy = (await league.body(`/v1/players/${id}`)).rating;
      expect(copy).toEqual({ value: rating.value, confidence: 35 });
    });

    test('are given once, however often the schedule runs, and begin anew with the next match', async () => {
      const id = await idle(3);
      const [other] = await league.newPlayers(3);
      await decayAsOf(day(95));
      expect(await decayAsOf(day(95))).toEqual({ drops: 0, players: 0 });
      expect(await decayAsOf(day(70))).toEqual({ drops: 0, players: 0 });
      await league.play(league.won(id, other, day(96)));
      await decayAsOf(day(156, -1));
      expect(await drops(id)).toEqual([45, 40]);
      await decayAsOf(day(156));
      expect(await drops(id)).toEqual([45, 40, 45]);
    });
  });

  test('touches nobody who stands at 20 or never played', async () => {
    const [newcomer = ''] = await league.newPlayers(3);
    const id = await idle(1);
    await decayAsOf(day(400));
    expect(await drops(id)).toEqual([25, 20]);
    expect(await decayAsOf(day(900))).toEqual({ drops: 0, players: 0 });
    expect(await league.history(newcomer)).toHaveLength(1);
  });

  test.each([
    [0, 40, 32], // due at the moment of the match: not before it
    [1, 35, 48],
  ])(
    'is applied before a match is rated, where it was due strictly before: 60 days and %p ms',
    async (ms, confidence, k) => {
      for (const scheduleRan of [false, true]) {
        const id = await idle(2);
        const [other] = await league.newPlayers(3);
        if (scheduleRan) await decayAsOf(day(60, ms - 1));
        await league.play(league.won(id, other, day(60, ms)));
        const entries = await league.history(id);
        expect(entries.at(-1)).toMatchObject({
          reason: { code: 'match_result' },
          confidence_before: confidence,
          confidence_after: confidence + 10,
          calculation: { k_factor: k },
        });
        const codes = entries.slice(3, -1).map(({ reason }) => reason.code);
        expect(codes).toEqual(Array((40 - confidence) / 5).fill('inactivity'));
      }
    },
  );

  describe('a late match, played before the latest', () => {
    test('moves neither the time nor the drops, nor does one of the very moment of the latest', async () => {
      const id = await idle(3);
      const [other, another] = await league.newPlayers(3, 3);
      await decayAsOf(day(100));
      await league.play(league.won(id, other, day(-30)), league.won(id, another, day(0)));
      expect(await drops(id)).toEqual([45, 40]);
      expect(await league.rating(id)).toMatchObject({
        confidence: 60,
        last_rated_match_at: iso(day(0)),
      });
      await decayAsOf(day(120, -1));
      expect(await drops(id)).toEqual([45, 40]);
      await decayAsOf(day(120));
      expect(await drops(id)).toEqual([45, 40, 55]);
    });

    test('lifts the confidence, so that the drops that 20 had saved are given', async () => {
      const id = await idle(1);
      const [a, b, c] = await league.newPlayers(3, 3, 3);
      // Five are due by day 200, but after two the player stands at 20.
      await decayAsOf(day(200));
      expect(await drops(id)).toEqual([25, 20]);
      await league.play(league.won(id, a, day(-10)));
      expect((await league.rating(id)).confidence).toBe(30);
      await decayAsOf(day(200));
      expect(await drops(id)).toEqual([25, 20, 25, 20]);
      await league.play(league.won(id, b, day(-20)));
      await decayAsOf(day(200));
      // The fifth and last of those due; the sixth comes with day 210.
      expect(await drops(id)).toEqual([25, 20, 25, 20, 25]);
      await decayAsOf(day(210));
      expect(await drops(id)).toEqual([25, 20, 25, 20, 25, 20]);
      // And before a new match, too.
      await league.play(league.won(id, c, day(-25)), league.won(id, a, day(245)));
      expect(await drops(id)).toEqual([25, 20, 25, 20, 25, 20, 25]);
    });
  });

  describe('a player with a pending match', () => {
    test('is left out until it is rated, on either side', async () => {
      const [first, second] = [await idle(3), await idle(3)];
      await league.import(league.won(first, second, day(80)));
      await decayAsOf(day(900));
      for (const id of [first, second]) expect(await drops(id)).toEqual([]);
      await league.rate();
      // The first drop was due before the match; then day 140 is next.
      for (const id of [first, second]) {
        expect(await drops(id)).toEqual([45]);
        expect((await league.rating(id)).confidence).toBe(55);
      }
    });

    test('is left out even if the match came in as the drops were about to be given', async () => {
      const id = await idle(3);
      const [other] = await league.newPlayers(3);
      const { database, clock } = league.service.workbench;
      let submit: (() => Promise<void>) | undefined = () =>
        league.import(league.won(id, other, day(80)));
      const transaction: Database['transaction'] = async (work) => {
        const first = submit;
        submit = undefined;
        await first?.();
        return database.transaction(work);
      };
      await createDecay({ database: { ...database, transaction }, clock })(day(900));
      expect(await drops(id)).toEqual([]);
      await league.rate();
    });

    test('is not left out if it is unrateable', async () => {
      const id = await idle(3);
      const [other = ''] = await league.newPlayers(3);
      const match = league.won(id, other, day(50));
      await league.import(match);
      await league.execute(`delete from rating where player_id = '${other}'`);
      expect(await league.rate()).toEqual({ rated: 0, unrateable: 1 });
      await decayAsOf(day(60));
      expect(await drops(id)).toEqual([45]);
      await league.execute(`update match set rating_status = 'not_rated', status = 'walkover',
        score = null where id = '${match.id}'`);
    });
  });

  describe('`ratings decay`', () => {
    test('applies what is due now, or was at the time that --as-of names', async () => {
      await decayAsOf(league.clock.now);
      const id = await idle(3); // who has 50, against three who have 30
      const past = await league.command(
        'ratings',
        'decay',
        '--as-of',
        '2026-06-30 14:00',
        '--json',
      );
      expect(past).toEqual({ status: 0, out: ['{"drops":8,"players":4}'], err: [] });
      const [drop] = (await league.history(id)).slice(-1);
      expect(drop?.occurred_at).toBe(iso(league.clock.now));
      const now = await league.command('ratings', 'decay', '--json');
      expect(now.out).toEqual(['{"drops":4,"players":1}']);
      const again = await league.command('ratings', 'decay');
      expect(again.out).toEqual(['Gave 0 drops of confidence to 0 players.']);
    });

    test.each(['2999-01-01T00:00:00Z', 'tomorrow', '2026-02-30T00:00:00Z'])(
      'refuses --as-of %s with exit status 2 and one line',
      async (time) => {
        const { status, out, err } = await league.command('ratings', 'decay', '--as-of', time);
        expect([status, out, err.length]).toEqual([2, [], 1]);
      },
    );
  });

  if (kind === 'server')
    test('that never got the lock are no failure at the end of the server', async () => {
      const told: string[] = [];
      const log = createLog('info', false, (line: string) => void told.push(JSON.parse(line).msg));
      const settings = await freshDatabase(kind);
      const other = await openWorkbench({ settings: testSettings(settings) });
      const free = await hold(other.database.locked, ratingLock);
      const options = { settings, log, records: [], held: true };
      const { stop } = await startTestService(kind, options);
      await stop();
      expect(told).not.toContain('the inactivity drops failed');
      expect(told).not.toContain('inactivity drops');
      await free();
      await other.database.close();
    });

  // A look may begin just when the waiting ones begin to be counted.
  test(
    'of a scheduled time end before the server does',
    async () => {
      const told: string[] = [];
      const log = createLog('info', false, (line: string) => void told.push(JSON.parse(line).msg));
      const settings = { DECAY_SCHEDULE: '* * * * * *' };
      const { workbench, stop } = await startTestService(kind, { settings, log, records: [] });
      const ended = () => told.filter((msg) => msg === 'inactivity drops').length;
      await until(() => ended() > 0);
      const before = ended();
      const turns = spyOn(workbench.database, 'locked');
      const free = await hold(workbench.database.locked, ratingLock);
      const begun = () => before + turns.mock.calls.length - 1; // one is the holder's
      await until(() => begun() !== ended());
      told.length = 0;
      const stopped = stop();
      await delay(300);
      await Promise.all([free(), stopped]);
      expect(told).toEqual(['inactivity drops']);
    },
    { retry: 2, timeout: 20_000 },
  );

  test('of a look that was stopped is given by whatever has the lock next, before anything else', async () => {
    const city = testCity();
    const others = 501 - city.filter(({ kind }) => kind === 'player').length;
    const players = Array.from({ length: others }, (_, n) => ({
      kind: 'player',
      display_name: `Player ${n}`,
      self_assessed_ntrp: 3,
      preferred_venue_ids: [],
      availability: [],
      created_at: iso(day(-10)),
    }));
    let now = day(-5);
    const records = [
      ...city,
      ...players,
      { kind: 'match', ...walkover({ played_at: iso(day(-6)) }) },
    ];
    const { workbench } = await startTestService(kind, { records, clock: () => now });
    const { db } = workbench.database;
    await sql`update rating set confidence = 50, last_rated_match_at = ${iso(day(0))}`.execute(db);
    const looks = async () => (await allLooks(db)).map(({ as_of }) => as_of);
    const open = async () => (await openLook(db))?.as_of;
    /** How many drops there are, by when they were given. */
    const given = async () => {
      const { rows } = await sql<{ at: string; count: number }>`select occurred_at as at,
        count(*)::int as count from rating_history where reason = 'inactivity'
        group by occurred_at order by occurred_at`.execute(db);
      return rows.map(({ at, count }) => [at, count]);
    };
    now = day(71);
    expect(await workbench.decay(day(70), () => true)).toMatchObject({ players: 200 });
    expect([await looks(), await open(), await given()]).toEqual([
      [iso(day(70))],
      iso(day(70)),
      [[iso(day(71)), 200]],
    ]);
    now = day(72);
    expect(await workbench.run()).toEqual({ rated: 0, unrateable: 0 });
    expect([await looks(), await open(), await given()]).toEqual([
      [iso(day(70))],
      undefined,
      [[iso(day(71)), 501]],
    ]);
    now = day(95);
    expect(await workbench.decay(undefined, () => true)).toMatchObject({ players: 200 });
    now = day(96);
    expect(await workbench.decay(day(94))).toEqual({ players: 0, drops: 0 });
    expect([await looks(), await open(), await given()]).toEqual([
      [day(70), day(95), day(94)].map(iso),
      undefined,
      [
        [iso(day(71)), 501],
        [iso(day(95)), 501],
      ],
    ]);
  });

  test('is applied at each start of the server', async () => {
    const id = await idle(3);
    const { settings } = league.service.workbench;
    await league.service.stop();
    league.clock.now += 1;
    const service = await runService(settings, { records: [], clock: () => league.clock.now });
    league = { ...leagueOn(service, league.clock), newPlayers: league.newPlayers };
    await until(async () => (await drops(id)).length === 6); // a start doesn't wait for them
    expect(await drops(id)).toEqual([45, 40, 35, 30, 25, 20]);
  });
});
