// Drops of confidence in corrections long after the look that gave them. rules 11.7
import { expect, test } from 'bun:test';
import { verifyRatings } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { exportFrom, recordsIn } from '../commands/exchange.ts';
import { commandsOn } from '../commands/terminal.ts';
import { day, iso, startLeague } from '../ratings/league.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';

const asked = { actor: { user: 'test' }, reason: 'a test' };

onBothDatabases('the drop of a look', (kind) => {
  test('stays one after a merge that gave it the moment of a match, an export and an import', async () => {
    const league = await startLeague(kind);
    const [a, b, c, d] = await league.newPlayers(3, 3, 3, 3);
    league.clock.now = day(3);
    const elsewhere = league.won(c, d, day(2));
    await league.play(league.won(a, b, day(0)), elsewhere);
    league.clock.now = day(60);
    await league.service.workbench.decay();
    league.clock.now = day(64);
    await league.play(league.won(a, c, day(55))); // late: the drop isn't due any more
    league.clock.now = day(70);
    const into = await league.newcomer(3);
    const { workbench } = league.service;
    const told = async () =>
      recordsIn(await exportFrom(workbench)).flatMap(({ kind: of, player_id, as_of }) =>
        of === 'history' && as_of ? [[player_id, as_of]] : [],
      );
    expect(await told()).toEqual([]);
    await workbench.corrections.mergePlayers(a as PlayerId, into, asked);
    expect(await told()).toEqual([[into, iso(day(60))]]);

    const exported = await exportFrom(workbench);
    const records = recordsIn(exported);
    const clock = () => league.clock.now;
    const copy = await startTestService(kind, { clock, records });
    expect(await exportFrom(copy.workbench)).toBe(exported);
    const former = records.map((one) =>
      one.kind === 'history' ? { ...one, as_of: undefined } : one,
    );
    const earlier = await startTestService(kind, { clock, records: former });
    const again = await commandsOn(earlier.workbench)(['import', '-', '--skip-known'], exported);
    expect(again.out).toMatch(/^Imported nothing; .* history entries/);

    const dry = { ...asked, dryRun: true };
    for (const { corrections } of [workbench, copy.workbench]) {
      const { entries } = await corrections.rebuild('applied', dry);
      expect(entries).toEqual({ changed: 0, removed: 0, added: 0 });
    }
    const voided = (on: typeof workbench) =>
      on.corrections.voidMatch(elsewhere.id as MatchId, dry).then(({ ratings }) => ratings);
    expect(await voided(copy.workbench)).toEqual(await voided(workbench));
  });

  test('is given by a correction as of the last look, also after one as of an earlier day', async () => {
    const league = await startLeague(kind, day(1_200));
    const { workbench } = league.service;
    const [a, b] = await league.newPlayers(3.5, 3);
    const played = [0, 1, 2, 3, 4, 5, 6, 190].map((n) => league.won(a, b, day(1_000 + n)));
    await league.play(...played);
    await workbench.decay();
    await workbench.decay(day(1_070));
    await workbench.corrections.voidMatch(played.at(-1)?.id as MatchId, asked);
    // By the day of that look five drops were due: 60, 90, 120, 150 and 180 days after the last match.
    for (const id of [a, b]) expect((await league.rating(id)).confidence).toBe(65);
  });

  test('is owed to nobody who had a match waiting then, though that can’t be rated now', async () => {
    const league = await startLeague(kind, day(1_100));
    const { workbench } = league.service;
    const [a, b, c] = await league.newPlayers(4, 3.5, 3);
    await league.play(league.won(a, b, day(1_100)));
    league.clock.now = day(1_161);
    const waiting = league.won(a, c, day(1_160));
    await league.import(waiting);
    await workbench.decay();
    await league.execute(`update match set rating_fault = 'refused' where id = '${waiting.id}'`);
    const { entries } = await workbench.corrections.rebuild('applied', asked);
    expect(entries).toEqual({ changed: 0, removed: 0, added: 0 });
    expect(await league.rate()).toEqual({ rated: 1, unrateable: 0 });
  });

  test('is not given before it is due, whatever a look found when the clock was ahead', async () => {
    const league = await startLeague(kind, day(20));
    const { clock } = league;
    const { workbench } = league.service;
    const [a, b, c] = await league.newPlayers(3, 3, 3);
    const wrong = league.won(a, c, day(19));
    await league.play(league.won(a, b, day(-3)), wrong);
    clock.now = day(70);
    await workbench.decay();
    clock.now = day(21);
    await workbench.corrections.voidMatch(wrong.id as MatchId, asked);
    const codes = async () => (await league.history(a)).map(({ reason }) => reason.code);
    expect(await codes()).toEqual(['initial_assessment', 'match_result']);
    expect((await verifyRatings(workbench.database.db)).differences).toEqual([]);
    // The next look takes the place of the one that is ahead.
    clock.now = day(50);
    expect(await workbench.decay()).toMatchObject({ drops: 0 });
    clock.now = day(58);
    await workbench.corrections.restoreMatch(wrong.id as MatchId, asked);
    await workbench.corrections.voidMatch(wrong.id as MatchId, asked);
    expect(await codes()).toEqual(['initial_assessment', 'match_result']);
    expect(await workbench.decay()).toMatchObject({ drops: 1 });
    expect((await verifyRatings(workbench.database.db)).differences).toEqual([]);
  });

  test('that came too early, as of the future, is taken back by a rebuild in either order', async () => {
    const league = await startLeague(kind, day(20));
    const { corrections, database, decay } = league.service.workbench;
    const differences = async () => (await verifyRatings(database.db)).differences.length;
    const [a, b] = await league.newPlayers(3, 3);
    await league.play(league.won(a, b, day(-3)));
    league.clock.now = day(58);
    expect(await decay()).toEqual({ drops: 2, players: 2 });
    for (const order of ['applied', 'played'] as const) {
      await league.execute(`update rating_history set occurred_at = '${iso(day(21))}',
        as_of = '${iso(day(70))}' where reason = 'inactivity'`);
      expect(await differences()).toBeGreaterThan(0);
      await corrections.rebuild(order, asked);
      expect(await differences()).toBe(0);
    }
  });
});
