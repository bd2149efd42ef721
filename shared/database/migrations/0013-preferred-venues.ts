import { migration, statementsOf } from './statements.ts';

/** A player's row holds the preferred venues, so that nobody who is shown costs a look at another table. */
export const preferredVenues = migration(
  '0013-preferred-venues',
  ...statementsOf(`
      alter table "player" add column "preferred_venue_ids" text[] not null default '{}';
      update player set preferred_venue_ids =
        array(select venue_id from player_venue where player_id = player.id order by position);
      alter table "player_venue" drop column "position";
    `),
);
