import type { Database } from '../../shared/database/connect.ts';
import { type Db, seeOneMoment } from '../../shared/database/db.ts';
import type { Hold } from '../../shared/database/lock.ts';
import { isOfNoRow, problemOfDatabase } from '../../shared/database/outage.ts';
import type { MatchId } from '../../shared/ids.ts';
import { type Clock, utc } from '../../shared/time.ts';
import { pendingMatchIds } from '../matches/index.ts';
import { beginRun, endRun } from '../runs/index.ts';
import { type Batch, type RunAtWork, rateBatch, storeBatch } from './batch.ts';
import { finishLook, ratingLock } from './decay.ts';
import { noteRun } from './job-repository.ts';
import { faultOf } from './standing.ts';

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
      // A run that has lost the lock may still be at work.
      await database.transaction(({ db }) => hold(db));
      if (!(await isDue())) return total;
      await finishLook(database, hold);
      let run: Run | undefined;
      let last: Batch | undefined;
      let stored = Promise.resolve(true);
      let isStopped = false;
      try {
        for await (const ids of pendingMatchIds(session, batchSize)) {
          isStopped = stopping(total);
          if (isStopped) break;
          // A run has one moment, taken once its matches are known: what comes in later is the next run's.
          run ??= { hold, count, ...(await begin(hold)) };
          // The next batch is read and rated while the database stores the last one.
          const batch = await rateBatch(database.db, ids, run, last?.standings);
          last = (await stored) ? batch : await rateBatch(database.db, ids, run);
          stored = store(last, run);
          stored.catch(() => undefined); // it is awaited later
        }
      } finally {
        await stored;
      }
      if (run) {
        if (!isStopped) await endRun(database.db, run.number);
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

  /** Notes that a run begins. */
  function begin(hold: Hold): Promise<RunAtWork> {
    return database.transaction(async ({ db }) => {
      await hold(db);
      const began_at = utc(clock());
      return { began_at, number: await beginRun(db, began_at, null) };
    });
  }

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
        const batch = await rateBatch(tx.db, ids, run);
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

/** A run, the lock that it holds, and what counts its batches. */
type Run = RunAtWork & {
  readonly hold: Hold;
  readonly count: (batch: Pick<Batch, 'rated' | 'faults'>) => void;
};
