import type { Database } from '../../shared/database/connect.ts';
import type { Hold } from '../../shared/database/lock.ts';
import { type Clock, utc } from '../../shared/time.ts';
import { storeChanges } from './batch.ts';
import { noteLook } from './look-repository.ts';
import { type DropPlace, lockIdleStandings } from './repository.ts';
import { ratingLock } from './run.ts';
import { dropConfidence, dropsOwed } from './standing.ts';

/** How many players at a time: each may have fifteen drops, and requests wait for them on the embedded database. */
const batchSize = 200;

type Dependencies = {
  readonly database: Database;
  readonly clock: Clock;
};

/** How many drops, and to how many players. */
type Dropped = { drops: number; players: number };

/**
 * Applies the inactivity drops that were due at a moment (milliseconds since the epoch; that at which it
 * has the lock, if not given) and aren't applied yet; returns how many, and to how many players. Players
 * with a match that waits for its rating are left out. Ends early, between batches, once `stopping` says
 * so, given what is done: then no look is noted, since not everybody was looked at. Calls `onWaiting` if it
 * has waited for the lock for a second.
 */
export function createDecay({ database, clock }: Dependencies) {
  return (
    moment?: number,
    stopping: (done: Dropped) => boolean = () => false,
    onWaiting?: () => void,
  ) => {
    const drop = async (_: unknown, hold: Hold) => {
      const asOf = moment ?? clock();
      const total: Dropped = { drops: 0, players: 0 };
      let last: DropPlace | undefined;
      do {
        last = await database.transaction(async (tx) => {
          await hold(tx.db);
          const idle = await lockIdleStandings(tx.db, asOf, last, batchSize);
          const now = utc(clock());
          const dropped = idle
            .filter(({ waits }) => !waits)
            .map((own) => ({ before: own, ...dropConfidence(own, dropsOwed(own, asOf), now) }))
            .filter(({ entries }) => entries.length > 0);
          const entries = dropped.flatMap((result) => result.entries);
          const changes = dropped.map(({ before, standing }) => ({ before, after: standing }));
          await storeChanges(tx, entries, changes, utc(asOf));
          total.drops += entries.length;
          total.players += dropped.length;
          return idle.length === batchSize ? idle.at(-1) : undefined;
        });
      } while (last !== undefined && !stopping(total));
      if (total.drops > 0) await database.analyze();
      if (last === undefined) {
        await database.transaction(async ({ db }) => {
          await hold(db);
          await noteLook(db, clock(), utc(asOf), total);
        });
      }
      return total;
    };
    return database.locked(ratingLock, drop, onWaiting);
  };
}
