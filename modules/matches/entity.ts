import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import { id, moment } from '../../shared/database/columns.ts';
import type { MatchId } from '../../shared/ids.ts';
import { Competition, Organizer } from '../competitions/index.ts';
import { Player } from '../players/index.ts';
import { Venue } from '../venues/index.ts';
import type { Match as MatchShown } from './schema.ts';

/**
 * A result. `played_at` is the moment, `played_at_text` how the organizer wrote it; `received_at` is
 * when it came into this database, from which the quiet delay before a rating run counts;
 * `rating_fault` says why a pending match can't be rated.
 */
export const Match = defineEntity({
  name: 'Match',
  tableName: 'match',
  properties: {
    id: id<MatchId>().primary(),
    competition: () => p.manyToOne(Competition).ref(),
    venue: () => p.manyToOne(Venue).ref(),
    court_number: p.smallint().nullable(),
    played_at: moment(),
    played_at_text: p.text(),
    first_player: () => p.manyToOne(Player).ref(),
    second_player: () => p.manyToOne(Player).ref(),
    status: p.text().$type<MatchShown['status']>(),
    score: p.json().columnType('json').$type<NonNullable<MatchShown['score']>>().nullable(),
    winner: () => p.manyToOne(Player).ref(),
    retired_player: () => p.manyToOne(Player).ref().nullable().deleteRule('no action'),
    rating_status: p.text().$type<MatchShown['rating_status']>(),
    rating_fault: p.text().nullable(),
    created_at: moment(),
    received_at: moment().defaultRaw('clock_timestamp()'),
  },
  checks: [
    { name: 'match_id_pattern', expression: `id ~ '^mat_[a-z0-9]{10}$'` },
    {
      name: 'match_court_number_in_range',
      expression: 'court_number >= 1 and court_number <= 1000',
    },
    { name: 'match_players_differ', expression: 'first_player_id <> second_player_id' },
    { name: 'match_status_known', expression: `status in ('completed', 'retired', 'walkover')` },
    {
      name: 'match_winner_played',
      expression: 'winner_id = first_player_id or winner_id = second_player_id',
    },
    { name: 'match_score_unless_walkover', expression: `(status = 'walkover') = (score is null)` },
    {
      name: 'match_retired_player_played',
      expression: `(status = 'retired') = (retired_player_id is not null) and (retired_player_id = first_player_id or retired_player_id = second_player_id) and retired_player_id <> winner_id`,
    },
    {
      name: 'match_rating_status_known',
      expression: `rating_status in ('pending', 'rated', 'not_rated')`,
    },
    {
      name: 'match_walkover_not_rated',
      expression: `(status = 'walkover') = (rating_status = 'not_rated')`,
    },
  ],
  indexes: [
    {
      name: 'match_newest_first',
      expression: 'create index "match_newest_first" on "match" ("played_at" desc, "id" desc)',
    },
    {
      name: 'match_of_first_player',
      expression:
        'create index "match_of_first_player" on "match" ("first_player_id", "played_at" desc, "id" desc)',
    },
    {
      name: 'match_of_second_player',
      expression:
        'create index "match_of_second_player" on "match" ("second_player_id", "played_at" desc, "id" desc)',
    },
    {
      name: 'match_of_competition',
      expression:
        'create index "match_of_competition" on "match" ("competition_id", "played_at" desc, "id" desc)',
    },
    {
      name: 'match_pending',
      expression: `create index "match_pending" on "match" ("received_at") where rating_status = 'pending'`,
    },
    {
      name: 'match_once',
      expression:
        'create unique index "match_once" on "match" ("competition_id", "played_at", least("first_player_id", "second_player_id"), greatest("first_player_id", "second_player_id"))',
    },
  ],
});

/** The first answer to an idempotency key of an organizer, kept for 24 hours. rules 5.5 */
export const SubmissionKey = defineEntity({
  name: 'SubmissionKey',
  tableName: 'submission_key',
  properties: {
    organizer: () => p.manyToOne(Organizer).primary().ref().deleteRule('cascade'),
    key: p.text().primary(),
    fingerprint: p.text(),
    location: p.text().nullable(),
    response: p.text().nullable(),
    expires_at: moment(),
  },
  indexes: [{ name: 'submission_key_expiry', properties: 'expires_at' }],
});

declare module '../../shared/database/db.ts' {
  interface Tables extends InferKyselyDB<typeof Match | typeof SubmissionKey> {}
}
