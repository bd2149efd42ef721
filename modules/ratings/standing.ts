// How one match, or a time without one, changes where players stand. Pure: a rating is a function of
// the matches in the order in which they were applied.
import { type HistoryId, type MatchId, newId, type PlayerId } from '../../shared/ids.ts';
import { gamesWon, type RatableMatch, type Side } from '../matches/index.ts';
import {
  applyDrops,
  confidenceAfterMatch,
  daysUntilDrop,
  startingConfidence,
} from './confidence.ts';
import { explainInactivity, explainMatch, explainStart } from './explanation.ts';
import { actualScore, expectedScore, kFactor, ratingChange, startingRating } from './rating.ts';

/** Where a player's rating stands; moments are milliseconds since the epoch. */
export type Standing = {
  readonly playerId: PlayerId;
  readonly value: number;
  readonly confidence: number;
  readonly ratedMatches: number;
  /** The latest `played_at` among the rated matches; null before the first. */
  readonly lastRatedMatchAt: number | null;
  /**
   * Inactivity entries since the match that set `lastRatedMatchAt`. A drop that fell due while the
   * player stood at 20 wasn't given, so it isn't counted and stays owed. rules 2.4
   */
  readonly dropsApplied: number;
  /** When the newest history entry occurred. */
  readonly updatedAt: number;
};

type Calculation = {
  readonly opponent_id: PlayerId;
  readonly opponent_rating: number;
  readonly expected_score: number;
  readonly actual_score: number;
  readonly k_factor: number;
};

/** One change of a rating or confidence. rules 1.9 */
export type Entry = {
  readonly id: HistoryId;
  readonly player_id: PlayerId;
  readonly occurred_at: number;
  readonly reason: 'initial_assessment' | 'match_result' | 'inactivity';
  readonly match_id: MatchId | null;
  readonly explanation: string;
  readonly value_before: number | null;
  readonly value_after: number;
  readonly confidence_before: number | null;
  readonly confidence_after: number;
  readonly calculation: Calculation | null;
};

export type Names = (id: PlayerId) => string;

/** The first entry of a new player, and where it puts the player. rules 1.1, 2.1 */
export function assess(player: { id: PlayerId; selfAssessedNtrp: number; createdAt: number }) {
  const value = startingRating(player.selfAssessedNtrp);
  const entry: Entry = {
    id: newId('history'),
    player_id: player.id,
    occurred_at: player.createdAt,
    reason: 'initial_assessment',
    match_id: null,
    explanation: explainStart(player.selfAssessedNtrp, value),
    value_before: null,
    value_after: value,
    confidence_before: null,
    confidence_after: startingConfidence,
    calculation: null,
  };
  const standing: Standing = {
    playerId: player.id,
    value,
    confidence: startingConfidence,
    ratedMatches: 0,
    lastRatedMatchAt: null,
    dropsApplied: 0,
    updatedAt: player.createdAt,
  };
  return { entry, standing };
}

/** Gives the player up to `count` drops at the moment `now`: an entry each, and the new standing. */
export function dropConfidence(standing: Standing, count: number, now: number) {
  const occurredAt = Math.max(now, standing.updatedAt);
  const levels = applyDrops(standing.confidence, count);
  const entries = levels.map(
    (confidence, index): Entry => ({
      id: newId('history'),
      player_id: standing.playerId,
      occurred_at: occurredAt,
      reason: 'inactivity',
      match_id: null,
      explanation: explainInactivity(daysUntilDrop(standing.dropsApplied + index + 1), confidence),
      value_before: standing.value,
      value_after: standing.value,
      confidence_before: levels[index - 1] ?? standing.confidence,
      confidence_after: confidence,
      calculation: null,
    }),
  );
  const last = levels.at(-1);
  const dropped: Standing =
    last === undefined
      ? standing
      : {
          ...standing,
          confidence: last,
          dropsApplied: standing.dropsApplied + levels.length,
          updatedAt: occurredAt,
        };
  return { entries, standing: dropped };
}

/**
 * Rates the match for one side at the moment `now`. Both standings are those before the match.
 * rules 1.2 to 1.7; throws a RangeError where the score holds no completed game.
 */
export function rateSide(
  match: RatableMatch,
  side: Side,
  own: Standing,
  opponent: Standing,
  now: number,
  nameOf: Names,
) {
  const occurredAt = Math.max(now, own.updatedAt);
  const games = gamesWon(match.score);
  const winner: Side = match.winnerId === match.players[0] ? 0 : 1;
  const expected = expectedScore(own.value, opponent.value);
  const actual = actualScore(
    side,
    match.status === 'retired' ? { status: 'retired', games } : { status: 'completed', winner },
  );
  const k = kFactor(own.confidence);
  const change = ratingChange(k, expected, actual, own.value);
  const value = own.value + change;
  const confidence = confidenceAfterMatch(own.confidence);
  const entry: Entry = {
    id: newId('history'),
    player_id: own.playerId,
    occurred_at: occurredAt,
    reason: 'match_result',
    match_id: match.id,
    explanation: explainMatch({
      opponentName: nameOf(opponent.playerId),
      opponentRating: opponent.value,
      status: match.status,
      won: winner === side,
      retired: match.retiredPlayerId === own.playerId,
      games: side === 0 ? games : [games[1], games[0]],
      expectedScore: expected,
      actualScore: actual,
      change,
      valueAfter: value,
    }),
    value_before: own.value,
    value_after: value,
    confidence_before: own.confidence,
    confidence_after: confidence,
    calculation: {
      opponent_id: opponent.playerId,
      opponent_rating: opponent.value,
      expected_score: expected,
      actual_score: actual,
      k_factor: k,
    },
  };
  const isLatest = own.lastRatedMatchAt === null || match.playedAt > own.lastRatedMatchAt;
  const standing: Standing = {
    ...own,
    value,
    confidence,
    ratedMatches: own.ratedMatches + 1,
    lastRatedMatchAt: isLatest ? match.playedAt : own.lastRatedMatchAt,
    dropsApplied: isLatest ? 0 : own.dropsApplied,
    updatedAt: occurredAt,
  };
  return { entry, standing };
}
