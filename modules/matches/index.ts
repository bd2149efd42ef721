/** The results: taking them in, judging and showing them. */
export { type Correction, correctedMatch } from './correction.ts';
export { matchBetween, wouldBeTwins } from './correction-repository.ts';
export type { Doubt } from './doubt.ts';
export { doubtfulMatches, doubtsOfMatch } from './doubtful.ts';
export { Match, SubmissionKey, VoidedMatch } from './entity.ts';
export { followEvents } from './events.ts';
export { matchKind, voidedKind } from './kind.ts';
export {
  forgetFaults,
  isPending,
  matchesOfPlayer,
  pendingCounts,
  pendingMatches,
  pendingMatchIds,
  ratingFaultOf,
  storedMatch,
  waitingAtLook,
  waitingSince,
} from './pending-repository.ts';
export {
  betweenPlayers,
  findMatch,
  listMatches,
  type MatchRow,
  namesIn,
  opponentOf,
  type RatedMatch,
  ratedBy,
  type StoredMatch,
  shownMatch,
} from './repository.ts';
export { matchRoutes } from './routes.ts';
export { type MatchShown, matchStatuses, ratingStatuses, ScoreSchema } from './schema.ts';
export {
  gamesWon,
  type Score,
  type ScoreFormat,
  type Side,
  scoreFaults,
  setsWon,
  swapped,
} from './score.ts';
export { addResult, createSubmit, judgedResult, type Submit } from './service.ts';
export { purgeKeys } from './submission-repository.ts';
export { findVoided, whyMissing } from './voided-repository.ts';
export { readResult, readScore, writtenScore } from './written-score.ts';
