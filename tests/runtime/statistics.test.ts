// When the tables are analyzed: where much has changed, and then no more until much has again.
import { expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import { testCity } from '../support/city.ts';
import { freshDatabase, load, onBothDatabases, testSettings } from '../support/service.ts';

const waitMs = 50;

onBothDatabases('the statistics of the planner', (kind) => {
  test('are made anew once, however much is dead', async () => {
    const workbench = await openWorkbench({ settings: testSettings(await freshDatabase(kind)) });
    await load(workbench, testCity());
    const { db, analyze, close } = workbench.database;

    /** What is counted of the organizers' table; some of it comes late. */
    const counts = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(db);
      const { rows } = await sql<{ analyzed: number; changed: number; dead: number }>`
        select analyze_count::int as analyzed, n_mod_since_analyze::int as changed, n_dead_tup::int as dead
        from pg_stat_user_tables where relname = 'organizer'`.execute(db);
      return rows[0] ?? { analyzed: 0, changed: 0, dead: 0 };
    };
    const until = async (isSo: (counted: Awaited<ReturnType<typeof counts>>) => boolean) => {
      let counted = await counts();
      while (!isSo(counted)) {
        await delay(waitMs);
        counted = await counts();
      }
      return counted;
    };

    await sql`alter table organizer set (autovacuum_enabled = off)`.execute(db);
    await sql`insert into organizer select 'org_' || n, 'Organizer ' || n, now()
      from generate_series(1000, 1299) n`.execute(db);
    await sql`delete from organizer where name like 'Organizer %'`.execute(db);
    const { analyzed: before } = await until(({ changed, dead }) => changed >= 600 && dead >= 300);
    await analyze();
    const { analyzed } = await until(({ changed }) => changed === 0);
    expect(analyzed).toBe(before + 1);
    await analyze();
    await analyze();
    const after = await counts();
    expect(after.analyzed).toBe(analyzed);
    expect(after.dead).toBe(300);
    await close();
  });
});
