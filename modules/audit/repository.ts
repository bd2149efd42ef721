import { sql } from 'kysely';
import { type Db, insertRows } from '../../shared/database/db.ts';
import { newId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { Action, Actor } from './schema.ts';

/** Who does something, and when, in milliseconds since the epoch. */
export type By = { readonly actor: Actor; readonly now: number };

/** What was done: to which thing, which has the id; why; and what of it was and is then. */
export type AuditNote = {
  readonly action: Action;
  readonly subject?: string;
  readonly reason?: string | undefined;
  /** Never with a secret, or a hash of one. */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
};

/**
 * Notes what a command does in its transaction, as the last thing there: until its end nobody else
 * notes, so that whoever follows the log meets the entries in their order.
 */
export async function note(db: Db, { actor, now }: By, notes: readonly AuditNote[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tennis audit', 0))`.execute(db);
  const rows = notes.map(({ action, subject, reason, before, after }) => ({
    id: newId('audit'),
    at: utc(now),
    actor,
    action,
    subject: subject ?? null,
    reason: reason ?? null,
    before: before ?? null,
    after: after ?? null,
  }));
  await insertRows(db, 'audit_entry', rows);
}
