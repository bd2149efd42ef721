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
import { idPattern, type MatchId } from '../../shared/ids.ts';
import { Competition, Organizer } from '../competitions/index.ts';
import { Player } from '../players/index.ts';
import { highestCourt, Venue } from '../venues/index.ts';
import { type MatchShown, matchStatuses, ratingStatuses } from './schema.ts';
import type { Score } from './score.ts';

const result = {
  id: id<MatchId>().primary(),
  competition: () => p.manyToOne(Competition).ref(),
  venue: () => p.manyToOne(Venue).ref(),
  court_number: p.smallint().nullable(),
  played_at: timestamp(),
  played_at_text: p.text(),
  first_player: () => p.manyToOne(Player).ref(),
  second_player: () => p.manyToOne(Player).ref(),
  status: p.text().$type<MatchShown['status']>(),
  score: p.json().columnType('json').$type<Score>().nullable(),
  winner: () => p.manyToOne(Player).ref(),
  retired_player: () => p.manyToOne(Player).ref().nullable().deleteRule('no action'),
  rating_status: p.text().$type<MatchShown['rating_status']>(),
  rating_fault: p.text().nullable(),
  run: p.integer().nullable(),
  waited: p.array(Number).columnType('int[]').defaultRaw(`'{}'`),
  created_at: timestamp(),
};

/** For what few matches have: looks at which they waited. */
const waited = `where waited <> '{}'`;

/**
 * A result. `played_at` is the moment, `played_at_text` how the organizer wrote it; `received_at` is
 * when it came into this database, from which the quiet delay before a rating run counts;
 * `rating_fault` says why a pending match can't be rated. `run` is the number of the run that rated it, `waited`
 * has those of the looks that left its players out because of it, and `came_after` is the number of the last run
 * or look that had begun when it came in. rules 3.2, 2.5
 */
export const Match = defineEntity({
  name: 'match',
  properties: {
    ...result,
    received_at: timestamp().defaultRaw('clock_timestamp()'),
    came_after: p.integer().defaultRaw('last_run()'),
  },
  checks: checks({
    match_id_pattern: fits('id', idPattern('match')),
    match_court_number_in_range: isBetween('court_number', 1, highestCourt),
    match_players_differ: 'first_player_id <> second_player_id',
    match_status_known: isOneOf('status', matchStatuses),
    match_winner_played: 'winner_id = first_player_id or winner_id = second_player_id',
    match_score_unless_walkover: `(status = 'walkover') = (score is null)`,
    match_retired_player_played: `(status = 'retired') = (retired_player_id is not null) and (retired_player_id = first_player_id or retired_player_id = second_player_id) and retired_player_id <> winner_id`,
    match_rating_status_known: isOneOf('rating_status', ratingStatuses),
    match_walkover_not_rated: `(status = 'walkover') = (rating_status = 'not_rated')`,
    match_rated_by_run: `(rating_status = 'rated') = (run is not null)`,
  }),
  indexes: [
    ...indexes('index', 'match', {
      match_newest_first: '("played_at" desc, "id" desc)',
      match_of_first_player: '("first_player_id", "played_at" desc, "id" desc)',
      match_of_second_player: '("second_player_id", "played_at" desc, "id" desc)',
      match_of_competition: '("competition_id", "played_at" desc, "id" desc)',
      match_of_rare_status: `("status", "played_at" desc, "id" desc) where status <> 'completed'`,
      match_not_rated_yet: `("rating_status", "played_at" desc, "id" desc) where rating_status <> 'rated'`,
      match_pending: `("received_at") where rating_status = 'pending'`,
      match_unrateable: `("received_at") where rating_status = 'pending' and rating_fault is not null`,
      match_first_player_waited: `("first_player_id") ${waited}`,
      match_second_player_waited: `("second_player_id") ${waited}`,
    }),
    ...indexes('unique index', 'match', {
      match_applied: '("run", "played_at", "created_at", "id") where run is not null',
      match_once:
        '("competition_id", "played_at", least("first_player_id", "second_player_id"), greatest("first_player_id", "second_player_id"))',
    }),
  ],
});

/** A voided result, as it was, until it is restored. */
export const VoidedMatch = defineEntity({
  name: 'voided_match',
  properties: {
    ...result,
    received_at: timestamp(),
    came_after: p.integer(),
    voided_at: timestamp(),
  },
  indexes: [{ properties: 'first_player' }, { properties: 'second_player' }],
});

/** The first answer to an idempotency key of an organizer, kept for 24 hours. rules 5.5 */
export const SubmissionKey = defineEntity({
  name: 'submission_key',
  properties: {
    organizer: () => p.manyToOne(Organizer).primary().ref().deleteRule('cascade'),
    key: p.text().primary(),
    fingerprint: p.text(),
    location: p.text().nullable(),
    response: p.text().nullable(),
    expires_at: timestamp(),
  },
  indexes: [{ name: 'submission_key_expiry', properties: 'expires_at' }],
});
