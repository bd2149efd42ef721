import type { Kind } from '../../shared/exchange/kind.ts';
import { voidedKind } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { historyKind } from './kind.ts';
import { type VoidedEntryRecord, VoidedEntrySchema } from './schema.ts';
import { createKeptCheck } from './voided-file-check.ts';
import { insertKept, listedKept } from './voided-repository.ts';

/** Entries that went with voided matches as a kind of record. */
export const voidedEntryKind: Kind<VoidedEntryRecord> = {
  name: 'voided_history',
  words: ['voided history entry', 'voided history entries'],
  table: 'voided_entry',
  schema: VoidedEntrySchema,
  references: { voided_match_id: voidedKind, player_id: playerKind, after: historyKind },
  past: ['occurred_at'],
  createCheck: createKeptCheck,
  insert: (tx, entries) => insertKept(tx.db, entries),
  ...listedKept,
};
