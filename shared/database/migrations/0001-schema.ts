import { migration, statementsOf } from './statements.ts';

// A name as people type it: small letters, without accents, apostrophes and invisible marks, and
// with a space for all else that isn't a letter, a digit or a symbol. A letter that NFKD doesn't
// take apart, such as ł, becomes the one that is typed for it.
const foldName = `
  create function fold_name(name text) returns text
    language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(translate(
      normalize(lower(name collate "und-x-icu"), NFKD) collate "C",
      'łøđħŧıĸŋðς', 'lodhtikndσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\\u0300-\\u036f''\`\\u00ad\\u00b4\\u02bc\\u200b-\\u200f\\u2018\\u2019\\u202a-\\u202e\\u2060-\\u206f\\ufeff]+', '', 'g'),
    '[\\u0001-/:-@\\u005b-_{-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+', ' ', 'g'))
  $$`;

// The three letters from each place on, at the end two and one: a search for one or two letters
// finds those that begin with them. No search for a name is worth parallel workers, whose start
// takes longer.
const nameGrams = `
  create function name_grams(folded text) returns tsvector
    language sql immutable strict parallel unsafe cost 100 as $$
  select array_to_tsvector(array(
    select substr(folded, place, 3) from generate_series(1, length(folded)) place))
  $$`;

// What a name is sought by: it as it is written, with the last word first, and with the first one last, for people who
// begin with the surname. A folded name holds neither quotes, backslashes, per cent signs nor underscores.
const namePatterns = `
  create function name_patterns(name text) returns text[]
    language sql immutable strict parallel safe as $$
  select array(select distinct '%' || form || '%' from (values (folded),
      (regexp_replace(folded, '^(.*) ([^ ]+)$', '\\2 \\1')),
      (regexp_replace(folded, '^([^ ]+) (.* .*)$', '\\2 \\1'))) forms (form) where form <> '')
    from fold_name(name) as folded
  $$`;

// Sixteen places of each are enough to leave few names.
const nameQuery = `
  create function name_query(patterns text[]) returns tsquery
    language sql immutable strict parallel safe as $$
  select string_agg(grams, ' | ')::tsquery from unnest(patterns) as pattern, btrim(pattern, '%') as form, lateral (
    select string_agg('''' || substr(form, place, 3) || case when length(form) < 3 then ''':*' else '''' end, ' & ')
      from generate_series(1, greatest(1, least(length(form) - 2, 16))) place) as of_form (grams)
  $$`;

// The number of the last run or look that has begun.
const lastRun = `
  create function last_run() returns int
    language sql stable parallel safe as $$ select coalesce(max(number), 0) from run $$`;

// An entry stays as it was written. Only while a transaction says whom it erases may it lose a name. rules 12.2
const keepEntries = `
  create function keep_audit_entries() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and current_setting('tennis.erasing', true) ~ '^plr_'
      and (old.sequence, old.id, old.at, old.actor::text, old.action, old.subject)
        is not distinct from (new.sequence, new.id, new.at, new.actor::text, new.action, new.subject)
    then
      return new;
    end if;
    raise exception 'The audit log is only ever added to.' using errcode = 'restrict_violation';
  end $$`;

/**
 * The tables, as the entities describe them, and what the entities have no word for: functions and
 * triggers. Ratings are vacuumed when a fiftieth has changed, not a fifth: suggestions and
 * ranks are read from an index alone, but for what no vacuum has seen since its last change.
 */
