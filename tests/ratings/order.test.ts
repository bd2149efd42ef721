import { beforeAll, expect, test } from 'bun:test';
import { createRatingRun } from '../../modules/ratings/index.ts';
import { ids } from '../support/city.ts';
import { onBothDatabases } from '../support/service.ts';
import { day, iso, type League, startLeague } from './league.ts';

onBothDatabases('the order of a rating run (rules 3.2)', (kind) => {
  let league: League;
  beforeAll(async () => {
    league = await startLeague(kind);
  });

  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];

  test('is the order of play, in whatever order results come in', async () => {
    for (const order of orders) {
      const [anna, bartek, celina] = await league.newPlayers(3, 3, 3);
      const matches = [
        league.won(anna, bartek, day(1)),
        league.won(anna, celina, day(2)),
        league.won(bartek, anna, day(3)),
      ];
      for (const place of order) await league.import(matches[place] ?? {});
      expect(await league.rate()).toEqual({ rated: 3, unrateable: 0 });
      expect(await league.moves(anna)).toEqual([
        [1300, 1324],
        [1324, 1346],
        [1346, 1327],
      ]);
      const [, ...entries] = await league.history(anna);
      expect(entries.map(({ reason }) => reason.match_id)).toEqual(matches.map(({ id }) => id));
    }
  });

  test('is that of results posted the wrong way round, too', async () => {
    const posted = [3, 1, 2].map((days) => ({
      competition_id: ids.league,
      venue_id: ids.venues[0],
      played_at: iso(day(days)),
      player_ids: [ids.players[0], ids.players[1]],
      status: 'completed',
      score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] },
    }));
    for (const body of posted) expect((await league.service.submit(body)).status).toBe(201);
    await league.rate();
    const [, ...entries] = await league.history(ids.players[0]);
    const times = await Promise.all(
      entries.map(async ({ reason }) => (await league.match(reason.match_id)).played_at),
    );
    expect(times).toEqual([1, 2, 3].map((days) => iso(day(days))));
  });

  test('is, at equal times, that of created_at, then of the ids', async () => {
    const [anna, ...others] = await league.newPlayers(3, 3, 3, 3, 3);
    const created = [day(3), day(2), day(2), day(2, -1)];
    const low = league.matchId();
    const matches = others.map((other, place) =>
      league.won(anna, other, day(1), {
        created_at: iso(created[place] ?? 0),
        ...(place === 2 && { id: low }), // given before the others', so it is the lowest
      }),
    );
    await league.import(...matches);
    await league.rate();
    const [, ...entries] = await league.history(anna);
    const expected = [3, 2, 1, 0].map((place) => matches[place]?.id);
    expect(entries.map(({ reason }) => reason.match_id)).toEqual(expected);
    const [first, last] = await league.moves(anna);
    expect([first?.[0], last?.[0]]).toEqual([1300, 1324]);
  });

  test('leaves what is rated as it is when an earlier match comes late', async () => {
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

  test('never puts an entry before the player’s previous one, even if the clock goes back', async () => {
    const [anna, bartek, celina] = await league.newPlayers(3, 3, 3);
    const at = league.clock.now;
    await league.play(league.won(anna, bartek, day(1)));
    league.clock.now = at - 3_600_000;
    await league.play(league.won(anna, celina, day(2)));
    expect((await league.history(anna)).at(-1)?.occurred_at).toBe(iso(at));
    expect((await league.history(celina)).at(-1)?.occurred_at).toBe(iso(at - 3_600_000));
    league.clock.now = at;
  });

  test('leaves to the next run what is submitted while it works', async () => {
    const [anna, ...others] = await league.newPlayers(...Array(5).fill(3));
    const many = Array.from({ length: 1_100 }, (_, n) =>
      league.won(anna, others[n % 4], day(10, n * 1_000)),
    );
    await league.import(...many);
    const late = [1, 20].map((days) => league.won(others[0], others[1], day(days)));
    let arrival: Promise<unknown> | undefined;
    const { database } = league.service.workbench;
    const run = createRatingRun({
      // It asks for the third batch once the first is stored.
      batchSize: 500,
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
    expect(await run()).toEqual({ rated: 1_100, unrateable: 0 });
    await arrival;
    for (const { id } of late) expect((await league.match(id)).rating_status).toBe('pending');
    expect(await league.rate()).toEqual({ rated: 2, unrateable: 0 });
  });
});
