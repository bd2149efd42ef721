import { migration, statementsOf } from './statements.ts';

// A name as people type it: small letters, without accents, apostrophes and invisible marks, and
// with a space for all else that isn't a letter, a digit or a symbol. A letter that NFKD doesn't
// take apart, such as ł, becomes the one that is typed for it.
const foldName = `
  create function fold_name(name text) returns text
    language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(translate(
      normalize(lower(name collate "und-x-icu"), NFKD) collate "C",
      'łøđħŧıĸŋðς', 'lodhtiknđσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\\u0300-\\u036f''\`\\u00ad\\u00b4\\u02bc\\u200b-\\u200f\\u2018\\u2019\\u202a-\\u202e\\u2060-\\u206f\\ufeff]+', '', 'g'),
    '[\\u0001-/:-@\\u005b-_{-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+', ' ', 'g'))
  $$`;

// The three letters from each place on, at the end two and one: a search for one or two letters
// finds those that begin with them. No search for a name is worth parallel workers, whose start
// takes longer.
const nameGrams = `
  create function name_grams(folded text) returns tsvector
    language sql immutable strict parallel unsafe cost 100 as $$
  select array_to_tsvector(array(
    select substr(folded, place, 3) from generate_series(1, length(folded)) place))
  $$`;

// A folded name holds neither quotes nor backslashes. Sixteen places are enough to leave few names.
const gramsOf = `
  create function name_query(folded text) returns tsquery
    language sql immutable strict parallel safe as $$
  select string_agg('''' || substr(folded, place, 3) || case when length(folded) < 3 then ''':*' else '''' end, ' & ')::tsquery
    from generate_series(1, greatest(1, least(length(folded) - 2, 16))) place
    where folded <> ''
  $$`;

/** Players by any part of their names, and those with rated matches by rating. */
export const search = migration(
  '0007-search',
  foldName,
  nameGrams,
  gramsOf,
  ...statementsOf(`
      create table "player_name" (
        "player_id" text collate "C" not null,
        "folded" text collate "C" not null,
        primary key ("player_id")
      );
      insert into player_name select id, fold_name(display_name) from player;
      create index "player_name_grams" on "player_name" using gin (name_grams("folded"));
      alter index "player_name_grams" alter column 1 set statistics 0;
      alter table "player_name" add constraint "player_name_player_id_foreign" foreign key ("player_id") references "player" ("id") on update no action on delete cascade;

      create index "rating_ranking" on "rating" ("value", "player_id", "last_rated_match_at") where last_rated_match_at is not null;
    `),
);
