// How long corrections take in a long season, with a rating run and a look for inactive players a day, how far they
// reach, and how much memory they need: a result of the last week voided, one of the first day voided, all verified,
// rebuilt as applied, and in the order of play.
//
//   bun bench/corrections.ts [--matches 200000] [--players 4000] [--database embedded|server]
//     [--only week,day,verify,rebuild,played]
//
// The goals at 200,000 matches of 4,000 players on PostgreSQL: 0.5 s, 8 s, 20 s, 20 s and 45 s, three times that
// embedded, in 300 MB; a void holds up no read.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openWorkbench, type Workbench } from '../commands/workbench.ts';
import { type Corrected, createCorrections, verifyRatings } from '../modules/ratings/index.ts';
import { readSettings } from '../shared/config.ts';
import type { MatchId } from '../shared/ids.ts';
import { dayMs, hourMs } from '../shared/time.ts';
import { unitEnvironment } from './children.ts';
import { readOptions } from './options.ts';
import { importAll, onDatabase, quantile, seconds } from './places.ts';
import { cityRecords, matchRecords } from './results-file.ts';

const {
  matches,
  only,
  database: places,
  ...options
} = readOptions({
  matches: 200_000,
  players: 0,
  database: ['embedded', 'server'],
  only: ['week', 'day', 'verify', 'rebuild', 'played'],
});
const players = options.players || Math.max(200, Math.round(matches / 50));
const now = { at: Date.parse('2024-01-01T12:00:00Z') };
const asked = { actor: { user: 'bench' }, reason: 'How long it takes.' };

/** Imports and rates the season, day by day. */
async function fill({ database, run, decay }: Workbench): Promise<void> {
  await importAll({ database }, cityRecords(players));
  const days = Map.groupBy(matchRecords(players, matches, true), playedOn);
  let late: object[] = [];
  for (const [day, results] of days) {
    // One result in twenty comes in a week late.
    const [inTime, kept] = [
      results.filter((_, n) => n % 20 > 0),
      results.filter((_, n) => n % 20 === 0),
    ];
    await importAll({ database }, [...inTime, ...late.splice(0, late.length > 70 ? 10 : 0)]);
    late = [...late, ...kept];
    now.at = Date.parse(day) + 23 * hourMs;
    await run();
    now.at += hourMs / 2;
    await decay();
  }
  await importAll({ database }, late);
  await run();
}

/** The matches in the order of play. */
async function matchesInOrder({ database }: Workbench): Promise<MatchId[]> {
  const rows = await database.db
    .selectFrom('match')
    .select('id')
    .orderBy('played_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The day on which the match of the record was played. */
const playedOn = (record: object) => String(Object(record).played_at).slice(0, 'YYYY-MM-DD'.length);

/** Reads again and again while the work runs; tells how long the reads waited. */
async function readingBeside({ database }: Workbench, work: () => Promise<unknown>) {
  const waits: number[] = [];
  let refused = 0;
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const waited = await seconds(async () => {
      await database.available().then(
        () => database.db.selectFrom('player').select('id').limit(1).execute(),
        () => {
          refused += 1;
        },
      );
    });
    waits.push(waited);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await working;
  return `reads waited ${quantile(waits, 0.5).toFixed(3)} s, at most ${Math.max(...waits).toFixed(1)} s; ${refused} of ${waits.length} refused`;
}

/** One step in this process, which says what it took. */
async function take(step: string, workbench: Workbench): Promise<string> {
  const corrections = createCorrections(workbench);
  const measured = async (what: string, work: () => Promise<Corrected>) => {
    let reach = '';
    let beside = '';
    const taken = await seconds(async () => {
      beside = await readingBeside(workbench, async () => {
        const { entries, ratings } = await work();
        reach = `${ratings.length} ratings, ${entries.changed} entries changed`;
      });
    });
    return `${what} in ${taken.toFixed(1)} s: ${reach}; ${beside}`;
  };
  const inOrder = await matchesInOrder(workbench);
  const week = inOrder.at(-Math.ceil((inOrder.length * 7) / 900));
  const id = (step === 'week' ? week : inOrder[0]) ?? inOrder[0];
  if (step === 'rebuild') return measured(step, () => corrections.rebuild('applied', asked));
  if (step === 'played') return measured(step, () => corrections.rebuild('played', asked));
  if (step === 'verify') {
    const { db } = workbench.database;
    let found = 0;
    const taken = await seconds(async () => {
      found = (await verifyRatings(db)).differences.length;
    });
    return `verify in ${taken.toFixed(1)} s: ${found} differences`;
  }
  if (!id) throw new Error('There is no match.');
  const voided = await measured(`void, ${step}`, () => corrections.voidMatch(id, asked));
  return `${voided}\n${await measured('its restore', () => corrections.restoreMatch(id, asked))}`;
}

const { STEP: step } = process.env;
if (step) {
  // As a process of its own, with the unit's settings: what it needs is its own.
  const workbench = await openWorkbench({
    settings: readSettings(process.env),
    clock: () => now.at,
  });
  if (step === 'fill') await fill(workbench);
  else {
    now.at += 1_000 * dayMs;
    const told = await take(step, workbench);
    console.log(`${told}; at most ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB`);
  }
  await workbench.database.close();
} else {
  for (const place of places) {
    await onDatabase(place, async ({ DATA_DIR, DATABASE_URL = '' }) => {
      for (const step of ['fill', ...only]) {
        const env = { PATH: process.env.PATH, ...unitEnvironment(), DATA_DIR, DATABASE_URL };
        const argv = [import.meta.filename, ...process.argv.slice(2)];
        const { stdout } = await promisify(execFile)(process.execPath, argv, {
          env: { ...env, STEP: step },
        });
        if (step !== 'fill') console.log(`${place}: ${stdout.trim().replaceAll('\n', '\n  ')}`);
      }
    });
  }
}
