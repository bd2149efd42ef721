/** The results: taking them in, judging and showing them. */
import type { Events } from '../../shared/events.ts';
import { markRated, markUnrateable } from './pending-repository.ts';

export { Match, SubmissionKey } from './entity.ts';
export { purgeKeys } from './key-repository.ts';
export {
  lockPendingMatches,
  pendingCounts,
  pendingMatchIds,
  type RatableMatch,
  ratableMatches,
  waitingSince,
} from './pending-repository.ts';
export { exportMatches, insertMatches, type NewMatch, twinsOf } from './repository.ts';
export { resultFaults, scoreFaults } from './result.ts';
export { matchOperations } from './routes.ts';
export { type MatchRecord, matchRecordSchema } from './schema.ts';
export { gamesWon, type Score, type Side } from './score.ts';
export { createSubmit, newMatch } from './service.ts';

/** Marks what the ratings module has rated, or could not rate. */
export function followMatchRatings(events: Events): void {
  events.on('matches.rated', ({ matchIds }, { sql }) => markRated(sql, matchIds));
  events.on('matches.unrateable', ({ matches }, { sql }) => markUnrateable(sql, matches));
}
