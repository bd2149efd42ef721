import { beforeAll, describe, expect, test } from 'bun:test';
import { createRatingRun } from '../../modules/ratings/index.ts';
import { ids } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import { onBothDatabases } from '../support/service.ts';
import { day, iso, type League, startLeague } from './league.ts';

const retiredAt = (games: [number, number][], more: Record<string, unknown> = {}) => ({
  status: 'retired',
  score: { sets: games.map((pair) => ({ games: pair })), ...more },
});

onBothDatabases('a rating run', (kind) => {
  let league: League;
  beforeAll(async () => {
    league = await startLeague(kind);
  });

  describe('a new player (rules 1.1, 1.9, 2.1)', () => {
    test.each([
      [1.5, 1000],
      [2, 1100],
      [3, 1300],
      [4.5, 1600],
      [5.5, 1800],
    ])('of NTRP %p starts at %p with confidence 20', async (ntrp, value) => {
      const [id = ''] = await league.newPlayers(ntrp);
      expect(await league.rating(id)).toEqual({
        player_id: id,
        value,
        confidence: 20,
        k_factor: 48,
        rated_matches: 0,
        last_rated_match_at: null,
        updated_at: iso(day(-60)),
      });
      expect(await league.history(id)).toEqual([
        {
          id: expect.stringMatching(/^rtg_[a-z0-9]{10}$/),
          player_id: id,
          occurred_at: iso(day(-60)),
          reason: {
            code: 'initial_assessment',
            match_id: null,
            explanation: expect.stringMatching(/\.$/),
          },
          value_before: null,
          value_after: value,
          change: null,
          confidence_before: null,
          confidence_after: 20,
          calculation: null,
        },
      ]);
      expect((await league.body(`/v1/players/${id}`)).rating).toEqual({ value, confidence: 20 });
    });
  });

  describe('what one match changes (rules 1, 3.3)', () => {
    test('is both histories, both ratings, both copies and its own status', async () => {
      const [anna = '', bartek = ''] = await league.newPlayers(3, 4);
      const match = league.won(anna, bartek, day(5));
      await league.import(match);
      expect((await league.match(match.id)).rating_status).toBe('pending');
      expect(await league.rate()).toEqual({ rated: 1, unrateable: 0 });
      expect((await league.match(match.id)).rating_status).toBe('rated');
      // 1300 against 1500: expected 0.240 and 0.760, so 48 x 0.76 = 36.48.
      const sides = [
        [anna, bartek, 1300, 1336, 1500, 0.24, 1],
        [bartek, anna, 1500, 1464, 1300, 0.76, 0],
      ] as const;
      for (const [id, opponent_id, before, after, opponent_rating, expected, actual] of sides) {
        const [, entry] = await league.history(id);
        expect(entry).toEqual({
          id: expect.stringMatching(/^rtg_[a-z0-9]{10}$/),
          player_id: id,
          occurred_at: iso(league.clock.now),
          reason: {
            code: 'match_result',
            match_id: match.id,
            explanation: expect.stringMatching(/^[^\n]+[^.]\.$/),
          },
          value_before: before,
          value_after: after,
          change: after - before,
          confidence_before: 20,
          confidence_after: 30,
          calculation: {
            opponent_id,
            opponent_rating,
            expected_score: expected,
            actual_score: actual,
            k_factor: 48,
          },
        });
        expect(await league.rating(id)).toEqual({
          player_id: id,
          value: after,
          confidence: 30,
          k_factor: 48,
          rated_matches: 1,
          last_rated_match_at: iso(day(5)),
          updated_at: iso(league.clock.now),
        });
        const copy = (await league.body(`/v1/players/${id}`)).rating;
        expect(copy).toEqual({ value: after, confidence: 30 });
      }
    });

    test('follows each player’s own confidence: 48 below 40, 32 to 69, 16 from 70; up to 95', async () => {
      const [regular = '', ...others] = await league.newPlayers(...Array(11).fill(3));
      await league.play(...others.map((other, n) => league.won(regular, other, day(n))));
      const entries = (await league.history(regular)).slice(1);
      expect(entries.map(({ calculation }) => calculation.k_factor)).toEqual([
        48, 48, 32, 32, 32, 16, 16, 16, 16, 16,
      ]);
      expect(entries.map(({ confidence_after }) => confidence_after)).toEqual([
        30, 40, 50, 60, 70, 80, 90, 95, 95, 95,
      ]);
      const newcomer = (await league.history(others.at(-1))).at(-1);
      expect(newcomer?.calculation.k_factor).toBe(48);
      expect(await league.rating(regular)).toMatchObject({ k_factor: 16, rated_matches: 10 });
    });

    test('is the share of completed games after a retirement (rules 1.4)', async () => {
      const cup = { competition_id: ids.tiebreakLeague };
      const split: [number, number][] = [
        [6, 4],
        [3, 6],
      ];
      const cases = [
        // 8 of 13 games are 0.615: 48 x 0.115 = 5.52
        [
          retiredAt([
            [6, 4],
            [2, 1],
          ]),
          [0.615, 6],
          [0.385, -6],
        ],
        // Nobody need lead: whoever stays wins, but the points follow the games.
        [retiredAt([[1, 5]]), [0.167, -16], [0.833, 16]],
        // An unfinished match tiebreak counts no game, a completed one counts one.
        [{ ...cup, ...retiredAt(split, { match_tiebreak: [9, 7] }) }, [0.474, -1], [0.526, 1]],
        [{ ...cup, ...retiredAt(split, { match_tiebreak: [10, 7] }) }, [0.5, 0], [0.5, 0]],
        [{ ...cup, ...retiredAt(split, { match_tiebreak: [10, 12] }) }, [0.45, -2], [0.55, 2]],
      ] as const;
      for (const [more, ...expected] of cases) {
        const pair = await league.newPlayers(3, 3);
        await league.play(
          league.won(pair[0], pair[1], day(1), { ...more, retired_player_id: pair[1] }),
        );
        for (const side of [0, 1] as const) {
          const { calculation, change } = (await league.history(pair[side])).at(-1) ?? {};
          expect([calculation.actual_score, change]).toEqual([...expected[side]]);
        }
      }
    });

    test('never takes a value below 0 (rules 1.6)', async () => {
      const [low = '', other = ''] = await league.newPlayers(1.5, 1.5);
      for (const [value, change] of [
        [5, -5],
        [0, 0],
      ] as const) {
        for (const id of [low, other]) {
          await league.execute(`update rating set value = ${value} where player_id = '${id}'`);
        }
        await league.play(league.won(other, low, day(value)));
        const entry = (await league.history(low)).at(-1);
        expect(entry).toMatchObject({ value_before: value, value_after: 0, change });
        expect(Object.is(entry?.change, -0)).toBe(false);
        expect(await league.rating(low)).toMatchObject({ value: 0 });
      }
    });

    test('is nothing, if it was a walkover', async () => {
      const [anna = '', bartek = ''] = await league.newPlayers(3, 3);
      const walkover = { status: 'walkover', score: null, winner_id: anna };
      const match = league.won(anna, bartek, day(1), walkover);
      await league.import(match);
      expect(await league.rate()).toEqual({ rated: 0, unrateable: 0 });
      expect((await league.match(match.id)).rating_status).toBe('not_rated');
      expect(await league.history(anna)).toHaveLength(1);
    });

    test('happens as a whole or not at all', async () => {
      const [anna = '', bartek = ''] = await league.newPlayers(3, 3);
      const match = league.won(anna, bartek, day(1));
      await league.import(match);
      let broken = true;
      // The last of the handlers of what the run publishes in its transaction.
      league.service.workbench.events.on('matches.rated', async ({ matchIds }) => {
        if (broken && matchIds.some((id) => id === match.id)) throw new Error('planted');
      });
      expect(await league.rate()).toEqual({ rated: 0, unrateable: 1 });
      expect((await league.match(match.id)).rating_status).toBe('pending');
      for (const id of [anna, bartek]) {
        expect(await league.history(id)).toHaveLength(1);
        expect(await league.rating(id)).toMatchObject({ value: 1300, rated_matches: 0 });
        const copy = (await league.body(`/v1/players/${id}`)).rating;
        expect(copy).toEqual({ value: 1300, confidence: 20 });
      }
      broken = false;
      expect(await league.rate()).toEqual({ rated: 1, unrateable: 0 });
    });
  });

  test('`ratings run` rates everything now and says how many', async () => {
    const [anna, bartek] = await league.newPlayers(3, 3);
    await league.import(league.won(anna, bartek, day(1)), league.won(anna, bartek, day(2)));
    const json = await league.command('ratings', 'run', '--json');
    expect(json).toEqual({ status: 0, out: ['{"rated":2,"unrateable":0}'], err: [] });
    const text = await league.command('ratings', 'run');
    expect(text).toEqual({ status: 0, out: ['Rated 0 matches.'], err: [] });
  });

  test('that breaks off has told how many matches it stored', async () => {
    const [anna, bartek] = await league.newPlayers(3, 3);
    await league.import(...[1, 2, 3].map((days) => league.won(anna, bartek, day(days))));
    const { database, events } = league.service.workbench;
    const told: number[] = [];
    events.afterCommit('matches.rated', ({ matchIds }) => void told.push(matchIds.length));
    const run = createRatingRun({
      batchSize: 1,
      database: {
        ...database,
        async transaction(work) {
          if (told.length === 2) throw new Error('Connection terminated');
          return database.transaction(work);
        },
      },
      clock: () => league.clock.now,
      reportUnrateable: () => undefined,
    });
    expect(await failureOf(run())).toBe('Connection terminated');
    expect(told).toEqual([1, 1]);
    expect(await league.rate()).toEqual({ rated: 1, unrateable: 0 });
  });
});
