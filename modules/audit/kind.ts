import { insertRows } from '../../shared/database/db.ts';
import type { Kind } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { listedEntries } from './reading-repository.ts';
import { type AuditRecord, AuditRecordSchema } from './schema.ts';

/** The entries of the log as a kind of record. rules 12.3 */
export const auditKind: Kind<AuditRecord> = {
  name: 'audit',
  words: ['audit entry', 'audit entries'],
  table: 'audit_entry',
  ids: 'audit',
  marksExport: true,
  schema: AuditRecordSchema,
  insert(tx, entries) {
    const rows = entries.map((entry) => ({ ...entry, at: utc(entry.at.instant) }));
    return insertRows(tx.db, 'audit_entry', rows);
  },
  ...listedEntries,
};
