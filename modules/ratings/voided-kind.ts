import type * as v from 'valibot';
import type { Kind } from '../../shared/exchange/kind.ts';
import { voidedKind } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { historyKind } from './kind.ts';
import { VoidedEntrySchema } from './schema.ts';
import { exportKept, insertKept, someKept } from './voided-repository.ts';

/** Entries that went with voided matches as a kind of record. */
export const voidedEntryKind: Kind<v.InferOutput<typeof VoidedEntrySchema>> = {
  name: 'voided_history',
  words: ['voided history entry', 'voided history entries'],
  table: 'voided_entry',
  schema: VoidedEntrySchema,
  references: { voided_match_id: voidedKind, player_id: playerKind, after: historyKind },
  past: ['occurred_at'],
  insert: (tx, entries) => insertKept(tx.db, entries),
  list: exportKept,
  some: someKept,
};
