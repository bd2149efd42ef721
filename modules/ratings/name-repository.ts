import { expressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';

/** What is shown instead of an erased name. */
export const erasedName = 'Former player';

const { selectFrom } = expressionBuilder<Tables, never>();

/**
 * The ids of the players whose name contains the part, whatever its accents and case, also with the last word
 * first or the first one last. Nobody is found by what is shown instead of an erased name.
 */
export function named(part: string) {
  return selectFrom('player_name')
    .select('player_id')
    .where(({ and, eb, fn, ref }) => {
      const patterns = fn<string[]>('name_patterns', [sql.val(part)]);
      const shown = fn<string>('fold_name', [sql.lit(erasedName)]);
      return and([
        sql<boolean>`name_grams(${ref('folded')}) @@ name_query(${patterns})`,
        sql<boolean>`${ref('folded')} like any (${patterns})`,
        eb('folded', '<>', shown),
      ]);
    });
}

/** The same, read at once. */
export async function playersNamed(db: Db, part: string): Promise<PlayerId[]> {
  const rows = await db.selectFrom(named(part).as('named')).select('player_id').execute();
  return rows.map(({ player_id }) => player_id);
}

/** Whether the player, whose row has this alias in the statement, is on the public pages. rules 13.5 */
export function isPublic(player: string) {
  const column: keyof Tables['player'] = 'unlisted';
  return sql<boolean>`not ${sql.ref(`${player}.${column}`)}`;
}

/**
 * The name of a player as the public pages show it, for the row with this alias; null if it was erased, and
 * empty if the player is unlisted. rules 13.5
 */
export function publicNameOf(player: string) {
  const column: keyof Tables['player'] = 'unlisted';
  return sql<
    string | null
  >`case when ${sql.ref(`${player}.${column}`)} then '' else ${nameOf(player)} end`;
}

/** The name of a player, whose row has this alias in the statement; null if it was erased. rules 11.5 */
export function nameOf(player: string) {
  const column: keyof Tables['player'] = 'display_name';
  return sql<string | null>`nullif(${sql.ref(`${player}.${column}`)}, ${sql.lit(erasedName)})`;
}
