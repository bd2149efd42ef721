import { sql } from 'kysely';
import { erasedName } from './player-corrections.ts';

/**
 * The name of a player, of a row that the statement knows by this word; null where it was erased, which the
 * audit log knows: somebody may be called so. rules 11.5
 */
export function nameOf(player: string) {
  const name = sql.ref<string>(`${player}.display_name`);
  return sql<string | null>`case when ${name} <> ${sql.lit(erasedName)} or not exists (
    select from audit_entry
    where subject = ${sql.ref(`${player}.id`)} and action = 'player erased') then ${name} end`;
}
