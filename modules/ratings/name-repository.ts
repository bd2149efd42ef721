import { expressionBuilder, sql } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';
import { erasedName } from './player-corrections.ts';

const { case: either, eb, exists, not, or, selectFrom } = expressionBuilder<Tables>();

/** Whether the name of the player in this column was erased. */
export function wasErased(id: string) {
  const erasures = selectFrom('audit_entry')
    .where('subject', '=', sql.ref<string>(id))
    .where('action', '=', sql.lit('player erased' as const));
  return exists(erasures);
}

/**
 * The name of a player, whose row has this alias in the statement; null if it was erased. The audit log
 * tells that, since somebody may really have the name that is shown instead. rules 11.5
 */
export function nameOf(player: string) {
  const own = (column: keyof Tables['player']) => `${player}.${column}`;
  const name = sql.ref<string>(own('display_name'));
  return either()
    .when(or([eb(name, '<>', sql.lit(erasedName)), not(wasErased(own('id')))]))
    .then(name)
    .end();
}
