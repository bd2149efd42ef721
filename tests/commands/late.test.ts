// rules 3.2
import { expect, test } from 'bun:test';
import { completed, ids, testCity } from '../support/city.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

onBothDatabases('an import of results that come late', (kind) => {
  test('says so, and of others nothing', async () => {
    const service = await startTestService(kind, {
      records: testCity(),
      settings: { RATING_DELAY_SECONDS: 3600 },
    });
    const run = commandsOn(service.workbench);
    const told = async (day: string, players: readonly unknown[], ...options: string[]) => {
      // Of days in turn, in different competitions: one pair's of one look as if they were sent twice.
      const cups = [ids.league, ids.tiebreakLeague, ids.foreignCup];
      const competition_id = cups[Number(day.slice(-2)) % cups.length];
      const played_at = `${day}T10:00:00Z`;
      const result = completed({ competition_id, played_at, player_ids: players });
      const line = JSON.stringify({ kind: 'match', ...result });
      const { status, lines } = await run(['import', '-', ...options], line);
      expect(status).toBe(0);
      return lines;
    };
    const [first, second, third, fourth] = ids.players;
    expect(await told('2026-05-10', [first, second])).toEqual([]);
    expect(await told('2026-05-09', [first, third])).toEqual([]);
    expect((await run(['ratings', 'run'])).status).toBe(0);
    expect(await told('2026-05-08', [third, fourth], '--dry-run')).toEqual([]);
    // One of the very moment of one that is rated isn't late, whatever else is wrong with it.
    const doubtful = [
      expect.stringContaining('looks wrong'),
      expect.stringContaining('two places'),
    ];
    expect(await told('2026-05-09', [third, fourth])).toEqual(doubtful);
    expect(await told('2026-05-11', [first, second])).toEqual([]);
    expect(await told('2026-05-10', [third, fourth])).toEqual([]);
    const late = [expect.stringMatching(/rated after those, as late ones.*rebuild --order played/)];
    expect(await told('2026-05-08', [third, fourth])).toEqual(late);
    expect((await run(['ratings', 'run'])).status).toBe(0);
    expect(await told('2026-05-07', [fourth, second], '--json')).toEqual(late);
    // One that can't be rated won't be.
    const { db } = service.workbench.database;
    const faulty = db.updateTable('match').set({ rating_fault: 'x' });
    await faulty.where('rating_status', '=', 'pending').execute();
    expect(await told('2026-05-12', [first, second])).toEqual([]);
    // One played after those that are rated, and before a drop that a look for who paused has given.
    expect((await run(['ratings', 'run'])).status).toBe(0);
    expect(await told('2026-06-20', [first, second])).toEqual([]);
    expect((await run(['ratings', 'run'])).status).toBe(0);
    expect((await run(['ratings', 'decay', '--as-of', '2026-09-01T00:00:00Z'])).status).toBe(0);
    expect(await told('2026-06-21', [first, second])).toEqual(late);
  });
});
