// Where a walkover comes that turns out to have been played, after an import, a merge, a rebuild or a long run:
// each time beside other players whose results are the same and were right from the start. rules 11.2
import { beforeAll, expect, test } from 'bun:test';
import { exportFrom, recordsIn } from '../commands/exchange.ts';
import { day, iso, type League, leagueOn } from '../ratings/league.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';
import { commandsIn } from './commands.ts';

type Won = ReturnType<League['won']>;
type Lots = readonly [string[], string[]];

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

  /** Two lots of four players, of the same levels. */
  async function lots(): Promise<Lots> {
    const levels = [3, 3.5, 4, 4.5];
    return [await league.newPlayers(...levels), await league.newPlayers(...levels)];
  }

  /** Imports what each of both lots played, and has it rated. */
  async function rated(both: Lots, played: (lot: string[]) => Won): Promise<void> {
    await league.import(...both.map(played));
    await league.rate();
  }

  /**
   * Imports what each of both lots played, the first result of the first lot as a walkover, whose id it gives.
   * `n`, 0 and then 1, is for the moment of that result: where the second lot's is earlier, nothing of the run
   * follows the walkover.
   */
  async function importRun(both: Lots, played: (lot: string[], n: number) => Won[]) {
    const [walkover, ...rest] = both.flatMap(played);
    if (!walkover) throw new Error('There is no match.');
    const [winner_id] = walkover.player_ids;
    await league.import({ ...walkover, status: 'walkover', score: null, winner_id }, ...rest);
    return walkover.id;
  }

  /** Says of the match that it was played, and expects the same of both lots, but for ids, moments and names. */
  async function expectRight(id: string, [wrong, right]: Lots, on = league): Promise<void> {
    const { done } = commandsIn(on);
    const played = ['--status', 'completed', '--score', '6-4 6-3', '--reason', 'x'];
    await done('matches', 'correct', id, ...played);
    const [rebuilt] = await done('ratings', 'rebuild');
    expect(rebuilt).toStartWith('No rating changed; 0 entries of the history were changed, 0');
    const facts = (players: readonly string[]) =>
      Promise.all(
        players.map(async (player) =>
          (await on.history(player)).map(({ reason, value_after, confidence_after }) => [
            reason.code,
            value_after,
            confidence_after,
          ]),
        ),
      );
    expect(await facts(wrong)).toEqual(await facts(right));
  }

  test('comes among those of the same moment, of one file, by its id', async () => {
    const both = await lots();
    league.clock.now = day(101);
    const sameMoment = ([a, b, c]: string[]) => [
      league.won(a, b, day(100)),
      league.won(a, c, day(100)),
      league.won(c, b, day(100)),
    ];
    const [first, walkover, ...others] = both.flatMap(sameMoment);
    if (!first || !walkover) throw new Error('There is no match.');
    const [winner_id] = walkover.player_ids;
    const absent = { ...walkover, status: 'walkover', score: null, winner_id };
    await league.import(first, absent, ...others);
    await league.rate();
    await expectRight(walkover.id, both);
  });

  test('comes before the drops of later looks, which an import gives no sign of', async () => {
    const both = await lots();
    league.clock.now = day(210);
    const walkover = await importRun(both, ([a, b, c], n) => [
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
    await expectRight(walkover, both, leagueOn(restored, clock));
  });

  test('comes into the order of play after a rebuild, though a look or a late result stands before', async () => {
    for (const [since, hasLook] of [
      [300, true],
      [350, false],
    ] as const) {
      const both = await lots();
      league.clock.now = day(since + 1);
      const walkover = await importRun(both, ([a, b, c], n) => [
        league.won(a, b, day(since, -n)),
        league.won(c, a, day(since + (hasLook ? 0.1 : -1))),
      ]);
      if (hasLook) await league.service.workbench.decay();
      else await league.rate();
      league.clock.now = day(since + 2);
      const created_at = iso(league.clock.now);
      await rated(both, ([, , c, d]) => league.won(c, d, day(since - 10), { created_at }));
      await league.command('ratings', 'rebuild', '--order', 'played', '--yes');
      await expectRight(walkover, both);
    }
  });

  test('comes before the drop of a later look, though a merge has moved that drop’s moment', async () => {
    const both = await lots();
    league.clock.now = day(501);
    await rated(both, ([a, b]) => league.won(a, b, day(500.3)));
    league.clock.now = day(560.2);
    await league.service.workbench.decay();
    const walkover = await importRun(both, ([a, b, c], n) => [
      league.won(a, c, day(559, -n)),
      league.won(b, c, day(558)),
    ]);
    await league.rate();
    league.clock.now = day(560.3);
    await league.service.workbench.decay();
    league.clock.now = day(570);
    const merged = async ([a = '', ...others]: string[]) => {
      const into = await league.newcomer(3);
      await commandsIn(league).done('players', 'merge', a, into);
      return [into, ...others];
    };
    await expectRight(walkover, [await merged(both[0]), await merged(both[1])]);
  });

  test('comes into the next run where it came in while a long one was under way', async () => {
    const both = await lots();
    const [x, y, early = ''] = await league.newPlayers(3, 3, 3);
    league.clock.now = day(601);
    await league.import(
      league.won(early, x, day(597)),
      ...Array.from({ length: 600 }, (_, n) => league.won(x, y, day(598, n))),
      ...both.map(([a, b]) => league.won(b, a, day(600))),
    );
    pace = 60_000;
    await league.rate();
    const [, first] = await league.history(early);
    const created_at = iso(Date.parse(first?.occurred_at) + pace / 2);
    pace = 0;
    const walkover = await importRun(both, ([a, , c]) => [
      league.won(a, c, day(599), { created_at }),
    ]);
    await league.rate();
    await expectRight(walkover, both);
  });

  test('comes after the first entry of somebody whose matches began before', async () => {
    const both = await lots();
    league.clock.now = day(851);
    await rated(both, ([a, b]) => league.won(a, b, day(850)));
    league.clock.now = day(860);
    const late = await league.newPlayers(3, 3);
    const joined = both.map((lot, n) => [...lot.slice(0, 2), late[n] ?? '']);
    const [wrong = [], right = []] = joined;
    const created_at = iso(day(849.5));
    const walkover = await importRun([wrong, right], ([a, , d], n) => [
      league.won(a, d, day(849, -n), { created_at }),
    ]);
    await league.rate();
    await expectRight(walkover, [wrong, right]);
  });
});
