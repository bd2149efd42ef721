import { migration, statementsOf } from './statements.ts';

/** Indexes that find who waits for a rating, what can't be rated, and the players of a venue by name. */
export const lookups = migration(
  '0006-lookups',
  ...statementsOf(`
      create index "match_first_player_waits" on "match" ("first_player_id") where rating_status = 'pending' and rating_fault is null;
      create index "match_second_player_waits" on "match" ("second_player_id") where rating_status = 'pending' and rating_fault is null;
      create index "match_unrateable" on "match" ("received_at") where rating_status = 'pending' and rating_fault is not null;

      alter table "player_venue" add column "display_name" text;
      update player_venue set display_name = player.display_name from player where id = player_id;
      alter table "player_venue" alter column "display_name" set not null;
      create index "player_venue_by_name" on "player_venue" ("venue_id", "display_name" collate "und-x-icu", "player_id");
      drop index "player_venue_venue_id_index";
    `),
);
