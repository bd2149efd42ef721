import { migration } from './statements.ts';

/** The letter ð of a name is found by d, as đ is; it became đ, which nothing finds but itself. */
export const eth = migration(
  '0009-eth',
  `do $$ begin
      execute replace(pg_get_functiondef('fold_name(text)'::regprocedure), 'lodhtiknđσ', 'lodhtikndσ');
    end $$`,
  `update player_name set folded = replace(folded, 'đ', 'd') where folded like '%đ%'`,
);
