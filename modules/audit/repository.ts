import type { QueryCreator } from 'kysely';
import { type Db, insertRows, type Tables } from '../../shared/database/db.ts';
import { selected } from '../../shared/database/prepared.ts';
import { type Id, newId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { Action, Actor } from './schema.ts';

/** Who does something, and when, in milliseconds since the epoch. */
export type By = { readonly actor: Actor; readonly now: number };

/** What was done, to which thing (by its id), why, and how the thing was before and after. */
export type AuditNote = {
  readonly action: Action;
  readonly subject?: string;
  readonly reason?: string | undefined;
  /** Never with a secret, or a hash of one. */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
};

/** Notes what a command does, in its transaction; gives the ids of the entries. */
export async function note(
  db: Db,
  { actor, now }: By,
  notes: readonly AuditNote[],
): Promise<readonly Id<'audit'>[]> {
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
  return rows.map(({ id }) => id);
}

/** Whether what was noted changed anything. */
export function hasChanged({ before, after }: AuditNote): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** The part of a statement that stores a submission. */
type Submitted = { readonly submitted: { readonly subject: string; readonly after: object } };

/** Notes a submission, as the last part of the statement that stores it under the name `submitted`. */
export function noteSubmission(
  on: Pick<QueryCreator<Tables & Submitted>, 'insertInto'>,
  entry: { readonly id: Id<'audit'>; readonly at: string; readonly actor: Actor },
) {
  const action: Action = 'match submitted';
  const { columns, values } = selected({ ...entry, action });
  return on
    .insertInto('audit_entry')
    .columns([...columns, 'subject', 'after'])
    .expression(({ selectFrom }) => selectFrom('submitted').select([...values, 'subject', 'after']))
    .returning('subject');
}
