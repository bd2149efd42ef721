import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, indexes, timestamp } from '../../shared/database/columns.ts';
import type { Id } from '../../shared/ids.ts';
import type { Action, Actor } from './schema.ts';

/**
 * What somebody did, to which thing (`subject` is its id), and how the thing was before and after. Rows
 * are only ever added, and changed only to erase a name (rules 12.2); `sequence` is their order.
 */
export const AuditEntry = defineEntity({
  name: 'audit_entry',
  properties: {
    sequence: p.bigint('number').primary().autoincrement(),
    id: id<Id<'audit'>>().unique(),
    at: timestamp(),
    actor: p.json().columnType('json').$type<Actor>(),
    action: p.text().$type<Action>(),
    subject: id<string>().nullable(),
    reason: p.text().nullable(),
    before: p.json().columnType('json').$type<object>().nullable(),
    after: p.json().columnType('json').$type<object>().nullable(),
  },
  indexes: indexes('index', 'audit_entry', {
    audit_entry_of_subject: '("subject")',
    audit_entry_by_time: '("at", "sequence")',
    audit_entry_of_commands: `("sequence") where action <> 'match submitted'`,
  }),
});
