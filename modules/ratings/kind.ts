import type { Kind } from '../../shared/exchange/kind.ts';
import { matchKind } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { createHistoryCheck } from './file-check.ts';
import { insertHistory, listedHistory } from './history-repository.ts';
import { type HistoryEntry, HistoryEntrySchema } from './schema.ts';

/** The rating history as a kind of record. */
export const historyKind: Kind<HistoryEntry> = {
  name: 'history',
  words: ['history entry', 'history entries'],
  table: 'rating_history',
  ids: 'history',
  marksExport: true,
  schema: HistoryEntrySchema,
  references: { player_id: playerKind, 'reason/match_id': matchKind },
  partOf: 'player_id',
  past: ['occurred_at'],
  createCheck: createHistoryCheck,
  insert: (tx, entries) => insertHistory(tx.db, entries),
  ...listedHistory,
};
