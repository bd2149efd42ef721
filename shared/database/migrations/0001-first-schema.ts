import { migration, statementsOf } from './statements.ts';

/** The tables of the first version. */
export const firstSchema = migration(
  '0001-first-schema',
  ...statementsOf(`
      create table "api_key" (
        "id" text collate "C" not null,
        "label" text not null,
        "key_hash" text not null,
        "created_at" timestamptz(3) not null,
        "revoked_at" timestamptz(3) null,
        primary key ("id")
      );
      alter table "api_key" add constraint "api_key_key_hash_unique" unique ("key_hash");
      create unique index "api_key_label_once" on "api_key" ("label") where revoked_at is null;

      create table "installation_secret" (
        "name" text not null,
        "value" text not null,
        primary key ("name")
      );

      create table "job_run" (
        "name" text not null,
        "ended_at" timestamptz(3) not null,
        "result" json not null,
        primary key ("name")
      );

      create table "organizer" (
        "id" text collate "C" not null,
        "name" text not null,
        "created_at" timestamptz(3) not null,
        primary key ("id")
      );
      alter table "organizer" add constraint "organizer_id_pattern" check (id ~ '^org_[A-Za-z0-9_-]{1,60}$');
      alter table "organizer" add constraint "organizer_name_given" check (name <> '');

      create table "competition" (
        "id" text collate "C" not null,
        "name" text not null,
        "type" text not null,
        "organizer_id" text collate "C" not null,
        "season" text not null,
        "starts_on" date not null,
        "ends_on" date not null,
        "games_per_set" smallint not null,
        "no_ad" boolean not null,
        "final_set" text not null,
        primary key ("id")
      );
      create index "competition_newest_first" on "competition" ("starts_on" desc, "id" desc);
      alter table "competition" add constraint "competition_id_pattern" check (id ~ '^cmp_[a-z0-9]{10}$');
      alter table "competition" add constraint "competition_type_known" check (type in ('league', 'tournament'));
      alter table "competition" add constraint "competition_days_in_order" check (starts_on <= ends_on);
      alter table "competition" add constraint "competition_games_per_set_known" check (games_per_set in (4, 6));
      alter table "competition" add constraint "competition_final_set_known" check (final_set in ('full_set', 'match_tiebreak'));

      create table "api_client" (
        "id" text collate "C" not null,
        "secret_hash" text not null,
        "organizer_id" text collate "C" not null,
        "scopes" text[] not null,
        "created_at" timestamptz(3) not null,
        "revoked_at" timestamptz(3) null,
        primary key ("id")
      );
      alter table "api_client" add constraint "api_client_id_pattern" check (id ~ '^[A-Za-z0-9_]{1,100}$');

      create table "player" (
        "id" text collate "C" not null,
        "display_name" text not null,
        "self_assessed_ntrp" numeric(2,1) not null,
        "availability" json not null,
        "week" int4multirange not null,
        "created_at" timestamptz(3) not null,
        "rating_value" int not null,
        "rating_confidence" smallint not null,
        primary key ("id")
      );
      create index "player_by_name" on "player" ("display_name" collate "und-x-icu", "id");
      create index "player_by_rating" on "player" ("rating_value", "id");
      alter table "player" add constraint "player_id_pattern" check (id ~ '^plr_[a-z0-9]{10}$');
      alter table "player" add constraint "player_ntrp_on_scale" check (self_assessed_ntrp >= 1.5 and self_assessed_ntrp <= 5.5 and self_assessed_ntrp * 2 = trunc(self_assessed_ntrp * 2));
      alter table "player" add constraint "player_rating_not_negative" check (rating_value >= 0);
      alter table "player" add constraint "player_confidence_in_range" check (rating_confidence >= 0 and rating_confidence <= 100);

      create table "rate_window" (
        "bucket" text collate "C" not null,
        "served" float8[] not null,
        "granted" boolean not null,
        "checked_at" double precision not null,
        primary key ("bucket")
      );
      create index "rate_window_checked_at_index" on "rate_window" ("checked_at");

      create table "rating" (
        "player_id" text collate "C" not null,
        "value" int not null,
        "confidence" smallint not null,
        "rated_matches" int not null,
        "last_rated_match_at" timestamptz(3) null,
        "drops_applied" int not null,
        "updated_at" timestamptz(3) not null,
        primary key ("player_id")
      );
      create index "rating_that_may_drop" on "rating" ("last_rated_match_at") where confidence > 20;
      alter table "rating" add constraint "rating_not_negative" check (value >= 0);
      alter table "rating" add constraint "rating_confidence_in_range" check (confidence >= 0 and confidence <= 100);

      create table "submission_key" (
        "organizer_id" text collate "C" not null,
        "key" text not null,
        "fingerprint" text not null,
        "location" text null,
        "response" text null,
        "expires_at" timestamptz(3) not null,
        primary key ("organizer_id", "key")
      );
      create index "submission_key_expiry" on "submission_key" ("expires_at");

      create table "venue" (
        "id" text collate "C" not null,
        "name" text not null,
        "district" text not null,
        "address" text not null,
        "courts" json not null,
        primary key ("id")
      );
      create index "venue_by_name" on "venue" ("name" collate "und-x-icu", "id");
      alter table "venue" add constraint "venue_id_pattern" check (id ~ '^ven_[a-z0-9]{10}$');
      alter table "venue" add constraint "venue_courts_listed" check (json_typeof(courts) = 'array');

      create table "player_venue" (
        "player_id" text collate "C" not null,
        "venue_id" text collate "C" not null,
        "position" smallint not null,
        primary key ("player_id", "venue_id")
      );
      create index "player_venue_venue_id_index" on "player_venue" ("venue_id");

      create table "match" (
        "id" text collate "C" not null,
        "competition_id" text collate "C" not null,
        "venue_id" text collate "C" not null,
        "court_number" smallint null,
        "played_at" timestamptz(3) not null,
        "played_at_text" text not null,
        "first_player_id" text collate "C" not null,
        "second_player_id" text collate "C" not null,
        "status" text not null,
        "score" json null,
        "winner_id" text collate "C" not null,
        "retired_player_id" text collate "C" null,
        "rating_status" text not null,
        "rating_fault" text null,
        "created_at" timestamptz(3) not null,
        "received_at" timestamptz(3) not null default clock_timestamp(),
        primary key ("id")
      );
      create index "match_newest_first" on "match" ("played_at" desc, "id" desc);
      create index "match_of_first_player" on "match" ("first_player_id", "played_at" desc, "id" desc);
      create index "match_of_second_player" on "match" ("second_player_id", "played_at" desc, "id" desc);
      create index "match_of_competition" on "match" ("competition_id", "played_at" desc, "id" desc);
      create index "match_pending" on "match" ("received_at") where rating_status = 'pending';
      create unique index "match_once" on "match" ("competition_id", "played_at", least("first_player_id", "second_player_id"), greatest("first_player_id", "second_player_id"));
      alter table "match" add constraint "match_id_pattern" check (id ~ '^mat_[a-z0-9]{10}$');
      alter table "match" add constraint "match_court_number_in_range" check (court_number >= 1 and court_number <= 1000);
      alter table "match" add constraint "match_players_differ" check (first_player_id <> second_player_id);
      alter table "match" add constraint "match_status_known" check (status in ('completed', 'retired', 'walkover'));
      alter table "match" add constraint "match_winner_played" check (winner_id = first_player_id or winner_id = second_player_id);
      alter table "match" add constraint "match_score_unless_walkover" check ((status = 'walkover') = (score is null));
      alter table "match" add constraint "match_retired_player_played" check ((status = 'retired') = (retired_player_id is not null) and (retired_player_id = first_player_id or retired_player_id = second_player_id) and retired_player_id <> winner_id);
      alter table "match" add constraint "match_rating_status_known" check (rating_status in ('pending', 'rated', 'not_rated'));
      alter table "match" add constraint "match_walkover_not_rated" check ((status = 'walkover') = (rating_status = 'not_rated'));

      create table "rating_history" (
        "sequence" bigserial primary key,
        "id" text collate "C" not null,
        "player_id" text collate "C" not null,
        "occurred_at" timestamptz(3) not null,
        "reason" text not null,
        "match_id" text collate "C" null,
        "explanation" text not null,
        "value_before" int null,
        "value_after" int not null,
        "confidence_before" smallint null,
        "confidence_after" smallint not null,
        "opponent_id" text collate "C" null,
        "opponent_rating" int null,
        "expected_score" numeric(4,3) null,
        "actual_score" numeric(4,3) null,
        "k_factor" smallint null
      );
      alter table "rating_history" add constraint "rating_history_id_unique" unique ("id");
      create index "rating_history_of_player" on "rating_history" ("player_id", "sequence");
      alter table "rating_history" add constraint "rating_history_once_a_match" unique ("match_id", "player_id");
      alter table "rating_history" add constraint "rating_history_id_pattern" check (id ~ '^rtg_[a-z0-9]{10}$');
      alter table "rating_history" add constraint "rating_history_reason_known" check (reason in ('initial_assessment', 'match_result', 'inactivity'));
      alter table "rating_history" add constraint "rating_history_match_has_calculation" check ((reason = 'match_result') = (match_id is not null) and (reason = 'match_result') = (opponent_id is not null and opponent_rating is not null and expected_score is not null and actual_score is not null and k_factor is not null));
      alter table "rating_history" add constraint "rating_history_first_has_no_before" check ((reason = 'initial_assessment') = (value_before is null) and (reason = 'initial_assessment') = (confidence_before is null));
      alter table "rating_history" add constraint "rating_history_confidence_in_range" check (confidence_after >= 0 and confidence_after <= 100 and value_after >= 0);
      alter table "rating_history" add constraint "rating_history_scores_in_range" check (expected_score >= 0 and expected_score <= 1 and actual_score >= 0 and actual_score <= 1 and k_factor in (16, 32, 48));

      create table "competition_venue" (
        "competition_id" text collate "C" not null,
        "venue_id" text collate "C" not null,
        "position" smallint not null,
        primary key ("competition_id", "venue_id")
      );
      create index "competition_venue_venue_id_index" on "competition_venue" ("venue_id");
      alter table "competition" add constraint "competition_organizer_id_foreign" foreign key ("organizer_id") references "organizer" ("id");
      alter table "api_client" add constraint "api_client_organizer_id_foreign" foreign key ("organizer_id") references "organizer" ("id");
      alter table "rating" add constraint "rating_player_id_foreign" foreign key ("player_id") references "player" ("id") on update no action on delete cascade;
      alter table "submission_key" add constraint "submission_key_organizer_id_foreign" foreign key ("organizer_id") references "organizer" ("id") on delete cascade;
      alter table "player_venue" add constraint "player_venue_player_id_foreign" foreign key ("player_id") references "player" ("id") on update no action on delete cascade;
      alter table "player_venue" add constraint "player_venue_venue_id_foreign" foreign key ("venue_id") references "venue" ("id") on update no action on delete no action;
      alter table "match" add constraint "match_competition_id_foreign" foreign key ("competition_id") references "competition" ("id");
      alter table "match" add constraint "match_venue_id_foreign" foreign key ("venue_id") references "venue" ("id");
      alter table "match" add constraint "match_first_player_id_foreign" foreign key ("first_player_id") references "player" ("id");
      alter table "match" add constraint "match_second_player_id_foreign" foreign key ("second_player_id") references "player" ("id");
      alter table "match" add constraint "match_winner_id_foreign" foreign key ("winner_id") references "player" ("id");
      alter table "match" add constraint "match_retired_player_id_foreign" foreign key ("retired_player_id") references "player" ("id") on delete no action;
      alter table "rating_history" add constraint "rating_history_player_id_foreign" foreign key ("player_id") references "player" ("id") on delete cascade;
      alter table "rating_history" add constraint "rating_history_match_id_foreign" foreign key ("match_id") references "match" ("id") on delete no action;
      alter table "rating_history" add constraint "rating_history_opponent_id_foreign" foreign key ("opponent_id") references "player" ("id") on delete no action;
      alter table "competition_venue" add constraint "competition_venue_competition_id_foreign" foreign key ("competition_id") references "competition" ("id") on update no action on delete cascade;
      alter table "competition_venue" add constraint "competition_venue_venue_id_foreign" foreign key ("venue_id") references "venue" ("id") on update no action on delete no action;
    `),
);
