import type { Kind } from '../../shared/exchange/kind.ts';
import { matchKind } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { createFileCheck } from './file-check.ts';
import { exportHistory, insertHistory } from './repository.ts';
import { type HistoryEntry, HistoryEntrySchema } from './schema.ts';

/** The rating history as a kind of record. */
export const historyKind: Kind<HistoryEntry> = {
  name: 'history',
  words: ['history entry', 'history entries'],
  table: 'rating_history',
  ids: 'history',
  schema: HistoryEntrySchema,
  references: { player_id: playerKind, 'reason/match_id': matchKind },
  partOf: 'player_id',
  past: ['occurred_at'],
  createCheck: createFileCheck,
  insert: (tx, entries) => insertHistory(tx.db, entries.map(storedEntry)),
  async *list(db) {
    for await (const { entry } of exportHistory(db)) yield entry;
  },
};

/** The entry as it is stored: what it says of the change follows from the values. */
function storedEntry({ reason, change: _, ...entry }: HistoryEntry) {
  const { code, match_id, explanation } = reason;
  const occurred_at = Date.parse(entry.occurred_at);
  return { ...entry, occurred_at, reason: code, match_id, explanation };
}
