import { sql } from 'kysely';
import { openWorkbench } from '../../../commands/workbench.ts';
import { verifyRatings } from '../../../modules/ratings/index.ts';
import { testSettings } from '../../support/service.ts';

/** What is wrong after a power cut. */
export type Damage = {
  /** Why the database doesn't open. */
  readonly unopened?: string;
  /** Acknowledged matches that aren't there. */
  readonly lost: readonly string[];
  /** What else isn't as it must be, in a sentence each. */
  readonly differences: readonly string[];
};

/** All of it, a line each; none where all is well. */
export function faultsOf({ unopened, lost, differences }: Damage): string[] {
  const missing = lost.map((id) => `${id} is lost`);
  return [...(unopened ? [unopened] : []), ...missing, ...differences];
}

const patienceMs = 60_000;

/** Opens the data folder as the program does, and looks for the matches and at every rating. */
export async function reopen(dataDir: string, acknowledged: readonly string[]): Promise<Damage> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('it neither opens nor fails')), patienceMs);
  try {
    return await Promise.race([late, look(dataDir, acknowledged)]);
  } catch (error) {
    return { unopened: String(error), lost: [], differences: [] };
  } finally {
    clearTimeout(timer);
  }
}

async function look(DATA_DIR: string, acknowledged: readonly string[]): Promise<Damage> {
  const { database } = await openWorkbench({ settings: testSettings({ DATA_DIR }) });
  try {
    const { rows } = await sql<{ id: string }>`select id from match`.execute(database.db);
    const there = new Set(rows.map(({ id }) => id));
    const { differences } = await verifyRatings(database.db);
    await database.embedded?.upkeep(); // goes through the pages of what changed, and writes them all
    return { lost: acknowledged.filter((id) => !there.has(id)), differences };
  } finally {
    await database.close();
  }
}
