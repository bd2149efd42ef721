import { migration, statementsOf } from './statements.ts';

/** The players of a venue by rating. */
export const venues = migration(
  '0008-venues',
  ...statementsOf(`
      alter table "player_venue" add column "rating_value" int;
      update player_venue set rating_value = player.rating_value from player where id = player_id;
      alter table "player_venue" alter column "rating_value" set not null;
      create index "player_venue_by_rating" on "player_venue" ("venue_id", "rating_value", "player_id");
    `),
);
