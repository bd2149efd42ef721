import type { Db } from '../../shared/database/db.ts';
import type { SigningSecrets } from '../../shared/http/cursor.ts';
import type { Clock } from '../../shared/time.ts';
import { remember } from './cache.ts';
import { signingSecret } from './rotation-repository.ts';
import { validSecrets } from './secret.ts';

/**
 * The secrets that sign tokens and cursors: the `given` one, or those in the database, where the first
 * look-up makes one. Every process looks again each second. `clock` in milliseconds.
 */
export function createSigningSecrets(
  database: Db,
  given: string | undefined,
  clock: Clock,
): SigningSecrets {
  if (given !== undefined) return async () => [given];
  const stored = remember(() => signingSecret(database));
  return async () => {
    const kept = await stored('signing');
    if (!kept) throw new Error('The secret that signs was removed from the database.');
    const [present, former] = validSecrets(kept, clock());
    if (former === undefined) return [present];
    const isEarly = kept.signs_from !== null && Date.parse(kept.signs_from) > clock();
    return isEarly ? [former, present] : [present, former];
  };
}
