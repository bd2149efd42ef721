import { Migration } from '@mikro-orm/migrations';
import { statementsOf } from './statements.ts';

/**
 * The indexes that find who waits for a rating are each for one column alone: where nothing waits by the
 * statistics, PostgreSQL read all of one for each look at the other.
 */
export class Waiting extends Migration {
  override name = '0010-waiting';

  override up(): void {
    for (const statement of statementsOf(`
      drop index "match_first_player_waits";
      drop index "match_second_player_waits";
      create index "match_first_player_waits" on "match" ("first_player_id") where rating_status = 'pending' and rating_fault is null and first_player_id is not null;
      create index "match_second_player_waits" on "match" ("second_player_id") where rating_status = 'pending' and rating_fault is null and second_player_id is not null;
    `)) {
      this.addSql(statement);
    }
  }
}
