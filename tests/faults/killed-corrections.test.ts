// A process that corrects is killed at random moments: each correction is there whole, or not at all.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Workbench } from '../../commands/workbench.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import type { Settings } from '../../shared/config.ts';
import { exportFrom, recordsIn } from '../commands/exchange.ts';
import { correctionsOn } from '../corrections/face.ts';
import { createDraw, randomSeason } from '../ratings/random-season.ts';
import {
  cleanUp,
  databaseKinds,
  freshDatabase,
  inWorkbench,
  load,
  testSettings,
} from '../support/service.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

const seed = Number(process.env.KILLS_SEED ?? Math.floor(Math.random() * 1e9));
const kills = Number(process.env.KILLS ?? 3);
const mostMs = 500;
const season = randomSeason(7, 40, 300, 300);
const matchIds = season.matches.map(({ match }) => match.id);

type Struck = { readonly signal: unknown; readonly taken: readonly string[] };

/** Lets a process correct and take results in, and kills it so long after it took the first one. */
async function strike({ DATA_DIR, DATABASE_URL = '' }: Settings, afterMs: number): Promise<Struck> {
  const program = join(import.meta.dirname, 'fixtures', 'killed-correction.ts');
  const { competition_id, venue_id } = season.matches[0]?.record ?? {};
  const players = season.players.map(({ id }) => id);
  const args = [program, `${competition_id}`, `${venue_id}`, matchIds.join(), players.join()];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, DATA_DIR, DATABASE_URL },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  await delay(afterMs);
  child.kill('SIGKILL');
  const [, signal] = child.exitCode === null ? await once(child, 'close') : [];
  return { signal, taken: out.split('\n').slice(0, -1) };
}

test.each(databaseKinds)(
  `corrections killed by -9 are there whole or not at all, and nothing else is lost (%s database, KILLS_SEED=${seed})`,
  async (kind) => {
    const draw = createDraw(seed);
    const settings = testSettings(await freshDatabase(kind));
    const inside = <T>(work: (workbench: Workbench) => Promise<T>) => inWorkbench(settings, work);
    /** The export without what is only ever added: the audit log, and results that came meanwhile. */
    const standing = async (workbench: Workbench) => {
      const known = new Set(matchIds);
      const isKept = ({ kind, id }: Record<string, unknown>) =>
        kind !== 'audit' && (kind !== 'match' || known.has(String(id)));
      return recordsIn(await exportFrom(workbench)).filter(isKept);
    };

    const before = await inside(async (workbench) => {
      await load(workbench, [...season.records, ...season.matches.map(({ record }) => record)]);
      await workbench.run();
      await workbench.decay();
      return standing(workbench);
    });
    const taken: string[] = [];
    for (let cycle = 0; cycle < kills; cycle += 1) {
      const struck = await strike(settings, draw.below(mostMs));
      expect(struck.signal).toBe('SIGKILL');
      taken.push(...struck.taken);
      await inside(async (workbench) => {
        expect((await verifyRatings(workbench.database.db)).differences).toEqual([]);
        const records = recordsIn(await exportFrom(workbench));
        const there = new Set(records.flatMap(({ kind, id }) => (kind === 'match' ? id : [])));
        expect(taken.filter((id) => !there.has(id))).toEqual([]);
        const missing = matchIds.filter((id) => !there.has(id));
        expect(missing.length).toBeLessThan(2);
        const { correct } = correctionsOn(workbench, (n) => missing[n] ?? '');
        for (const match of missing.keys()) await correct({ kind: 'restore', match });
        expect(await standing(workbench)).toEqual(before);
      });
    }
    expect(taken.length).toBeGreaterThanOrEqual(kills);
  },
);
