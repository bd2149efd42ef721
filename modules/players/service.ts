import type { Transaction } from '../../shared/database/transaction.ts';
import { insertPlayers } from './repository.ts';
import type { PlayerRecord } from './schema.ts';

/**
 * Adds players, all of them new, and lets the other modules know of those who don't bring a rating
 * history of their own.
 */
export async function registerPlayers(
  tx: Transaction,
  players: readonly PlayerRecord[],
  withHistory: ReadonlySet<string> = new Set(),
): Promise<void> {
  await insertPlayers(tx.db, players);
  const fresh = players.filter(({ id }) => !withHistory.has(id));
  await tx.publish('players.registered', {
    players: fresh.map(({ id, self_assessed_ntrp, created_at }) => ({
      id,
      selfAssessedNtrp: self_assessed_ntrp,
      createdAt: created_at.instant,
    })),
  });
}