export const schema = migration(
  '0001-schema',
  foldName,
  nameGrams,
  namePatterns,
  nameQuery,
  ...statementsOf(`
      create table "run" (
        "number" int not null,
        "id" text not null,
        "began_at" timestamptz(3) not null,
        "as_of" timestamptz(3) null,
        "done" boolean not null,
        primary key ("number")
      );
      alter table "run" add constraint "run_numbered_from_1" check (number > 0);
      alter table "run" add constraint "run_id_unique" unique ("id");
      alter table "run" add constraint "run_id_numbered" check (id = 'run_' || number);
      ${lastRun};

      create table "api_key" (
        "id" text collate "C" not null,
        "label" text not null,
        "key_hash" text not null,
        "created_at" timestamptz(3) not null,
        "revoked_at" timestamptz(3) null,
        "former_hash" text null,
        "former_until" timestamptz(3) null,
        "last_used_at" timestamptz(3) null,
        primary key ("id")
      );
      alter table "api_key" add constraint "api_key_key_hash_unique" unique ("key_hash");
      alter table "api_key" add constraint "api_key_former_hash_unique" unique ("former_hash");
      alter table "api_key" add constraint "api_key_former_has_an_end" check ((former_hash is null) = (former_until is null));
      create unique index "api_key_label_once" on "api_key" ("label") where revoked_at is null;

      create table "pass" (
        "id" text collate "C" not null,
        "label" text not null,
        "organizer_id" text collate "C" not null,
        "competition_id" text collate "C" null,
        "may_correct" boolean not null,
        "ends_on" date null,
        "pass_hash" text not null,
        "former_hash" text null,
        "former_until" timestamptz(3) null,
        "created_at" timestamptz(3) not null,
        "revoked_at" timestamptz(3) null,
        "last_used_at" timestamptz(3) null,
        primary key ("id")
      );
      alter table "pass" add constraint "pass_pass_hash_unique" unique ("pass_hash");
      alter table "pass" add constraint "pass_former_hash_unique" unique ("former_hash");
      alter table "pass" add constraint "pass_id_pattern" check (id ~ '^pas_[a-z0-9]{10}$');
      alter table "pass" add constraint "pass_former_has_an_end" check ((former_hash is null) = (former_until is null));
      create unique index "pass_label_once" on "pass" ("label") where revoked_at is null;

      create table "installation_secret" (
        "name" text not null,
        "value" text not null,
        "former_value" text null,
        "former_until" timestamptz(3) null,
        "signs_from" timestamptz(3) null,
        primary key ("name")
      );
      alter table "installation_secret" add constraint "installation_secret_former_has_an_end" check ((former_value is null) = (former_until is null));

      create table "job_run" (
        "name" text not null,
        "ended_at" timestamptz(3) not null,
        "result" json not null,
        primary key ("name")
      );

      create table "quality_result" (
        "id" smallint not null,
        "computed_at" timestamptz(3) not null,
        "result" json not null,
        primary key ("id")
      );
      alter table "quality_result" add constraint "quality_result_is_one" check (id = 1);

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
      create index "competition_of_season" on "competition" ("season", "starts_on" desc, "id" desc);
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
        "former_hash" text null,
        "former_until" timestamptz(3) null,
        primary key ("id")
      );
      alter table "api_client" add constraint "api_client_former_has_an_end" check ((former_hash is null) = (former_until is null));
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
        "unlisted" boolean not null default false,
        "preferred_venue_ids" text[] not null default '{}',
        primary key ("id")
      );
      create index "player_by_name" on "player" ("display_name" collate "und-x-icu", "id");
      create index "player_by_rating" on "player" ("rating_value", "id") include ("week");
      create index "player_by_rating_down" on "player" ("rating_value" desc, "id") include ("week");
      create index "player_unlisted" on "player" ("id") where unlisted;
      alter table "player" add constraint "player_id_pattern" check (id ~ '^plr_[a-z0-9]{10}$');
      alter table "player" add constraint "player_ntrp_on_scale" check (self_assessed_ntrp >= 1.5 and self_assessed_ntrp <= 5.5 and self_assessed_ntrp * 2 = trunc(self_assessed_ntrp * 2));
      alter table "player" add constraint "player_rating_not_negative" check (rating_value >= 0);
      alter table "player" add constraint "player_confidence_in_range" check (rating_confidence >= 0 and rating_confidence <= 100);

      create unlogged table "rate_window" (
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
      create index "rating_next_drop" on "rating" ((("last_rated_match_at" at time zone 'UTC') + (60 + 30 * "drops_applied") * interval '24 hours'), "player_id") where confidence > 20;
      create index "rating_ranking" on "rating" ("value", "player_id", "last_rated_match_at", "confidence");
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
      create index "venue_of_district" on "venue" ("district", "name" collate "und-x-icu", "id");
      alter table "venue" add constraint "venue_id_pattern" check (id ~ '^ven_[a-z0-9]{10}$');
      alter table "venue" add constraint "venue_courts_listed" check (json_typeof(courts) = 'array');

      create table "player_venue" (
        "player_id" text collate "C" not null,
        "venue_id" text collate "C" not null,
        "display_name" text not null,
        "rating_value" int not null,
        primary key ("player_id", "venue_id")
      );
      create index "player_venue_by_name" on "player_venue" ("venue_id", "display_name" collate "und-x-icu", "player_id");
      create index "player_venue_by_rating" on "player_venue" ("venue_id", "rating_value", "player_id");

      create table "player_name" (
        "player_id" text collate "C" not null,
        "folded" text collate "C" not null,
        primary key ("player_id")
      );
      create index "player_name_grams" on "player_name" using gin (name_grams("folded"));

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
        "run" int null,
        "waited" int[] not null default '{}',
        "created_at" timestamptz(3) not null,
        "received_at" timestamptz(3) not null default clock_timestamp(),
        "came_after" int not null default last_run(),
        primary key ("id")
      );
      create index "match_newest_first" on "match" ("played_at" desc, "id" desc);
      create index "match_of_first_player" on "match" ("first_player_id", "played_at" desc, "id" desc);
      create index "match_of_second_player" on "match" ("second_player_id", "played_at" desc, "id" desc);
      create index "match_of_competition" on "match" ("competition_id", "played_at" desc, "id" desc);
      create index "match_of_rare_status" on "match" ("status", "played_at" desc, "id" desc) where status <> 'completed';
      create index "match_not_rated_yet" on "match" ("rating_status", "played_at" desc, "id" desc) where rating_status <> 'rated';
      create index "match_pending" on "match" ("received_at") where rating_status = 'pending';
      create index "match_unrateable" on "match" ("received_at") where rating_status = 'pending' and rating_fault is not null;
      create index "match_first_player_waited" on "match" ("first_player_id") where waited <> '{}';
      create index "match_second_player_waited" on "match" ("second_player_id") where waited <> '{}';
      create unique index "match_applied" on "match" ("run", "played_at", "created_at", "id") where run is not null;
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
      alter table "match" add constraint "match_rated_by_run" check ((rating_status = 'rated') = (run is not null));

      create table "rating_history" (
        "id" text collate "C" not null,
        "player_id" text collate "C" not null,
        "run" int not null,
        "at" timestamptz(3) not null,
        "sent_at" timestamptz(3) not null,
        "match_id" text collate "C" null,
        "nth" smallint not null,
        "occurred_at" timestamptz(3) not null,
        "reason" text not null,
        "explanation" text not null,
        "value_before" int null,
        "value_after" int not null,
        "confidence_before" smallint null,
        "confidence_after" smallint not null,
        "opponent_id" text collate "C" null,
        "opponent_rating" int null,
        "expected_score" numeric(4,3) null,
        "actual_score" numeric(4,3) null,
        "k_factor" smallint null,
        "rated_matches" int not null,
        "last_rated_match_at" timestamptz(3) null,
        "drops_applied" int not null,
        primary key ("id")
      );
      create index "rating_history_of_look" on "rating_history" ("run", "player_id") where match_id is null;
      alter table "rating_history" add constraint "rating_history_once_a_match" unique ("match_id", "player_id", "nth");
      create unique index "rating_history_of_player" on "rating_history" ("player_id", "run", "at", "sent_at", coalesce("match_id", ''), "nth");
      alter table "rating_history" add constraint "rating_history_id_pattern" check (id ~ '^rtg_[a-z0-9]{10}$');
      alter table "rating_history" add constraint "rating_history_reason_known" check (reason in ('initial_assessment', 'match_result', 'inactivity'));
      alter table "rating_history" add constraint "rating_history_match_has_calculation" check ((reason <> 'match_result' or match_id is not null) and (reason = 'match_result') = (opponent_id is not null and opponent_rating is not null and expected_score is not null and actual_score is not null and k_factor is not null));
      alter table "rating_history" add constraint "rating_history_first_has_no_before" check ((reason = 'initial_assessment') = (value_before is null) and (reason = 'initial_assessment') = (confidence_before is null));
      alter table "rating_history" add constraint "rating_history_first_comes_first" check ((reason = 'initial_assessment') = (run = 0));
      alter table "rating_history" add constraint "rating_history_confidence_in_range" check (confidence_after >= 0 and confidence_after <= 100 and value_after >= 0);
      alter table "rating_history" add constraint "rating_history_scores_in_range" check (expected_score >= 0 and expected_score <= 1 and actual_score >= 0 and actual_score <= 1 and k_factor in (16, 32, 48));

      create table "former_entry" (
        "id" text collate "C" not null,
        "player_id" text collate "C" not null,
        "match_id" text collate "C" null,
        "run" int not null,
        "nth" smallint not null,
        primary key ("id")
      );
      create index "former_entry_of_player" on "former_entry" ("player_id");

      create table "recalculation" (
        "player_id" text collate "C" not null,
        "audit_id" text collate "C" not null,
        "before" int not null,
        "after" int not null,
        primary key ("player_id", "audit_id")
      );

      create table "competition_venue" (
        "competition_id" text collate "C" not null,
        "venue_id" text collate "C" not null,
        "position" smallint not null,
        primary key ("competition_id", "venue_id")
      );
      create index "competition_venue_venue_id_index" on "competition_venue" ("venue_id");

      create table "voided_match" (
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
        "run" int null,
        "waited" int[] not null default '{}',
        "created_at" timestamptz(3) not null,
        "received_at" timestamptz(3) not null,
        "came_after" int not null,
        "voided_at" timestamptz(3) not null,
        primary key ("id")
      );
      create index "voided_match_first_player_id_index" on "voided_match" ("first_player_id");
      create index "voided_match_second_player_id_index" on "voided_match" ("second_player_id");

      create table "audit_entry" (
        "sequence" bigserial primary key,
        "id" text collate "C" not null,
        "at" timestamptz(3) not null,
        "actor" json not null,
        "action" text not null,
        "subject" text collate "C" null,
        "reason" text null,
        "before" json null,
        "after" json null
      );
      alter table "audit_entry" add constraint "audit_entry_id_unique" unique ("id");
      create index "audit_entry_of_subject" on "audit_entry" ("subject");
      create index "audit_entry_by_time" on "audit_entry" ("at", "sequence");
      create index "audit_entry_of_commands" on "audit_entry" ("sequence") where action <> 'match submitted';

      alter table "competition" add constraint "competition_organizer_id_foreign" foreign key ("organizer_id") references "organizer" ("id");
      alter table "api_client" add constraint "api_client_organizer_id_foreign" foreign key ("organizer_id") references "organizer" ("id");
      alter table "pass" add constraint "pass_organizer_id_foreign" foreign key ("organizer_id") references "organizer" ("id");
      alter table "pass" add constraint "pass_competition_id_foreign" foreign key ("competition_id") references "competition" ("id") on delete no action;
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
      alter table "player_name" add constraint "player_name_player_id_foreign" foreign key ("player_id") references "player" ("id") on update no action on delete cascade;
      alter table "voided_match" add constraint "voided_match_competition_id_foreign" foreign key ("competition_id") references "competition" ("id");
      alter table "voided_match" add constraint "voided_match_venue_id_foreign" foreign key ("venue_id") references "venue" ("id");
      alter table "voided_match" add constraint "voided_match_first_player_id_foreign" foreign key ("first_player_id") references "player" ("id");
      alter table "voided_match" add constraint "voided_match_second_player_id_foreign" foreign key ("second_player_id") references "player" ("id");
      alter table "voided_match" add constraint "voided_match_winner_id_foreign" foreign key ("winner_id") references "player" ("id");
      alter table "voided_match" add constraint "voided_match_retired_player_id_foreign" foreign key ("retired_player_id") references "player" ("id") on delete no action;
      alter table "former_entry" add constraint "former_entry_player_id_foreign" foreign key ("player_id") references "player" ("id") on delete cascade;
      alter table "recalculation" add constraint "recalculation_player_id_foreign" foreign key ("player_id") references "player" ("id") on delete cascade;

      alter table "rating" set (autovacuum_vacuum_scale_factor = 0.02);
      alter table "player" set (autovacuum_vacuum_scale_factor = 0.02);
    `),
  keepEntries,
  ...[
    ['audit_entry_stays', 'before update or delete on "audit_entry" for each row'],
    ['audit_entry_stays_whole', 'before truncate on "audit_entry" for each statement'],
  ].map(([name, when]) => `create trigger "${name}" ${when} execute function keep_audit_entries()`),
);
