import { beforeAll, expect, test } from 'bun:test';
import { createCorrections, verifyRatings } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { exportFrom, recordsIn } from '../commands/exchange.ts';
import { day, iso, type League, leagueOn, startLeague } from '../ratings/league.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';

const asked = { actor: { user: 'test' }, reason: 'a test' };

onBothDatabases('voiding a match', (kind) => {
  let league: League;
  beforeAll(async () => {
    league = await startLeague(kind);
  });

  /** The player's history but for ids, moments and names. */
  async function facts(id = '') {
    return (await league.history(id)).map(({ value_after, confidence_after, reason }) => [
      value_after,
      confidence_after,
      reason.code,
    ]);
  }

  test('leaves all ratings as if it had never been submitted, and restoring undoes it', async () => {
    const { workbench } = league.service;
    const corrections = createCorrections(workbench);
    const [a, b, c] = await league.newPlayers(3.5, 3, 4);
    const [d, e, f] = await league.newPlayers(3.5, 3, 4);
    const wrong = league.won(b, a, day(100));
    await league.play(league.won(a, b, day(0)), wrong, league.won(b, c, day(130)));
    await league.play(league.won(d, e, day(0)), league.won(e, f, day(130)));
    const before = await league.history(b);
    await corrections.voidMatch(wrong.id as MatchId, asked);
    for (const [player, same] of [
      [a, d],
      [b, e],
      [c, f],
    ]) {
      expect(await facts(player)).toEqual(await facts(same));
    }
    const { db } = workbench.database;
    expect((await verifyRatings(db)).differences).toEqual([]);
    await corrections.restoreMatch(wrong.id as MatchId, asked);
    expect(await league.history(b)).toEqual(before);
    expect((await verifyRatings(db)).differences).toEqual([]);
  });

  test('gives the drops of the last look, also after one as of an earlier day', async () => {
    const { workbench } = league.service;
    const [a, b] = await league.newPlayers(3.5, 3);
    league.clock.now = day(1_200);
    const played = [0, 1, 2, 3, 4, 5, 6, 190].map((n) => league.won(a, b, day(1_000 + n)));
    await league.play(...played);
    await workbench.decay();
    await workbench.decay(day(1_070));
    await createCorrections(workbench).voidMatch(played.at(-1)?.id as MatchId, asked);
    const confidence = async (id = '') => (await facts(id)).at(-1)?.at(1);
    // By the day of that look five drops were due: 60, 90, 120, 150 and 180 days after the last match.
    expect([await confidence(a), await confidence(b)]).toEqual([65, 65]);
  });

  test('gives the drops of a look, also of one at whose very moment the match came in', async () => {
    const [a, b, c] = await league.newPlayers(3.5, 3, 4);
    league.clock.now = day(1_900);
    await league.play(league.won(a, b, day(900)), league.won(a, c, day(901)));
    const match = league.won(a, b, day(1_800), { created_at: iso(league.clock.now) });
    await league.import(match);
    await league.service.workbench.decay();
    const drops = async (id: string | undefined) =>
      (await facts(id)).filter(([, , code]) => code === 'inactivity').length;
    expect([await drops(a), await drops(c)]).toEqual([0, 2]);
    await createCorrections(league.service.workbench).voidMatch(match.id as MatchId, asked);
    expect(await drops(a)).toBe(4);
  });

  test.each([
    ['long after the match before it was rated', 2_000, 2_001],
    ['at the moment at which the match before it was rated', 2_100, 2_165],
  ])(
    'leaves the drop of a look %s, after a restore and a merge that moved it to the moment of a match',
    async (_, played, rated) => {
      const [a, b, c] = await league.newPlayers(3.5, 3, 4);
      league.clock.now = day(rated);
      await league.play(league.won(a, b, day(played)));
      league.clock.now = day(played + 65);
      await league.service.workbench.decay();
      league.clock.now = day(played + 70);
      // It is late, and not along with it came the drop.
      const late = league.won(a, c, day(played + 50));
      await league.play(late);
      const { clock } = league;
      const records = recordsIn(await exportFrom(league.service.workbench));
      const copy = leagueOn(
        await startTestService(kind, { clock: () => clock.now, records }),
        clock,
      );
      clock.now = day(played + 80);
      const into = await copy.newcomer(3.5);
      const corrections = createCorrections(copy.service.workbench);
      await corrections.mergePlayers(a as PlayerId, into, asked);
      const codes = async () =>
        (await copy.history(into)).map(({ reason, confidence_after }) => [
          reason.code,
          confidence_after,
        ]);
      const before = await codes();
      expect(before).toEqual([
        ['initial_assessment', 20],
        ['match_result', 30],
        ['inactivity', 25],
        ['match_result', 35],
      ]);
      const { entries } = await corrections.rebuild('applied', asked);
      expect(entries).toEqual({ changed: 0, removed: 0, added: 0 });
      expect(await codes()).toEqual(before);
    },
  );

  test('gives a drop once, whether the last look or a late match would have brought it', async () => {
    const corrections = createCorrections(league.service.workbench);
    const [a, b, c] = await league.newPlayers(3.5, 3.5, 3.5);
    const [d, e, f] = await league.newPlayers(3.5, 3.5, 3.5);
    league.clock.now = day(2_400);
    const late = (played: number) => {
      const received = { created_at: iso(league.clock.now) };
      return league.play(
        league.won(a, c, day(played), received),
        league.won(d, f, day(played), received),
      );
    };
    const voided = league.won(a, b, day(2_275));
    await league.play(voided, league.won(d, e, day(2_275)));
    await late(2_210);
    await corrections.voidMatch(voided.id as MatchId, asked);
    league.clock.now = day(2_600);
    await league.service.workbench.decay();
    league.clock.now = day(2_601);
    // Three drops were due before this one, of which the look gave two, as it did not know of the voided match.
    await late(2_396);
    await corrections.restoreMatch(voided.id as MatchId, asked);
    const last = async (id = '') => (await facts(id)).at(-1)?.slice(0, 2);
    expect(await last(a)).toEqual(await last(d));
    await late(2_395);
    await late(2_394);
    expect(await last(a)).toEqual(await last(d));
  });
});
