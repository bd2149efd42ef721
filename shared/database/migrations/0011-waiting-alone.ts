import { migration, statementsOf } from './statements.ts';

/**
 * The indexes that find who waits for a rating have a condition of their own: an index of all that is
 * pending doesn't fit a look at one player, of which PostgreSQL read everything while it was small.
 */
export const waitingAlone = migration(
  '0011-waiting-alone',
  ...statementsOf(`
      drop index "match_first_player_waits";
      drop index "match_second_player_waits";
      create index "match_first_player_waits" on "match" ("first_player_id") where rating_status || '' = 'pending' and rating_fault is null and first_player_id is not null;
      create index "match_second_player_waits" on "match" ("second_player_id") where rating_status || '' = 'pending' and rating_fault is null and second_player_id is not null;
    `),
);
