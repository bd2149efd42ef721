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
import { type HistoryId, type Id, idPattern, type MatchId } from '../../shared/ids.ts';
import { Match } from '../matches/index.ts';
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
    rating_ranking: '("value", "player_id", "last_rated_match_at", "confidence")',
  }),
});

/**
 * One change of a rating or confidence, and in the last three columns the rest of where it left the player.
 * `run`, `at`, `sent_at`, `match` and `nth` are its place in the order of application: a match's, with when it was
 * played and sent, and `nth` from 1 for the drops that were given with it and 99 for its result; or a look's number and moment; or, for
 * the first entry, 0 and the moment of joining. rules 1.9, 3.2
 */
export const RatingHistory = defineEntity({
  name: 'rating_history',
  properties: {
    id: id<HistoryId>().primary(),
    player: () => p.manyToOne(Player).ref().deleteRule('cascade'),
    run: p.integer(),
    at: timestamp(),
    sent_at: timestamp(),
    match: () => p.manyToOne(Match).ref().nullable().deleteRule('no action'),
    nth: p.smallint(),
    occurred_at: timestamp(),
    reason: p.text().$type<HistoryEntry['reason']['code']>(),
    explanation: p.text(),
    value_before: p.integer().nullable(),
    value_after: p.integer(),
    confidence_before: p.smallint().nullable(),
    confidence_after: p.smallint(),
    opponent: () => p.manyToOne(Player).ref().nullable().deleteRule('no action'),
    opponent_rating: p.integer().nullable(),
    expected_score: p.decimal('number').columnType('numeric(4,3)').nullable(),
    actual_score: p.decimal('number').columnType('numeric(4,3)').nullable(),
    k_factor: p.smallint().$type<KFactor>().nullable(),
    rated_matches: p.integer(),
    last_rated_match_at: timestamp().nullable(),
    drops_applied: p.integer(),
  },
  checks: checks({
    rating_history_id_pattern: fits('id', idPattern('history')),
    rating_history_reason_known: isOneOf('reason', reasonCodes),
    rating_history_match_has_calculation: `(reason <> 'match_result' or match_id is not null) and (reason = 'match_result') = (opponent_id is not null and opponent_rating is not null and expected_score is not null and actual_score is not null and k_factor is not null)`,
    rating_history_first_has_no_before: `(reason = 'initial_assessment') = (value_before is null) and (reason = 'initial_assessment') = (confidence_before is null)`,
    rating_history_first_comes_first: `(reason = 'initial_assessment') = (run = 0)`,
    rating_history_confidence_in_range: `${isBetween('confidence_after', 0, 100)} and value_after >= 0`,
    rating_history_scores_in_range: `${isBetween('expected_score', 0, 1)} and ${isBetween('actual_score', 0, 1)} and ${isOneOf('k_factor', kFactors.toReversed())}`,
  }),
  indexes: indexes('index', 'rating_history', {
    rating_history_of_look: '("run", "player_id") where match_id is null',
  }),
  uniques: [
    { name: 'rating_history_once_a_match', properties: ['match', 'player', 'nth'] },
    {
      name: 'rating_history_of_player',
      expression: `create unique index "rating_history_of_player" on "rating_history" ("player_id", "run", "at", "sent_at", coalesce("match_id", ''), "nth")`,
    },
  ],
});

/**
 * The id of an entry that was removed, by what tells it apart: if that comes back, so does the id. Its match
 * may be voided; `run` is 0 unless a look gave it. rules 11.7
 */
export const FormerEntry = defineEntity({
  name: 'former_entry',
  properties: {
    id: id<HistoryId>().primary(),
    player: () => p.manyToOne(Player).ref().deleteRule('cascade'),
    match_id: id<MatchId>().nullable(),
    run: p.integer(),
    nth: p.smallint(),
  },
  indexes: [{ name: 'former_entry_of_player', properties: ['player'] }],
});

/**
 * What a correction made of a player's rating: it was `before` and became `after`. The entry of the audit log with
 * that id says what was corrected. rules 11.9
 */
export const Recalculation = defineEntity({
  name: 'recalculation',
  properties: {
    player: () => p.manyToOne(Player).primary().ref().deleteRule('cascade').updateRule('no action'),
    audit_id: id<Id<'audit'>>().primary(),
    before: p.integer(),
    after: p.integer(),
  },
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
