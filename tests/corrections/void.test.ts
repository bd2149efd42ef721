import { beforeAll, expect, test } from 'bun:test';
import { createCorrections, verifyRatings } from '../../modules/ratings/index.ts';
import type { MatchId } from '../../shared/ids.ts';
import { day, type League, startLeague } from '../ratings/league.ts';
import { onBothDatabases } from '../support/service.ts';

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
});
