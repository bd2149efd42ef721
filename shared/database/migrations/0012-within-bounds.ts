import { migration, statementsOf } from './statements.ts';

/**
 * The index of players by name holds their ratings, too, so that those within bounds are found without a
 * look at all the others between them.
 */
export const withinBounds = migration(
  '0012-within-bounds',
  ...statementsOf(`
      drop index "player_by_name";
      create index "player_by_name" on "player" ("display_name" collate "und-x-icu", "id", ("rating_value" + 0));
    `),
);
