/** The ratings: a run rates what is pending, a schedule drops confidence, a replay verifies both. */
import type { Events } from '../../shared/events.ts';
import { insertHistory } from './history-repository.ts';
import { insertStandings } from './repository.ts';
import { assess } from './standing.ts';

export { highestConfidence } from './confidence.ts';
export type { Corrected } from './correction.ts';
export { type Asked, createCorrections } from './corrections.ts';
export { createDecay } from './decay.ts';
export { JobRun, Rating, RatingHistory, VoidedEntry } from './entity.ts';
export {
  comparisonOf,
  explainMatch,
  isKeptAtZero,
  type MatchExplanation,
  oneLine,
  outlookOf,
} from './explanation.ts';
export { ifPlayed } from './foresight.ts';
export { type HistoryPlace, listHistory, placeNow } from './history-repository.ts';
export { backupState, lastRuns, noteBackup, noteFailedBackup } from './job-repository.ts';
export { historyKind, voidedEntryKind } from './kind.ts';
export { erasedName, nameOf, playersNamed } from './name-repository.ts';
export {
  changeDays,
  listRanking,
  type RankedPlayer,
  type RankingEnd,
  rankedDays,
  rankedSince,
  withRanks,
} from './ranking.ts';
export type { Sought } from './ranking-repository.ts';
export { rankOf } from './ranking-repository.ts';
export { expectedScore, kFactor, ratingChange, standingOf } from './rating.ts';
export { type Order, orders } from './rebuild.ts';
export { findRating, somethingIsLate, waits } from './repository.ts';
export { ratingRoutes } from './routes.ts';
export { createRatingRun, type RunResult, ratingLock } from './run.ts';
export type { HistoryEntry } from './schema.ts';
export { verifyRatings } from './verify.ts';
export { createWorker } from './worker.ts';

/** How ratings react to the events of other modules. */
export function followEvents(events: Events): void {
  // Every new player gets a rating: where it starts, and the first entry of its history.
  events.on('players.registered', async ({ players }, { db }) => {
    const assessed = players.map(assess);
    const entries = assessed.map(({ entry }) => entry);
    await insertHistory(db, entries);
    const standings = assessed.map(({ standing }) => standing);
    await insertStandings(db, standings);
  });
}
