import { migration, statementsOf } from './statements.ts';

/** Room between the entries of the history, and what was voided. */
export const corrections = migration(
  '0005-corrections',
  ...statementsOf(`
      alter table "rating_history" add column "as_of" timestamptz(3) null;
      alter table "rating_history" drop constraint "rating_history_pkey";
      update rating_history set sequence = sequence * 1000;
      alter table "rating_history" add primary key ("sequence");
      alter sequence "rating_history_sequence_seq" increment by 1000;
      select setval('rating_history_sequence_seq', coalesce(max(sequence), 0) + 1000, false) from rating_history;

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
        "created_at" timestamptz(3) not null,
        "received_at" timestamptz(3) not null,
        "voided_at" timestamptz(3) not null,
        primary key ("id")
      );
      create index "voided_match_first_player_id_index" on "voided_match" ("first_player_id");
      create index "voided_match_second_player_id_index" on "voided_match" ("second_player_id");
      alter table "voided_match" add constraint "voided_match_competition_id_foreign" foreign key ("competition_id") references "competition" ("id");
      alter table "voided_match" add constraint "voided_match_venue_id_foreign" foreign key ("venue_id") references "venue" ("id");
      alter table "voided_match" add constraint "voided_match_first_player_id_foreign" foreign key ("first_player_id") references "player" ("id");
      alter table "voided_match" add constraint "voided_match_second_player_id_foreign" foreign key ("second_player_id") references "player" ("id");
      alter table "voided_match" add constraint "voided_match_winner_id_foreign" foreign key ("winner_id") references "player" ("id");
      alter table "voided_match" add constraint "voided_match_retired_player_id_foreign" foreign key ("retired_player_id") references "player" ("id") on delete no action;

      create table "voided_entry" (
        "sequence" bigint not null,
        "voided_match_id" text collate "C" not null,
        "id" text collate "C" not null,
        "player_id" text collate "C" not null,
        "occurred_at" timestamptz(3) not null,
        "as_of" timestamptz(3) null,
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
        "k_factor" smallint null,
        primary key ("id")
      );
      create index "voided_entry_voided_match_id_index" on "voided_entry" ("voided_match_id");
      alter table "voided_entry" add constraint "voided_entry_voided_match_id_foreign" foreign key ("voided_match_id") references "voided_match" ("id") on delete cascade;
      alter table "voided_entry" add constraint "voided_entry_player_id_foreign" foreign key ("player_id") references "player" ("id") on delete cascade;
      alter table "voided_entry" add constraint "voided_entry_opponent_id_foreign" foreign key ("opponent_id") references "player" ("id") on delete no action;
    `),
);
