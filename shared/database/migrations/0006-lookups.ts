import { Migration } from '@mikro-orm/migrations';
import { statementsOf } from './statements.ts';

/** Indexes that find who waits for a rating, and what can't be rated. */
export class Lookups extends Migration {
  override name = '0006-lookups';

  override up(): void {
    for (const statement of statementsOf(`
      create index "match_first_player_waits" on "match" ("first_player_id") where rating_status = 'pending' and rating_fault is null;
      create index "match_second_player_waits" on "match" ("second_player_id") where rating_status = 'pending' and rating_fault is null;
      create index "match_unrateable" on "match" ("received_at") where rating_status = 'pending' and rating_fault is not null;
    `)) {
      this.addSql(statement);
    }
  }
}
