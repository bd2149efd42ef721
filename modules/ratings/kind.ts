import { insertRows } from '../../shared/database/db.ts';
import type { Kind } from '../../shared/exchange/kind.ts';
import { runNumber } from '../../shared/ids.ts';
import { matchKind } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { runKind } from '../runs/index.ts';
import { createHistoryCheck } from './history-check.ts';
import { insertRecords, listedFormer, listedHistory } from './record-repository.ts';
import {
  type FormerRecord,
  FormerRecordSchema,
  type HistoryRecord,
  HistoryRecordSchema,
} from './schema.ts';

/** The history as a kind of record. */
export const historyKind: Kind<HistoryRecord> = {
  name: 'history',
  words: ['history entry', 'history entries'],
  table: 'rating_history',
  ids: 'history',
  marksExport: true,
  schema: HistoryRecordSchema,
  references: {
    player_id: playerKind,
    'reason/match_id': matchKind,
    with_match: matchKind,
    look: runKind,
  },
  partOf: 'player_id',
  past: ['occurred_at'],
  claims: ({ player_id, reason, with_match, look, nth }) => {
    const came = reason.match_id ?? with_match ?? look ?? '';
    return [
      { place: '', key: `${came} ${player_id} ${nth}`, reason: 'another entry has its place' },
    ];
  },
  createCheck: createHistoryCheck,
  insert: (tx, entries) => insertRecords(tx.db, entries),
  ...listedHistory,
};

/** The ids of entries that were removed as a kind of record. */
export const formerKind: Kind<FormerRecord> = {
  name: 'former_history',
  words: ['former history entry', 'former history entries'],
  table: 'former_entry',
  schema: FormerRecordSchema,
  references: { player_id: playerKind, look: runKind },
  apartFrom: historyKind,
  insert: (tx, entries) =>
    insertRows(
      tx.db,
      'former_entry',
      entries.map(({ look, ...entry }) => ({ ...entry, run: look ? runNumber(look) : 0 })),
    ),
  ...listedFormer,
};
