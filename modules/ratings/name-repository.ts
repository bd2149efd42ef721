import { sql } from 'kysely';
import { erasedName } from './player-corrections.ts';

/** Whether the name of the player with this id was erased. */
export const wasErased = (id: string) => sql<boolean>`exists (
    select from audit_entry
    where subject = ${sql.ref(id)} and action = 'player erased')`;

/**
 * The name of a player, whose row has this alias in the statement; null if it was erased. The audit log
 * tells that, since somebody may really have the name that is shown instead. rules 11.5
 */
export function nameOf(player: string) {
  const name = sql.ref<string>(`${player}.display_name`);
  return sql<
    string | null
  >`case when ${name} <> ${sql.lit(erasedName)} or not ${wasErased(`${player}.id`)} then ${name} end`;
}
