import { type Db, hasRows } from '../../shared/database/db.ts';
import type { Kind } from '../../shared/exchange/kind.ts';
import { auditKind } from '../audit/index.ts';
import { clientKind, keyKind, passKind } from '../auth/index.ts';
import { competitionKind, organizerKind } from '../competitions/index.ts';
import { matchKind, voidedKind } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { formerKind, historyKind } from '../ratings/index.ts';
import { runKind } from '../runs/index.ts';
import { venueKind } from '../venues/index.ts';

/** All kinds of records, in the order in which they are written: each after the kinds that it names. */
export const kinds: readonly Kind[] = [
  organizerKind,
  clientKind,
  keyKind,
  venueKind,
  competitionKind,
  passKind,
  playerKind,
  runKind,
  matchKind,
  historyKind,
  voidedKind,
  formerKind,
  auditKind,
];

/** Whether the database holds no record of any kind. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const { table } of kinds) if (await hasRows(db, table)) return false;
  return true;
}
