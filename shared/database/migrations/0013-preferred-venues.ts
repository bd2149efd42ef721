import { Migration } from '@mikro-orm/migrations';
import { statementsOf } from './statements.ts';

/** A player's row holds the preferred venues, so that nobody who is shown costs a look at another table. */
export class PreferredVenues extends Migration {
  override name = '0013-preferred-venues';

  override up(): void {
    for (const statement of statementsOf(`
      alter table "player" add column "preferred_venue_ids" text[] not null default '{}';
      update player set preferred_venue_ids =
        array(select venue_id from player_venue where player_id = player.id order by position);
      alter table "player_venue" drop column "position";
    `)) {
      this.addSql(statement);
    }
  }
}
