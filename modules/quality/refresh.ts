import type { Database } from '../../shared/database/connect.ts';
import type { Db } from '../../shared/database/db.ts';
import { hourMs } from '../../shared/time.ts';
import { measureQuality } from './measure.ts';
import { keepQuality, keptQuality } from './repository.ts';

/** How old the result that the page shows may be: the pass takes a minute in a large city. */
const keptMs = hourMs;

/** Whether there is no result yet, or one that is an hour old, or of nothing: a first run may have come since. */
async function isDue(db: Db, now: number): Promise<boolean> {
  const kept = await keptQuality(db);
  if (!kept || kept.result.points.matches === 0) return true;
  const age = now - Date.parse(kept.computed_at);
  return age < 0 || age >= keptMs;
}

/**
 * Computes what the page shows, if that is due and no other process does so. The page has the last result meanwhile,
 * and for good if it is told to stop.
 */
export async function refreshQuality(
  { database, clock }: { readonly database: Database; readonly clock: () => number },
  stopping: () => boolean = () => false,
): Promise<void> {
  const { db } = database;
  if (!(await isDue(db, clock()))) return;
  await database.locked('quality', async () => {
    if (!(await isDue(db, clock()))) return;
    const measured = await measureQuality(database, {}, stopping);
    if (!measured) return;
    const { by_month: _, ...kept } = measured;
    await keepQuality(db, clock(), kept);
  });
}
