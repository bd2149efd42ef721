// Where a walkover comes that turns out to have been played: each time beside other players whose results
// are the same and were right from the start.
import { beforeAll, expect, test } from 'bun:test';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { exportFrom, recordsIn } from '../commands/exchange.ts';
import { day, iso, type League, leagueOn, startLeague } from '../ratings/league.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';

type Won = ReturnType<League['won']>;

onBothDatabases('a walkover that was played', (kind) => {
  let league: League;
  /** How far each look at the clock moves it on, in milliseconds. */
  let pace = 0;
  beforeAll(async () => {
    const clock = { now: day(0) };
    const read = () => {
      clock.now += pace;
      return clock.now;
    };
    league = leagueOn(await startTestService(kind, { clock: read }), clock);
  });

  /** Two lots of as many players, of the same levels. */
  async function lots(count: number): Promise<[string[], string[]]> {
    const levels = Array.from({ length: count }, (_, n) => 3 + n / 2);
    return [await league.newPlayers(...levels), await league.newPlayers(...levels)];
  }

  /** The same; in each, the first one's win over the second one, on the day, was rated on the other day. */
  async function lotsAfter(played: number, rated: number, count: number) {
    const both = await lots(count);
    league.clock.now = day(rated);
    await league.import(...both.map(([a, b]) => league.won(a, b, day(played))));
    await league.rate();
    return both;
  }

  /** The match as a walkover of the first one's. */
  const walkedOver = (match: Won) => ({
    ...match,
    status: 'walkover',
    score: null,
    winner_id: match.player_ids[0],
  });

  /**
   * Imports what each of both lots played, and what others did: the first result of the first lot as a
   * walkover, whose id it gives. `n`, 0 and then 1, is for the moment of that result: where the second lot's is
   * earlier, nothing of the run follows the walkover.
   */
  async function importRun(
    [wrong, right]: readonly [string[], string[]],
    played: (lot: string[], n: number) => Won[],
    others: readonly Won[] = [],
  ): Promise<string> {
    const [walkover, ...rest] = [wrong, right].flatMap(played);
    if (!walkover) throw new Error('There is no match.');
    await league.import(walkedOver(walkover), ...rest, ...others);
    return walkover.id;
  }

  /** Says of the match that it was played, with the result of all the others. */
  async function playAfterAll(id: string, { command, service } = league): Promise<void> {
    const played = ['--status', 'completed', '--score', '6-4 6-3', '--reason', 'x', '--yes'];
    const { status, err } = await command('matches', 'correct', id, ...played);
    expect([status, ...err]).toEqual([0]);
    const { db } = service.workbench.database;
    expect((await verifyRatings(db)).differences).toEqual([]);
    const { out } = await command('ratings', 'rebuild', '--yes');
    expect(out[0]).toStartWith('No rating changed; 0 entries of the history were changed, 0');
  }

  /** The players' histories, but for ids, moments and names. */
  const facts = (players: readonly string[], { history } = league) =>
    Promise.all(
      players.map(async (id) =>
        (await history(id)).map(({ reason, value_after, confidence_after }) => [
          reason.code,
          value_after,
          confidence_after,
        ]),
      ),
    );

  test('leaves room between a look and the next match, which owes a drop now', async () => {
    const [wrong, right] = await lots(5);
    league.clock.now = day(10.5);
    const walkover = await importRun([wrong, right], ([a, b, c, d], n) => [
      league.won(a, b, day(9, -n)),
      league.won(c, d, day(8)),
    ]);
    await league.rate();
    league.clock.now = day(20);
    await league.service.workbench.decay();
    league.clock.now = day(75.5);
    await league.import(...[wrong, right].map(([a, , , , e]) => league.won(a, e, day(75))));
    await league.rate();
    await playAfterAll(walkover);
    expect(await facts(wrong)).toEqual(await facts(right));
  });
  test('comes among those of the same moment, of one file, by its id', async () => {
    const [wrong, right] = await lots(3);
    league.clock.now = day(101);
    const [first, walkover, last, ...others] = [wrong, right].flatMap(([a, b, c]) => [
      league.won(a, b, day(100)),
      league.won(a, c, day(100)),
      league.won(c, b, day(100)),
    ]);
    if (!first || !walkover || !last) throw new Error('There is no match.');
    await league.import(first, walkedOver(walkover), last, ...others);
    await league.rate();
    await playAfterAll(walkover.id);
    expect(await facts(wrong)).toEqual(await facts(right));
  });

  test('comes into its run, not among those of the next one, which were voided during it', async () => {
    const [wrong, right] = await lots(4);
    league.clock.now = day(151);
    const voided = [wrong, right].map(([, b, , d]) => league.won(d, b, day(148)));
    const walkover = await importRun(
      [wrong, right],
      ([a, b, c], n) => [league.won(a, b, day(150, -n)), league.won(c, a, day(149))],
      voided,
    );
    for (const does of ['void', 'restore']) {
      league.clock.now += 60_000;
      for (const { id } of voided) {
        const { status } = await league.command('matches', does, id, '--reason', 'x', '--yes');
        expect(status).toBe(0);
      }
      await league.rate();
    }
    // A history of others comes in behind, whose moments are earlier.
    const elsewhere = await startLeague(kind, day(2));
    const [e, f] = await elsewhere.newPlayers(3, 4);
    await elsewhere.play(elsewhere.won(e, f, day(1)));
    const text = await exportFrom(elsewhere.service.workbench);
    const theirs = recordsIn(text.replaceAll('plr_x', 'plr_y').replaceAll('mat_0', 'mat_e')).filter(
      (record) => /"(id|player_id)":"(plr_y|mat_e)/.test(JSON.stringify(record)),
    );
    await league.import(...theirs.filter(({ kind }) => kind !== 'audit'));
    await playAfterAll(walkover);
    expect(await facts(wrong)).toEqual(await facts(right));
  });

  test('comes before the drops of later looks, which an import gives no sign of', async () => {
    const [wrong, right] = await lots(3);
    league.clock.now = day(210);
    const walkover = await importRun([wrong, right], ([a, b, c], n) => [
      league.won(a, b, day(209, -n)),
      league.won(b, c, day(202)),
      league.won(c, a, day(201)),
    ]);
    await league.rate();
    league.clock.now = day(280);
    await league.service.workbench.decay();
    const { clock, service } = league;
    const records = recordsIn(await exportFrom(service.workbench));
    const restored = await startTestService(kind, { clock: () => clock.now, records });
    const copy = leagueOn(restored, clock);
    await playAfterAll(walkover, copy);
    expect(await facts(wrong, copy)).toEqual(await facts(right, copy));
  });

  test('comes into the order of play after a rebuild, though a look stands before the run', async () => {
    const [wrong, right] = await lots(4);
    league.clock.now = day(300.5);
    const walkover = await importRun([wrong, right], ([a, b, c], n) => [
      league.won(a, b, day(300, -n)),
      league.won(c, a, day(300.1)),
    ]);
    await league.service.workbench.decay();
    league.clock.now = day(300.6);
    const created_at = iso(league.clock.now);
    await league.import(
      ...[wrong, right].map(([, , c, d]) => league.won(c, d, day(290), { created_at })),
    );
    await league.rate();
    await league.command('ratings', 'rebuild', '--order', 'played', '--yes');
    await playAfterAll(walkover);
    expect(await facts(wrong)).toEqual(await facts(right));
  });

  test('comes into the order of play after a rebuild that put a late result before its run', async () => {
    const [wrong, right] = await lots(4);
    league.clock.now = day(351);
    const walkover = await importRun([wrong, right], ([a, b, c], n) => [
      league.won(a, b, day(350, -n)),
      league.won(c, a, day(349)),
    ]);
    await league.rate();
    league.clock.now = day(352);
    const created_at = iso(league.clock.now);
    await league.import(
      ...[wrong, right].map(([, b, , d]) => league.won(d, b, day(348), { created_at })),
    );
    await league.rate();
    await league.command('ratings', 'rebuild', '--order', 'played', '--yes');
    await playAfterAll(walkover);
    expect(await facts(wrong)).toEqual(await facts(right));
  });

  /** Lets each of the players be somebody who joins only now. */
  async function mergeIntoNew(...players: readonly string[]): Promise<string[]> {
    return Promise.all(
      players.map(async (id) => {
        const into = await league.newcomer(3);
        expect((await league.command('players', 'merge', id, into, '--yes')).status).toBe(0);
        return into;
      }),
    );
  }

  test('comes into its run, whatever moments a merge has moved behind it', async () => {
    const [wrong, right] = await lots(4);
    const [x, y, z] = await league.newPlayers(3, 3, 3);
    league.clock.now = day(401);
    await league.play(league.won(x, y, day(400)), league.won(x, z, day(400.5)));
    league.clock.now = day(410.5);
    const walkover = await importRun([wrong, right], ([a, b, c], n) => [
      league.won(a, b, day(410, -n)),
      league.won(c, a, day(409)),
    ]);
    league.clock.now = day(411);
    await league.rate();
    league.clock.now = day(420);
    const created_at = iso(league.clock.now);
    await league.import(
      ...[wrong, right].map(([a, , , d]) => league.won(d, a, day(405), { created_at })),
    );
    await league.rate();
    league.clock.now = day(430);
    await league.service.workbench.decay();
    await mergeIntoNew(`${x}`, `${y}`);
    await playAfterAll(walkover);
    expect(await facts(wrong)).toEqual(await facts(right));
  });

  test("comes before the drop of a later look, though a merge has moved that drop's moment", async () => {
    const [wrong, right] = await lotsAfter(500.3, 501, 3);
    // Nobody else is owed a drop by the later look.
    league.clock.now = day(560.2);
    await league.service.workbench.decay();
    const walkover = await importRun([wrong, right], ([a, b, c], n) => [
      league.won(a, c, day(559, -n)),
      league.won(b, c, day(558)),
    ]);
    await league.rate();
    league.clock.now = day(560.3);
    await league.service.workbench.decay();
    league.clock.now = day(570);
    const into = await mergeIntoNew(`${wrong[0]}`, `${right[0]}`);
    await playAfterAll(walkover);
    const [own, same] = await Promise.all(into.map((id) => facts([id])));
    expect(own).toEqual(same);
  });

  test('comes into the next run where it came in while a long one was under way', async () => {
    const [wrong, right] = await lots(4);
    const [x, y, early = ''] = await league.newPlayers(3, 3, 3);
    league.clock.now = day(601);
    await league.import(
      league.won(early, x, day(597)),
      ...Array.from({ length: 600 }, (_, n) => league.won(x, y, day(598, n))),
      ...[wrong, right].map(([a, b]) => league.won(b, a, day(600))),
    );
    pace = 60_000;
    await league.rate();
    const [, first] = await league.history(early);
    const created_at = iso(Date.parse(first?.occurred_at) + pace / 2);
    pace = 0;
    const [walkover, played] = [wrong, right].map(([a, , c]) =>
      league.won(a, c, day(599), { created_at }),
    );
    if (!walkover || !played) throw new Error('There is no match.');
    await league.import(walkedOver(walkover), played);
    await league.rate();
    await playAfterAll(walkover.id);
    expect(await facts(wrong)).toEqual(await facts(right));
  });

  test('comes between the drops of a look and the matches of a run of that same moment', async () => {
    const [wrong, right] = await lotsAfter(650, 651, 4);
    league.clock.now = day(750);
    await league.service.workbench.decay();
    const created_at = iso(league.clock.now);
    const walkover = await importRun([wrong, right], ([a, , c, d], n) => [
      league.won(a, c, day(655, -n), { created_at }),
      league.won(a, d, day(749), { created_at }),
    ]);
    await league.rate();
    await playAfterAll(walkover);
    expect(await facts(wrong)).toEqual(await facts(right));
  });

  test.each([
    ['won', 700],
    ['lost', 730],
  ] as const)(
    'waited, %s, for its rating at a look at whose very moment it came in',
    async (how, since) => {
      const [wrong, right] = await lotsAfter(since, since + 1, 4);
      league.clock.now = day(since + 100);
      const created_at = iso(league.clock.now);
      const voided = [wrong, right].map(([a, , , d]) =>
        league.won(a, d, day(since + 56), { created_at }),
      );
      const walkover = await importRun(
        [wrong, right],
        ([a, b, c], n) => [
          how === 'won'
            ? league.won(a, c, day(since + 5, -n), { created_at })
            : league.won(c, a, day(since + 5, -n), { created_at }),
          league.won(b, c, day(since + 57), { created_at }),
        ],
        voided,
      );
      await league.service.workbench.decay();
      await league.rate();
      // What is voided held back drops that are given now, unless what was played holds them back, too.
      for (const { id } of voided) {
        const { status } = await league.command('matches', 'void', id, '--reason', 'x', '--yes');
        expect(status).toBe(0);
      }
      await playAfterAll(walkover);
      expect(await facts(wrong)).toEqual(await facts(right));
    },
  );

  test('comes after the first entry of somebody whose matches began before', async () => {
    const both = await lotsAfter(850, 851, 2);
    league.clock.now = day(860);
    const joined = await league.newPlayers(3, 3);
    const [wrong, right] = both.map((lot, n) => [...lot, joined[n] ?? '']);
    if (!wrong || !right) throw new Error('There are no players.');
    const created_at = iso(day(849.5));
    const walkover = await importRun([wrong, right], ([a, , d], n) => [
      league.won(a, d, day(849, -n), { created_at }),
    ]);
    await league.rate();
    await playAfterAll(walkover);
    expect(await facts(wrong)).toEqual(await facts(right));
  });
});
