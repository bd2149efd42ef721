// How long corrections take in a long season, how far they reach, and how much memory they need: a result
// of the last week voided, one of the first day voided, everything rebuilt.
//
//   bun bench/corrections.ts [--matches 200000] [--players 4000] [--database embedded|server]
//     [--only week,day,rebuild]
//
// The goals: under 2 s and under 60 s at 200,000 matches; a rebuild of 1,000,000 on PostgreSQL under
// 5 minutes, in bounded memory; on the embedded database requests wait at most 2 s meanwhile, or get 503.
import { openWorkbench, type Workbench } from '../commands/workbench.ts';
import { type Corrected, createCorrections } from '../modules/ratings/index.ts';
import type { MatchId } from '../shared/ids.ts';
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
  only: ['week', 'day', 'rebuild'],
});
const players = options.players || Math.max(200, Math.round(matches / 50));
const asked = { actor: { user: 'bench' }, reason: 'How long it takes.' };

/** Imports and rates the season; gives the matches in the order of play. */
async function fill({ database, run, decay }: Workbench): Promise<MatchId[]> {
  await importAll({ database }, cityRecords(players));
  await importAll({ database }, matchRecords(players, matches));
  await run();
  await decay();
  const rows = await database.db
    .selectFrom('match')
    .select('id')
    .orderBy('played_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

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

for (const place of places) {
  await onDatabase(place, async (settings) => {
    const workbench = await openWorkbench({ settings });
    const corrections = createCorrections(workbench);
    const inOrder = await fill(workbench);
    const measure = async (what: string, work: () => Promise<Corrected>) => {
      let reach = '';
      const noted = async () => {
        const { entries, ratings } = await work();
        reach = `${ratings.length} ratings, ${entries.changed} entries changed`;
      };
      let beside = '';
      const taken = await seconds(async () => {
        beside = await readingBeside(workbench, noted);
      });
      const memory = `at most ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB`;
      console.log(`${place}: ${what} in ${taken.toFixed(1)} s: ${reach}; ${beside}; ${memory}`);
    };
    const week = inOrder.at(-Math.ceil((inOrder.length * 7) / 900)) ?? inOrder[0];
    for (const [name, id] of [
      ['week', week],
      ['day', inOrder[0]],
    ] as const) {
      if (!id || !only.includes(name)) continue;
      await measure(`void of the ${name === 'week' ? 'last week' : 'first day'}`, () =>
        corrections.voidMatch(id, asked),
      );
      await measure('its restore', () => corrections.restoreMatch(id, asked));
    }
    if (only.includes('rebuild')) {
      await measure('rebuild', () => corrections.rebuild('applied', asked));
    }
    await workbench.database.close();
  });
}
