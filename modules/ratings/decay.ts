import type { Database } from '../../shared/database/connect.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { daysUntilDrop, dropsDue, startingConfidence } from './confidence.ts';
import { insertHistory, lockIdleStandings, noteRun, updateStandings } from './repository.ts';
import { ratingLock } from './run.ts';
import { dropConfidence, type Standing } from './standing.ts';

const batchSize = 500;

const dropRule = {
  firstDays: daysUntilDrop(1),
  intervalDays: daysUntilDrop(2) - daysUntilDrop(1),
  lowest: startingConfidence,
};

/** How many drops were given, and to how many players. */
export type DecayResult = { readonly drops: number; readonly players: number };

type Dependencies = {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
};

/**
 * Applies the inactivity drops that were due at a moment (milliseconds since the epoch; now, if not
 * given) and aren't applied yet. Players with a match that waits for its rating are left out.
 */
export function createDecay({ database, clock }: Dependencies) {
  return (asOf: number = clock()): Promise<DecayResult> =>
    database.locked(ratingLock, async () => {
      const total = { drops: 0, players: 0 };
      let last: PlayerId | undefined;
      for (;;) {
        const { idle, result } = await database.transaction(async (tx) => {
          const idle = await lockIdleStandings(tx.db, dropRule, asOf, last, batchSize);
          return { idle, result: await drop(tx, idle, asOf, clock()) };
        });
        total.drops += result.drops;
        total.players += result.players;
        if (idle.length < batchSize) break;
        last = idle.at(-1)?.playerId;
      }
      await noteRun(database.db, 'inactivity drops', clock(), total);
      return total;
    });
}

async function drop(
  tx: Transaction,
  idle: readonly Standing[],
  asOf: number,
  now: number,
): Promise<DecayResult> {
  const dropped = idle
    .map((standing) => {
      const due = dropsDue(standing.lastRatedMatchAt ?? asOf, asOf);
      return dropConfidence(standing, due - standing.dropsApplied, now);
    })
    .filter(({ entries }) => entries.length > 0);
  const entries = dropped.flatMap((result) => result.entries);
  const changed = dropped.map(({ standing }) => standing);
  await insertHistory(tx.db, entries);
  await updateStandings(tx.db, changed);
  await tx.publish('ratings.changed', {
    players: changed.map(({ playerId, value, confidence }) => ({
      id: playerId,
      value,
      confidence,
    })),
  });
  return { drops: entries.length, players: changed.length };
}
