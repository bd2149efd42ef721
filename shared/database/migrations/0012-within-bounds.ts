import { Migration } from '@mikro-orm/migrations';
import { statementsOf } from './statements.ts';

/**
 * The index of players by name holds their ratings, too, so that those within bounds are found without a
 * look at all the others between them.
 */
export class WithinBounds extends Migration {
  override name = '0012-within-bounds';

  override up(): void {
    for (const statement of statementsOf(`
      drop index "player_by_name";
      create index "player_by_name" on "player" ("display_name" collate "und-x-icu", "id", ("rating_value" + 0));
    `)) {
      this.addSql(statement);
    }
  }
}
