/** The ratings: a run rates what is pending, a schedule drops confidence, a replay verifies both. */
import type { Events } from '../../shared/events.ts';
import { firstEntry } from './entries.ts';
import { insertEntries } from './history-repository.ts';
import { insertStandings } from './repository.ts';

export { daysUntilDrop, firstDropDays, highestConfidence } from './confidence.ts';
export type { Corrected } from './correction.ts';
export { type Asked, createCorrections } from './corrections.ts';
export { atRest, createDecay, ratingLock, settleLook } from './decay.ts';
export { FormerEntry, JobRun, Rating, RatingHistory, Recalculation } from './entity.ts';
export {
  comparisonOf,
  isKeptAtZero,
  type MatchExplanation,
  oneLine,
  outlookOf,
} from './explanation.ts';
export {
  endOfHistory,
  type HistoryPlace,
  historyKeys,
  isResult,
  listHistory,
  placeOfKeys,
} from './history-repository.ts';
export { ifPlayed } from './if-played.ts';
export { backupState, lastRuns, noteBackup, noteFailedBackup } from './job-repository.ts';
export { formerKind, historyKind } from './kind.ts';
export { formerRanks, presentRanks } from './movement-repository.ts';
export {
  erasedName,
  isPublic,
  named,
  nameOf,
  playersNamed,
  publicNameOf,
} from './name-repository.ts';
export {
  changeDays,
  listRanking,
  matchesMissing,
  type RankedPlayer,
  type RankingEnd,
  rankedDays,
  rankedSince,
  stateOf,
  withRanks,
} from './ranking.ts';
export type { RankingFilters } from './ranking-repository.ts';
export { rankedConfidence, rankOf } from './ranking-repository.ts';
export { expectedScore, kFactor, ratingChange } from './rating.ts';
export { historyFaults, type Order, orders, verifyRatings } from './rebuild.ts';
export { latestRecalculations } from './recalculation-repository.ts';
export { findRating, somethingIsLate, waits } from './repository.ts';
export { ratingRoutes } from './routes.ts';
export { createRatingRun, type RunResult } from './run.ts';
export type { HistoryEntry } from './schema.ts';
export { createWorker } from './worker.ts';

/** How ratings react to the events of other modules. */
export function followEvents(events: Events): void {
  // Every new player gets a rating: where it starts, and the first entry of its history.
  events.on('players.registered', async ({ players }, { db }) => {
    const entries = players.flatMap(firstEntry);
    await insertEntries(db, entries);
    const standings = entries.map(({ after }) => after);
    await insertStandings(db, standings);
  });
}
