import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Workbench } from '../../commands/workbench.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import type { Settings } from '../../shared/config.ts';
import { oracleOf, randomSeason, ratableIn } from '../ratings/random-season.ts';
import { cleanUp, freshDatabase, inWorkbench, load, testSettings } from '../support/service.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

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

test.each([
  ['embedded', 100, 400],
  ['server', 500, 1_800],
] as const)(
  'a run killed by -9 leaves no match half rated, and the next goes on from there (%s database)',
  async (kind, batchSize, matches) => {
    const season = randomSeason(7, 40, matches, 200);
    const settings = testSettings(await freshDatabase(kind));
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
    const left = ratableIn(season) - 3 * batchSize;
    expect(left).toBeGreaterThan(0);
    const oracle = oracleOf(season);
    oracle.run(Date.now());
    await inside(async ({ database, run }) => {
      expect(await run()).toEqual({ rated: left, unrateable: 0 });
      const rows = await database.db
        .selectFrom('rating')
        .select(['player_id', 'value', 'confidence', 'rated_matches'])
        .execute();
      expect(rows).toHaveLength(season.players.length);
      for (const row of rows) expect<object>(oracle.record(row.player_id)).toMatchObject(row);
    });
    expect(await rated()).toBe(ratableIn(season));
  },
);
