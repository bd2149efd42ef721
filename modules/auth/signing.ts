import { randomBytes } from 'node:crypto';
import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { SigningSecrets } from '../../shared/http/cursor.ts';
import { utc } from '../../shared/time.ts';
import { remember } from './cache.ts';
import {
  changeInstallationSecret,
  findInstallationSecret,
  keepInstallationSecret,
  type Until,
} from './rotation-repository.ts';

const name = 'signing';

/** Longer than any process trusts its last look-up: what one signs, the others can verify. */
const takeUpMs = 1_500;

const newValue = () => randomBytes(32).toString('base64url');

/**
 * The secrets that sign tokens and cursors: the `given` one, or those that the database keeps, where
 * the first look-up makes one. Every process looks again each second. `clock` in milliseconds.
 */
export function createSigningSecrets(
  database: Db,
  given: string | undefined,
  clock: () => number,
): SigningSecrets {
  if (given !== undefined) return async () => [given];
  const stored = remember(
    () => keptSecret(database),
    () => performance.now(),
  );
  return async () => {
    const kept = await stored.get(name);
    if (!kept) throw new Error('The secret that signs was removed from the database.');
    const { value, former_value, former_until, signs_from } = kept;
    const isAhead = (moment: string | null) => moment !== null && Date.parse(moment) > clock();
    if (former_value === null || !isAhead(former_until)) return [value];
    return isAhead(signs_from) ? [former_value, value] : [value, former_value];
  };
}

async function keptSecret(database: Db) {
  const found = await findInstallationSecret(database, name);
  if (found) return found;
  // Of several processes that find none, one decides.
  await keepInstallationSecret(database, name, newValue());
  return findInstallationSecret(database, name);
}

/**
 * Gives the installation another secret that signs; the former one verifies `until` then. `now` is
 * in milliseconds.
 */
export async function rotateSigningSecret(
  tx: Transaction,
  until: Until,
  now: number,
): Promise<void> {
  await keptSecret(tx.db);
  const signsFrom = utc(now + takeUpMs);
  await changeInstallationSecret(tx, name, { value: newValue(), until, signsFrom });
}
