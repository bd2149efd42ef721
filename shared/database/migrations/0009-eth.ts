import { Migration } from '@mikro-orm/migrations';

/** The letter ð of a name is found by d, as đ is; it became đ, which nothing finds but itself. */
export class Eth extends Migration {
  override name = '0009-eth';

  override up(): void {
    this.addSql(`do $$ begin
      execute replace(pg_get_functiondef('fold_name(text)'::regprocedure), 'lodhtiknđσ', 'lodhtikndσ');
    end $$`);
    this.addSql(
      `update player_name set folded = replace(folded, 'đ', 'd') where folded like '%đ%'`,
    );
  }
}
