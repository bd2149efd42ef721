// When the tables are analyzed: where much has changed, and then no more until much has again.
import { expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Connections } from '../../shared/database/pool.ts';
import { analyzeChanged, upkeep } from '../../shared/database/statistics.ts';
import { failureOf } from '../support/failure.ts';
import { freshDatabase, inWorkbench, onBothDatabases, testSettings } from '../support/service.ts';

const waitMs = 50;
const withinMs = 10_000;

type Counts = { readonly analyzed: number; readonly changed: number; readonly dead: number };

test('upkeep makes a checkpoint though a table is damaged', async () => {
  const asked: string[] = [];
  const query = async (text: string) => {
    asked.push(text);
    if (text.endsWith('bad')) throw new Error('invalid page in block 3');
    return { rows: [{ name: 'bad' }] };
  };
  const connections = { query } as unknown as Connections; // of which nothing else is used
  expect(await failureOf(upkeep(connections))).toContain('invalid page');
  expect(asked.at(-1)).toBe('CHECKPOINT');
});

test('upkeep sends no checkpoint to a disk without room for it', async () => {
  const asked: string[] = [];
  const query = async (text: string) => {
    asked.push(text);
    return { rows: [] };
  };
  const connections = { query } as unknown as Connections; // of which nothing else is used
  const full = () => Promise.reject(new Error('There is no space left'));
  expect(await failureOf(upkeep(connections, full))).toContain('no space left');
  expect(asked).toEqual([expect.stringContaining('pg_stat_user_tables')]);
});

test('upkeep keeps PostgreSQL’s own table of statistics small', async () => {
  await inWorkbench(testSettings(await freshDatabase('embedded')), async ({ database }) => {
    const { db, embedded } = database;
    const kept = async () => {
      const { rows } = await sql<{ size: number }>`
        select pg_total_relation_size('pg_statistic')::int as size`.execute(db);
      return rows[0]?.size ?? 0;
    };
    await sql`create table told (number int, text text)`.execute(db);
    await sql`insert into told select n, repeat(md5(n::text), 30) from generate_series(1, 300) n`.execute(
      db,
    );
    const grown = async () => {
      for (let time = 0; time < 150; time += 1) await sql`analyze told`.execute(db);
      await sql`select pg_stat_force_next_flush()`.execute(db);
      await embedded?.upkeep();
      return kept();
    };
    const first = await grown();
    for (let time = 0; time < 3; time += 1) await grown();
    expect(await kept()).toBeLessThan(1.2 * first);
  });
});

onBothDatabases('the statistics of the planner', (kind) => {
  test('are made anew once, however much is dead, which upkeep takes away', async () => {
    await inWorkbench(testSettings(await freshDatabase(kind)), async ({ database }) => {
      const { db, analyze, atOneMoment, embedded } = database;

      /** What is counted of the organizers' table, some of which comes late, once it is so. */
      const counts = async (isSo: (counted: Counts) => boolean): Promise<Counts> => {
        const deadline = performance.now() + withinMs;
        for (;;) {
          await sql`select pg_stat_force_next_flush()`.execute(db);
          const { rows } = await sql<Counts>`
            select analyze_count::int as analyzed, n_mod_since_analyze::int as changed,
              n_dead_tup::int as dead
            from pg_stat_user_tables where relname = 'organizer'`.execute(db);
          const [counted] = rows;
          if (counted && isSo(counted)) return counted;
          if (performance.now() > deadline) throw new Error(JSON.stringify(counted));
          await delay(waitMs);
        }
      };

      await sql`alter table organizer set (autovacuum_enabled = off)`.execute(db);
      await sql`insert into organizer select 'org_' || n, 'Organizer ' || n, now()
        from generate_series(1000, 1299) n`.execute(db);
      await sql`delete from organizer`.execute(db);
      const before = await counts(({ changed, dead }) => changed === 600 && dead === 300);
      await atOneMoment(async () => undefined); // who only reads has nothing to tell the planner
      expect(await counts(() => true)).toEqual(before);
      await analyze();
      const { analyzed } = await counts(({ changed }) => changed === 0);
      expect(analyzed).toBe(before.analyzed + 1);
      await analyze();
      await analyze();
      const after = await counts(() => true);
      expect(after).toEqual({ analyzed, changed: 0, dead: 300 });
      if (!embedded) return;
      await embedded.upkeep();
      await counts(({ dead }) => dead === 0);
    });
  });
});

test('no analysis waits for a table that somebody else is vacuuming', async () => {
  await inWorkbench(testSettings(await freshDatabase('server')), async ({ database: { db } }) => {
    const { direct } = db;
    if (!direct) throw new Error('It has no connections.');
    await sql`insert into organizer select 'org_' || n, 'Organizer ' || n, now()
      from generate_series(1000, 1299) n`.execute(db);
    await db.transaction().execute(async (other) => {
      await sql`lock table organizer in share update exclusive mode`.execute(other);
      await analyzeChanged(direct); // rejects after the time that locks are waited for
    });
  });
});
