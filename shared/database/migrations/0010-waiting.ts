import { migration, statementsOf } from './statements.ts';

/**
 * The indexes that find who waits for a rating are each for one column alone: where nothing waits by the
 * statistics, PostgreSQL read all of one for each look at the other.
 */
export const waiting = migration(
  '0010-waiting',
  ...statementsOf(`
      drop index "match_first_player_waits";
      drop index "match_second_player_waits";
      create index "match_first_player_waits" on "match" ("first_player_id") where rating_status = 'pending' and rating_fault is null and first_player_id is not null;
      create index "match_second_player_waits" on "match" ("second_player_id") where rating_status = 'pending' and rating_fault is null and second_player_id is not null;
    `),
);
