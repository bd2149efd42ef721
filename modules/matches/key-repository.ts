import { type Db, UnexpectedRowCount } from '../../shared/database/db.ts';
import { prepared } from '../../shared/database/prepared.ts';
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

type Claim = Pick<KeyUse, 'organizerId' | 'key' | 'fingerprint'> & { now: string; until: string };

const claim = prepared((db, { organizerId, key, fingerprint, now, until }: Claim) =>
  db
    .insertInto('submission_key')
    .values({ organizer_id: organizerId, key, fingerprint, expires_at: until })
    .onConflict((conflict) =>
      conflict
        .columns(['organizer_id', 'key'])
        .doUpdateSet({ fingerprint, expires_at: until, response: null, location: null })
        .where('submission_key.expires_at', '<=', now),
    )
    .returning('key'),
);

/**
 * Takes the key for this transaction; waits for another one that has it. Gives the request and the
 * answer that are kept for it where it was used before and hasn't expired.
 */
export async function claimKey(db: Db, { organizerId, key, fingerprint, now, expiresAt }: KeyUse) {
  const moments = { now: utc(now), until: utc(expiresAt) };
  const [claimed] = await claim(db, { organizerId, key, fingerprint, ...moments });
  if (claimed) return undefined;
  return db
    .selectFrom('submission_key')
    .select(['fingerprint', 'response', 'location'])
    .where('organizer_id', '=', organizerId)
    .where('key', '=', key)
    .$narrowType<{ response: string; location: string }>() // where it is kept, so is its answer
    .executeTakeFirst();
}

type Keeping = Pick<KeyUse, 'organizerId' | 'key'> & { response: string; location: string };

const keeping = prepared((db, { organizerId, key, response, location }: Keeping) =>
  db
    .updateTable('submission_key')
    .set({ response, location })
    .where('organizer_id', '=', organizerId)
    .where('key', '=', key)
    .returning('key'),
);

/** Keeps the answer to a key that this transaction took. */
export async function keepAnswer(
  db: Db,
  { organizerId, key }: KeyUse,
  answer: { readonly response: string; readonly location: string },
): Promise<void> {
  const kept = await keeping(db, { organizerId, key, ...answer });
  if (kept.length !== 1) throw new UnexpectedRowCount('The key of an answer is gone.');
}

/** Forgets the keys that expired before `now`; gives how many. */
export async function purgeKeys(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('submission_key')
    .where('expires_at', '<=', utc(now))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
