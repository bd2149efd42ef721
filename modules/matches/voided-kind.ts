import type { Kind } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { matchKind } from './kind.ts';
import { type VoidedRecord, VoidedRecordSchema } from './schema.ts';
import { newMatch } from './service.ts';
import { createVoidedCheck } from './voided-check.ts';
import { insertVoided, listedVoided } from './voided-repository.ts';

/** Voided matches as a kind of record, so that a backup can restore them, too. */
export const voidedKind: Kind<VoidedRecord> = {
  name: 'voided_match',
  words: ['voided match', 'voided matches'],
  table: 'voided_match',
  schema: VoidedRecordSchema,
  references: matchKind.references ?? {},
  apartFrom: matchKind,
  past: ['created_at', 'voided_at'],
  createCheck: createVoidedCheck,
  insert: (tx, matches) =>
    insertVoided(
      tx.db,
      matches.map((match) => {
        const { id, created_at, rating_status, voided_at } = match;
        const row = newMatch(match, { id, createdAt: created_at.instant });
        return { ...row, rating_status, voided_at: utc(voided_at.instant) };
      }),
    ),
  ...listedVoided,
};
