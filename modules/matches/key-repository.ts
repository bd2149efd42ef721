import { changeExactly, type Db } from '../../shared/database/db.ts';
import type { OrganizerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';

/** A use of an idempotency key; moments are milliseconds since the epoch. */
export type KeyUse = {
  readonly organizerId: OrganizerId;
  readonly key: string;
  readonly fingerprint: string;
  readonly now: number;
  readonly expiresAt: number;
};

/**
 * Takes the key for this transaction; waits for another one that has it. Gives the request and the
 * answer that are kept for it where it was used before and hasn't expired.
 */
export async function claimKey(db: Db, { organizerId, key, fingerprint, now, expiresAt }: KeyUse) {
  const claimed = await db
    .insertInto('submission_key')
    .values({ organizer_id: organizerId, key, fingerprint, expires_at: utc(expiresAt) })
    .onConflict((conflict) =>
      conflict
        .columns(['organizer_id', 'key'])
        .doUpdateSet({ fingerprint, expires_at: utc(expiresAt), response: null, location: null })
        .where('submission_key.expires_at', '<=', utc(now)),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  return db
    .selectFrom('submission_key')
    .select(['fingerprint', 'response', 'location'])
    .where('organizer_id', '=', organizerId)
    .where('key', '=', key)
    .$narrowType<{ response: string; location: string }>() // where it is kept, so is its answer
    .executeTakeFirst();
}

/** Keeps the answer to a key that this transaction took. */
export function keepAnswer(
  db: Db,
  { organizerId, key }: KeyUse,
  answer: { readonly response: string; readonly location: string },
): Promise<void> {
  const keeping = db
    .updateTable('submission_key')
    .set(answer)
    .where('organizer_id', '=', organizerId)
    .where('key', '=', key);
  return changeExactly(db, 1, keeping);
}

/** Forgets the keys that expired before `now`; gives how many. */
export async function purgeKeys(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('submission_key')
    .where('expires_at', '<=', utc(now))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
