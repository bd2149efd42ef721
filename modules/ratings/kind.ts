import type { Kind } from '../../shared/exchange/kind.ts';
import { matchKind, voidedKind } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { createHistoryCheck } from './file-check.ts';
import { insertHistory, listedHistory } from './history-repository.ts';
import {
  type HistoryRecord,
  HistoryRecordSchema,
  type VoidedEntryRecord,
  VoidedEntrySchema,
} from './schema.ts';
import { createKeptCheck } from './voided-file-check.ts';
import { insertKept, listedKept } from './voided-repository.ts';

export const historyKind: Kind<HistoryRecord> = {
  name: 'history',
  words: ['history entry', 'history entries'],
  table: 'rating_history',
  ids: 'history',
  marksExport: true,
  schema: HistoryRecordSchema,
  references: { player_id: playerKind, 'reason/match_id': matchKind },
  partOf: 'player_id',
  past: ['occurred_at', 'as_of'],
  createCheck: createHistoryCheck,
  insert: (tx, entries) => insertHistory(tx.db, entries),
  content: ({ as_of: _, ...entry }) => entry, // earlier builds' exports don't tell it
  ...listedHistory,
};

/** Entries that were removed with voided matches as a kind of record. */
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
