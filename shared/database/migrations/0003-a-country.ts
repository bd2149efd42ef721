import { migration, statementsOf } from './statements.ts';

// A week is cut into blocks of an hour, half an hour, five minutes or one minute, as large as they
// can be. A block's number is made of its first minute and its length. With a minus, the block
// itself and the larger blocks around it count too. Two weeks have a minute in common where a block
// of one is, holds or lies within a block of the other: where a number of one is one of the other's
// with the sign changed.
const weekBlocks = `
  create function week_blocks(week int4multirange) returns int[]
    language plpgsql immutable strict parallel safe as $$
  declare
    sizes constant int[] := array[60, 30, 5, 1];
    free int4range;
    minute int;
    length int;
    around int;
    blocks int[] := '{}';
  begin
    foreach free in array array(select unnest(week)) loop
      minute := lower(free);
      while minute < upper(free) loop
        foreach length in array sizes loop
          exit when minute % length = 0 and minute + length <= upper(free);
        end loop;
        blocks := blocks || minute * 100 + length;
        foreach around in array sizes loop
          exit when around < length;
          blocks := blocks || -((minute - minute % around) * 100 + around);
        end loop;
        minute := minute + length;
      end loop;
    end loop;
    return array(select distinct unnest(blocks));
  end $$`;

/** What keeps reads and jobs as fast with a million players as with ten thousand. */
export const country = migration(
  '0003-a-country',
  weekBlocks,
  ...statementsOf(`
      create table "player_time" (
        "player_id" text collate "C" not null,
        "blocks" int[] not null,
        primary key ("player_id")
      );
      insert into player_time select id, week_blocks(week) from player;
      create index "player_time_blocks" on "player_time" using gin ("blocks");
      alter table "player_time" add constraint "player_time_player_id_foreign" foreign key ("player_id") references "player" ("id") on update no action on delete cascade;

      create index "player_by_rating_down" on "player" ("rating_value" desc, "id");
      create index "venue_of_district" on "venue" ("district", "name" collate "und-x-icu", "id");
      create index "competition_of_season" on "competition" ("season", "starts_on" desc, "id" desc);
      create index "match_of_rare_status" on "match" ("status", "played_at" desc, "id" desc) where status <> 'completed';
      create index "match_not_rated_yet" on "match" ("rating_status", "played_at" desc, "id" desc) where rating_status <> 'rated';

      drop index "rating_that_may_drop";
      create index "rating_next_drop" on "rating" ((("last_rated_match_at" at time zone 'UTC') + (60 + 30 * "drops_applied") * interval '24 hours'), "player_id") where confidence > 20;

      alter table "rate_window" set unlogged;
    `),
);
