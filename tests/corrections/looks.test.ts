// Drops that a look gave, in corrections long after it.
import { expect, test } from 'bun:test';
import { createCorrections, verifyRatings } from '../../modules/ratings/index.ts';
import type { MatchId } from '../../shared/ids.ts';
import { day, leagueOn } from '../ratings/league.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';

const asked = { actor: { user: 'test' }, reason: 'a test' };

onBothDatabases('the drop of a look', (kind) => {
  test('is not given before it is due, whatever a look found when the clock was ahead', async () => {
    const clock = { now: day(20) };
    const league = leagueOn(await startTestService(kind, { clock: () => clock.now }), clock);
    const { workbench } = league.service;
    const [a, b, c] = await league.newPlayers(3, 3, 3);
    const wrong = league.won(a, c, day(19));
    await league.play(league.won(a, b, day(-3)), wrong);
    clock.now = day(70);
    await workbench.decay();
    clock.now = day(21);
    await createCorrections(workbench).voidMatch(wrong.id as MatchId, asked);
    const codes = async () => (await league.history(a)).map(({ reason }) => reason.code);
    expect(await codes()).toEqual(['initial_assessment', 'match_result']);
    expect((await verifyRatings(workbench.database.db)).differences).toEqual([]);
    // The next look takes the place of the one that is ahead.
    clock.now = day(50);
    expect(await workbench.decay()).toMatchObject({ drops: 0 });
    clock.now = day(58);
    const corrections = createCorrections(workbench);
    await corrections.restoreMatch(wrong.id as MatchId, asked);
    await corrections.voidMatch(wrong.id as MatchId, asked);
    expect(await codes()).toEqual(['initial_assessment', 'match_result']);
    expect(await workbench.decay()).toMatchObject({ drops: 1 });
    expect((await verifyRatings(workbench.database.db)).differences).toEqual([]);
  });
});
