import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  checks,
  fits,
  id,
  indexes,
  isBetween,
  isOneOf,
  timestamp,
} from '../../shared/database/columns.ts';
import { type HistoryId, idPattern, type MatchId } from '../../shared/ids.ts';
import { Match, VoidedMatch } from '../matches/index.ts';
import { Player, startingConfidence } from '../players/index.ts';
import { dropIntervalDays, firstDropDays } from './confidence.ts';
import { type KFactor, kFactors } from './rating.ts';
import { type HistoryEntry, reasonCodes } from './schema.ts';

/** When the next drop of confidence is due, in UTC. rules 2.2 */
export const nextDrop = `("last_rated_match_at" at time zone 'UTC') + (${firstDropDays} + ${dropIntervalDays} * "drops_applied") * interval '24 hours'`;

/**
 * Where a player's rating stands. `drops_applied` counts the inactivity entries since the match that
 * set `last_rated_match_at`; `updated_at` is when the newest history entry occurred. rules 3.5
 */
export const Rating = defineEntity({
  name: 'rating',
  properties: {
    player: () => p.manyToOne(Player).primary().ref().deleteRule('cascade').updateRule('no action'),
    value: p.integer(),
    confidence: p.smallint(),
    rated_matches: p.integer(),
    last_rated_match_at: timestamp().nullable(),
    drops_applied: p.integer(),
    updated_at: timestamp(),
  },
  checks: checks({
    rating_not_negative: 'value >= 0',
    rating_confidence_in_range: isBetween('confidence', 0, 100),
  }),
  indexes: indexes('index', 'rating', {
    rating_next_drop: `((${nextDrop}), "player_id") where confidence > ${startingConfidence}`,
    rating_ranking: '("value", "player_id", "last_rated_match_at")',
  }),
});

const entry = {
  player: () => p.manyToOne(Player).ref().deleteRule('cascade'),
  occurred_at: timestamp(),
  as_of: timestamp().nullable(),
  reason: p.text().$type<HistoryEntry['reason']['code']>(),
  explanation: p.text(),
  inactive_days: p.integer().nullable(),
  value_before: p.integer().nullable(),
  value_after: p.integer(),
  confidence_before: p.smallint().nullable(),
  confidence_after: p.smallint(),
  opponent: () => p.manyToOne(Player).ref().nullable().deleteRule('no action'),
  opponent_rating: p.integer().nullable(),
  expected_score: p.decimal('number').columnType('numeric(4,3)').nullable(),
  actual_score: p.decimal('number').columnType('numeric(4,3)').nullable(),
  k_factor: p.smallint().$type<KFactor>().nullable(),
};

/**
 * One change of a rating or confidence; `sequence` is the order in which they were applied, with room
 * for more between two of them. `as_of` is the moment that counted for a drop that a look gave: it was
 * due by then or, if it was imported, was given then; null if a match brought the drop. rules 1.9
 */
export const RatingHistory = defineEntity({
  name: 'rating_history',
  properties: {
    sequence: p.bigint('number').primary().autoincrement(),
    id: id<HistoryId>().unique(),
    ...entry,
    match: () => p.manyToOne(Match).ref().nullable().deleteRule('no action'),
  },
  checks: checks({
    rating_history_id_pattern: fits('id', idPattern('history')),
    rating_history_reason_known: isOneOf('reason', reasonCodes),
    rating_history_match_has_calculation: `(reason = 'match_result') = (match_id is not null) and (reason = 'match_result') = (opponent_id is not null and opponent_rating is not null and expected_score is not null and actual_score is not null and k_factor is not null)`,
    rating_history_first_has_no_before: `(reason = 'initial_assessment') = (value_before is null) and (reason = 'initial_assessment') = (confidence_before is null)`,
    rating_history_drop_has_days: `(reason = 'inactivity') = (inactive_days is not null)`,
    rating_history_confidence_in_range: `${isBetween('confidence_after', 0, 100)} and value_after >= 0`,
    rating_history_scores_in_range: `${isBetween('expected_score', 0, 1)} and ${isBetween('actual_score', 0, 1)} and ${isOneOf('k_factor', kFactors.toReversed())}`,
  }),
  indexes: [{ name: 'rating_history_of_player', properties: ['player', 'sequence'] }],
  uniques: [{ name: 'rating_history_once_a_match', properties: ['match', 'player'] }],
});

/**
 * An entry that was removed with a voided match, until that is restored. A drop has the match that it was
 * given with.
 */
export const VoidedEntry = defineEntity({
  name: 'voided_entry',
  properties: {
    id: id<HistoryId>().primary(),
    voided_match: () => p.manyToOne(VoidedMatch).ref().deleteRule('cascade'),
    sequence: p.bigint('number'),
    ...entry,
    match_id: id<MatchId>().nullable(),
  },
  indexes: [{ properties: 'voided_match' }],
});

/** When a job last ended, and with what result: rating runs, drops of confidence, backups. */
export const JobRun = defineEntity({
  name: 'job_run',
  properties: {
    name: p.text().primary(),
    ended_at: timestamp(),
    result: p.json().columnType('json').$type<object>(),
  },
});
