import { expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Workbench } from '../../commands/workbench.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import type { Settings } from '../../shared/config.ts';
import { Oracle } from '../support/oracle.ts';
import {
  freshDatabase,
  inWorkbench,
  load,
  onBothDatabases,
  testSettings,
} from '../support/service.ts';
import { randomSeason } from './random-season.ts';

const batchSizes = { embedded: 100, server: 500 };
const season = randomSeason(7, 40, 2_800, 200);
const ratable = season.matches.filter(({ match }) => match.status !== 'walkover').length;

/** Starts a run in a process of its own; how that process ended. */
async function killedRun(settings: Settings, moment: 'before' | 'after', batch: number) {
  const { DATA_DIR, DATABASE_URL = '' } = settings;
  const program = join(import.meta.dirname, 'fixtures', 'killed-run.ts');
  const child = spawn(process.execPath, [program, moment, String(batch)], {
    env: { PATH: process.env.PATH, DATA_DIR, DATABASE_URL },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  return signal;
}

onBothDatabases('a run that is killed by -9', (kind) => {
  test('leaves no match half rated, and the next run goes on from there', async () => {
    const settings = testSettings(await freshDatabase(kind));
    const batchSize = batchSizes[kind];
    const inside = <T>(work: (workbench: Workbench) => Promise<T>) => inWorkbench(settings, work);
    const rated = () =>
      inside(async ({ database }) => {
        const { differences, matches } = await verifyRatings(database.db);
        expect(differences).toEqual([]);
        return matches;
      });
    await inside((workbench) =>
      load(workbench, [...season.records, ...season.matches.map(({ record }) => record)]),
    );

    expect(await killedRun(settings, 'before', 2)).toBe('SIGKILL');
    expect(await rated()).toBe(batchSize);
    expect(await killedRun(settings, 'after', 2)).toBe('SIGKILL');
    expect(await rated()).toBe(3 * batchSize);
    const oracle = new Oracle();
    for (const player of season.players) oracle.register(player);
    for (const { match } of season.matches) oracle.submit(match);
    oracle.run(Date.now());
    await inside(async ({ database, run }) => {
      expect(await run()).toEqual({ rated: ratable - 3 * batchSize, unrateable: 0 });
      const { rows } = await sql<{ player_id: string }>`select player_id, value, confidence,
        rated_matches from rating`.execute(database.db);
      expect(rows).toHaveLength(season.players.length);
      for (const row of rows) {
        const { player_id, value, confidence, rated_matches } = oracle.record(row.player_id);
        expect(row).toEqual({ player_id, value, confidence, rated_matches } as typeof row);
      }
    });
    expect(await rated()).toBe(ratable);
  });
});
