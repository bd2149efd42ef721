import type { Database } from '../../shared/database/connect.ts';
import { type Db, seeOneMoment } from '../../shared/database/db.ts';
import type { Hold } from '../../shared/database/lock.ts';
import { isOfNoRow, problemOfDatabase } from '../../shared/database/outage.ts';
import type { MatchId } from '../../shared/ids.ts';
import { type Clock, utc } from '../../shared/time.ts';
import { pendingMatchIds } from '../matches/index.ts';
import { type Batch, rateBatch, storeBatch } from './batch.ts';
import { noteRun } from './job-repository.ts';
import { faultOf } from './standing.ts';

/** Everything that changes ratings holds this lock, so that only one run at a time does. */
export const ratingLock = 'ratings';

export type RunResult = { readonly rated: number; readonly unrateable: number };

type Dependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly reportUnrateable: (id: MatchId, fault: string) => void;
  /** How many matches are rated and stored at once. */
  readonly batchSize: number;
};

/** How a run begins. */
export type Beginning = {
  /** Asked once the run has the lock: another run may have rated what it was for. */
  readonly isDue?: () => Promise<boolean>;
  /** Called if the run has waited for the lock for a second. */
  readonly onWaiting?: () => void;
};

/**
 * Rating runs. A run takes what is pending when it starts, in the order of play, and holds the lock to its
 * end; all that a match changes is one transaction. A match that can't be rated stays pending, and its
 * fault is noted. A run ends early, between batches, once `stopping` says so, given what is done. rules 3.3, 3.4
 */
export function createRatingRun({ database, clock, reportUnrateable, batchSize }: Dependencies) {
  return (
    stopping: (done: RunResult) => boolean = () => false,
    { isDue = async () => true, onWaiting }: Beginning = {},
  ): Promise<RunResult> => {
    const rate = async (session: Db, hold: Hold) => {
      const total = { rated: 0, unrateable: 0 };
      const count = ({ rated, faults }: Pick<Batch, 'rated' | 'faults'>) => {
        total.rated += rated.length;
        total.unrateable += faults.length;
        for (const { id, fault } of faults) reportUnrateable(id, fault);
      };
      const run = { hold, count };
      // A run that has lost the lock may still be at work.
      await database.transaction(({ db }) => hold(db));
      if (!(await isDue())) return total;
      let moment: string | undefined;
      let last: Batch | undefined;
      let stored = Promise.resolve(true);
      try {
        for await (const ids of pendingMatchIds(session, batchSize)) {
          if (stopping(total)) break;
          // A run has one moment, taken once its matches are known: what comes in later is the next run's.
          moment ??= utc(clock());
          // The next batch is read and rated while the database stores the last one.
          const batch = await rateBatch(database.db, ids, moment, last?.standings);
          last = (await stored) ? batch : await rateBatch(database.db, ids, moment);
          stored = store(last, { ...run, moment });
          stored.catch(() => undefined); // it is awaited later
        }
      } finally {
        await stored;
      }
      if (last) {
        // All is rated, whether or not that can be noted.
        await noteRun(database.db, 'rating run', clock(), total).catch((error) => {
          if (!problemOfDatabase(error)) throw error;
        });
        await database.analyze();
      }
      return total;
    };
    return database.locked(ratingLock, rate, onWaiting);
  };

  /** Stores the batch, or as much of it as the database takes; returns whether all is as it was rated. */
  async function store(batch: Batch, run: Run): Promise<boolean> {
    try {
      await database.transaction(async (tx) => {
        await run.hold(tx.db);
        await storeBatch(tx, batch);
      });
      run.count(batch);
      return true;
    } catch (error) {
      if (isOfNoRow(error)) throw error;
      await rateAnew(batch.ids, run);
      return false;
    }
  }

  /** Rates the matches by what the database holds now; if it refuses something, finds the match at fault. */
  async function rateAnew(ids: readonly MatchId[], run: Run): Promise<void> {
    try {
      const batch = await database.transaction(async (tx) => {
        await seeOneMoment(tx.db);
        await run.hold(tx.db);
        const batch = await rateBatch(tx.db, ids, run.moment);
        await storeBatch(tx, batch);
        return batch;
      });
      run.count(batch);
    } catch (error) {
      if (isOfNoRow(error)) throw error;
      if (ids.length > 1) {
        const middle = Math.ceil(ids.length / 2);
        await rateAnew(ids.slice(0, middle), run);
        await rateAnew(ids.slice(middle), run);
      } else {
        const faults = ids.map((id) => ({ id, fault: faultOf(error) }));
        await database.transaction((tx) => tx.publish('matches.faulted', { matches: faults }));
        run.count({ rated: [], faults });
      }
    }
  }
}

/** The lock that a run holds, its moment, and what counts its batches. */
type Run = {
  readonly hold: Hold;
  readonly moment: string;
  readonly count: (batch: Pick<Batch, 'rated' | 'faults'>) => void;
};
