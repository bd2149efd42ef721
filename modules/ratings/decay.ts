import type { Database } from '../../shared/database/connect.ts';
import { type Db, hasRows } from '../../shared/database/db.ts';
import type { Hold } from '../../shared/database/lock.ts';
import type { Transaction } from '../../shared/events.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { type Clock, utc } from '../../shared/time.ts';
import { waitingAtLook } from '../matches/index.ts';
import { beginRun, endRun, type Look, openLook } from '../runs/index.ts';
import { storeChanges } from './batch.ts';
import { lookEntries } from './entries.ts';
import { noteRun } from './job-repository.ts';
import { type DropPlace, lockIdleStandings } from './repository.ts';

/** Everything that changes ratings holds this lock, so that only one run at a time does. */
export const ratingLock = 'ratings';

/**
 * Reads ratings while nothing changes them: at one moment or, on the embedded database, where that would hold up
 * everybody else, under the lock, between other statements.
 */
export function atRest<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  if (!database.embedded) return database.atOneMoment(work);
  return database.locked(ratingLock, () => work(database.db));
}

/** How many players at a time: each may have fifteen drops, and requests wait for them on the embedded database. */
const batchSize = 200;

type Dependencies = {
  readonly database: Database;
  readonly clock: Clock;
};

/** How many drops, and to how many players. */
type Dropped = { drops: number; players: number };

/** Whether to end early, between batches, given what is done. */
type Stopping = (done: Dropped) => boolean;

/**
 * Looks for inactive players: applies the drops that were due at a moment (milliseconds since the epoch; that at which
 * it has the lock, if not given) and aren't applied yet; returns how many, and to how many players. Players with a
 * match that waits for its rating are left out. A look that is stopped is finished by whatever takes the lock next.
 * Calls `onWaiting` if it has waited for the lock for a second. rules 2.3 to 2.5
 */
export function createDecay({ database, clock }: Dependencies) {
  return (moment?: number, stopping: Stopping = () => false, onWaiting?: () => void) => {
    const look = async (_: unknown, hold: Hold) => {
      await finishLook(database, hold);
      const begun = await database.transaction(async (tx) => {
        await hold(tx.db);
        // Without a match there is nothing to look for; an export can still come in, with its own runs.
        if (!((await hasRows(tx.db, 'match')) || (await hasRows(tx.db, 'run')))) return undefined;
        const began_at = utc(clock());
        const as_of = moment === undefined ? began_at : utc(moment);
        const number = await beginRun(tx.db, began_at, as_of);
        await tx.publish('look.began', { number });
        return { number, began_at, as_of };
      });
      const total = begun
        ? await giveDrops(database, hold, begun, stopping)
        : { drops: 0, players: 0 };
      if (total.drops > 0) await database.analyze();
      await noteRun(database.db, 'inactivity drops', clock(), { ...total, as_of: begun?.as_of });
      return total;
    };
    return database.locked(ratingLock, look, onWaiting);
  };
}

/** Finishes a look that was broken off, as itself. rules 2.3 */
export async function finishLook(database: Database, hold: Hold): Promise<void> {
  const look = await openLook(database.db);
  if (look) await giveDrops(database, hold, look);
}

/** Finishes a look that was broken off, or waits for one that is under way: until then ratings lack some of its drops. */
export async function settleLook(database: Database, onWaiting?: () => void): Promise<void> {
  if (!(await openLook(database.db))) return;
  await database.locked(ratingLock, (_, hold) => finishLook(database, hold), onWaiting);
}

/** Gives the drops that the look owes, batch by batch; the look is done unless it is stopped. */
async function giveDrops(
  database: Database,
  hold: Hold,
  look: Look,
  stopping: Stopping = () => false,
): Promise<Dropped> {
  const waiting = new Set(await waitingAtLook(database.db, look.number));
  const total: Dropped = { drops: 0, players: 0 };
  let last: DropPlace | undefined;
  do {
    last = await database.transaction(async (tx) => {
      await hold(tx.db);
      const idle = await giveSome(tx, look, waiting, last, total);
      return idle.length === batchSize ? idle.at(-1) : undefined;
    });
  } while (last !== undefined && !stopping(total));
  if (last === undefined) {
    await database.transaction(async ({ db }) => {
      await hold(db);
      await endRun(db, look.number);
    });
  }
  return total;
}

/** Gives the drops to the next players; returns them. */
async function giveSome(
  tx: Transaction,
  look: Look,
  waiting: ReadonlySet<PlayerId>,
  after: DropPlace | undefined,
  total: Dropped,
) {
  const idle = await lockIdleStandings(tx.db, Date.parse(look.as_of), after, batchSize);
  const dropped = idle.flatMap(({ due: _, ...before }) => {
    const made = waiting.has(before.player_id) ? [] : lookEntries(before, look);
    const last = made.at(-1);
    return last ? [{ made, change: { before, after: last.after } }] : [];
  });
  const entries = dropped.flatMap(({ made }) => made);
  const changes = dropped.map(({ change }) => change);
  await storeChanges(tx, entries, changes);
  total.drops += entries.length;
  total.players += dropped.length;
  return idle;
}
