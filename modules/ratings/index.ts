/** The ratings: a run rates what is pending, a schedule drops confidence, a replay verifies both. */
import type { Events } from '../../shared/events.ts';
import { insertHistory, insertStandings } from './repository.ts';
import { assess } from './standing.ts';

export { createDecay } from './decay.ts';
export { JobRun, Rating, RatingHistory } from './entity.ts';
export { backupState, noteBackup, noteFailedBackup } from './jobs.ts';
export { historyKind } from './kind.ts';
export { lastRuns } from './repository.ts';
export { ratingRoutes } from './routes.ts';
export { createRatingRun, type RunResult, ratingLock } from './run.ts';
export { HistoryEntrySchema } from './schema.ts';
export { type Verification, verifyRatings } from './verify.ts';
export { createWorker } from './worker.ts';

/** Gives every new player the starting rating. */
export function followRegistrations(events: Events): void {
  events.on('players.registered', async ({ players }, tx) => {
    const assessed = players.map(assess);
    const standings = assessed.map(({ standing }) => standing);
    await insertHistory(
      tx.db,
      assessed.map(({ entry }) => entry),
    );
    await insertStandings(tx.db, standings);
    await tx.publish('ratings.changed', {
      players: standings.map(({ playerId, value, confidence }) => ({
        id: playerId,
        value,
        confidence,
      })),
    });
  });
}
