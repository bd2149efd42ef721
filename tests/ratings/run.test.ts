// A rating run over HTTP, by examples; season.test.ts holds the numbers of many.
import { beforeAll, describe, expect, test } from 'bun:test';
import { createRatingRun } from '../../modules/ratings/index.ts';
import { failureOf } from '../support/failure.ts';
import { onBothDatabases } from '../support/service.ts';
import { day, iso, type League, startLeague } from './league.ts';

onBothDatabases('a rating run', (kind) => {
  let league: League;
  beforeAll(async () => {
    league = await startLeague(kind);
  });

  test('finds a new player at the level’s rating, with confidence 20 (rules 1.1, 1.9, 2.1)', async () => {
    const [id = ''] = await league.newPlayers(4.5);
    expect(await league.rating(id)).toEqual({
      player_id: id,
      value: 1600,
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
        value_after: 1600,
        change: null,
        confidence_before: null,
        confidence_after: 20,
        calculation: null,
      },
    ]);
    const { rating } = await league.body(`/v1/players/${id}`);
    expect(rating).toEqual({ value: 1600, confidence: 20 });
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

    test('never takes a value below 0 (rules 1.6)', async () => {
      const [low = '', other = ''] = await league.newPlayers(1.5, 1.5);
      for (const [value, change] of [
        [5, -5],
        [0, 0],
      ] as const) {
        await league.execute(
          `update rating set value = ${value} where player_id in ('${low}', '${other}')`,
        );
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

  describe('goes through the matches in the order (rules 3.2)', () => {
    test('of play, in whatever order they come in; at equal times of created_at, then of ids', async () => {
      const [anna, ...others] = await league.newPlayers(3, 3, 3, 3, 3, 3);
      const created = [day(3), day(2), day(2), day(2, -1)];
      const low = league.matchId();
      const matches = others.map((other, place) =>
        // The last one was played before the others.
        league.won(anna, other, place === 4 ? day(0) : day(1), {
          created_at: iso(created[place] ?? day(3)),
          ...(place === 2 && { id: low }), // given before the others', so it is the lowest
        }),
      );
      await league.import(...matches);
      await league.rate();
      const [, ...entries] = await league.history(anna);
      const expected = [4, 3, 2, 1, 0].map((place) => matches[place]?.id);
      expect(entries.map(({ reason }) => reason.match_id)).toEqual(expected);
    });

    test('leaving what is rated as it is when an earlier match comes late', async () => {
      const [anna, bartek] = await league.newPlayers(3, 3);
      await league.play(league.won(anna, bartek, day(20)));
      const before = await league.history(anna);
      league.clock.now += 60_000;
      await league.play(league.won(bartek, anna, day(10)));
      const [initial, first, late] = await league.history(anna);
      expect([initial, first]).toEqual(before);
      expect(late).toMatchObject({ value_before: 1324, occurred_at: iso(league.clock.now) });
      expect(await league.rating(anna)).toMatchObject({
        confidence: 40,
        rated_matches: 2,
        last_rated_match_at: iso(day(20)),
        updated_at: iso(league.clock.now),
      });
    });

    test('leaving to the next run what is submitted while it works', async () => {
      const [anna, ...others] = await league.newPlayers(...Array(5).fill(3));
      const many = Array.from({ length: 25 }, (_, n) =>
        league.won(anna, others[n % 4], day(10, n * 1_000)),
      );
      await league.import(...many);
      const late = [1, 20].map((days) => league.won(others[0], others[1], day(days)));
      let arrival: Promise<unknown> | undefined;
      const { database } = league.service.workbench;
      const run = createRatingRun({
        // It asks for the third batch once the first is stored.
        batchSize: 10,
        database: {
          ...database,
          async transaction(work) {
            await arrival;
            return database.transaction(work);
          },
        },
        // It asks for the time once, when it knows what it will rate.
        clock: () => {
          arrival ??= league.import(...late);
          return league.clock.now;
        },
        reportUnrateable: () => undefined,
      });
      expect(await run()).toEqual({ rated: 25, unrateable: 0 });
      await arrival;
      for (const { id } of late) expect((await league.match(id)).rating_status).toBe('pending');
      expect(await league.rate()).toEqual({ rated: 2, unrateable: 0 });
    });
  });

  test('never puts an entry before the player’s previous one, even if the clock goes back (rules 2.7)', async () => {
    const [anna, bartek, celina] = await league.newPlayers(3, 3, 3);
    const at = league.clock.now;
    await league.play(league.won(anna, bartek, day(1)));
    league.clock.now = at - 3_600_000;
    await league.play(league.won(anna, celina, day(2)));
    expect((await league.history(anna)).at(-1)?.occurred_at).toBe(iso(at));
    expect((await league.history(celina)).at(-1)?.occurred_at).toBe(iso(at - 3_600_000));
    league.clock.now = at;
  });

  test('as `ratings run` rates everything now and says how many', async () => {
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
