import type { Transaction } from '../../shared/events.ts';
import { utc } from '../../shared/time.ts';
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
    players: fresh.map((player) => ({ ...player, created_at: utc(player.created_at.instant) })),
  });
}
