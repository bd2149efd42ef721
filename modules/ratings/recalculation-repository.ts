import { expressionBuilder, sql } from 'kysely';
import { type Db, insertRows, type Tables } from '../../shared/database/db.ts';
import type { Id, PlayerId } from '../../shared/ids.ts';

type Moved = {
  readonly player_id: PlayerId;
  readonly before: { readonly value: number };
  readonly after: { readonly value: number };
};

/** Stores which ratings a correction moved, whose entry in the audit log has that id. rules 11.9 */
export function noteRecalculations(db: Db, audit_id: Id<'audit'>, ratings: readonly Moved[]) {
  const rows = ratings
    .map(({ player_id, before, after }) => ({
      ...{ player_id, audit_id },
      ...{ before: before.value, after: after.value },
    }))
    .filter(({ before, after }) => before !== after);
  return insertRows(db, 'recalculation', rows);
}

const { selectFrom } = expressionBuilder<Tables, never>();

/** The last correction since then that moved the player's rating: when, what was done, and to a match of which day. */
export function latestRecalculation(player: PlayerId, since: string) {
  return selectFrom('recalculation')
    .innerJoin('audit_entry', 'audit_entry.id', 'recalculation.audit_id')
    .leftJoin('match', 'match.id', 'audit_entry.subject')
    .leftJoin('voided_match', 'voided_match.id', 'audit_entry.subject')
    .select(['audit_entry.at', 'action', 'recalculation.before', 'recalculation.after'])
    .select(({ fn }) => fn.coalesce('match.played_at', 'voided_match.played_at').as('played_at'))
    .where('recalculation.player_id', '=', player)
    .where('audit_entry.at', '>', since)
    .orderBy('audit_entry.sequence', 'desc')
    .limit(sql.lit(1));
}
