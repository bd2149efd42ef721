import { sql } from 'kysely';
import { changeExactly, type Db, firstRow } from '../../shared/database/db.ts';
import type { OrganizerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';

/** What an idempotency key stands for: the request it came with and the answer to it. */
export type KeptAnswer = {
  readonly fingerprint: string;
  readonly response: string;
  readonly location: string;
};

/** A use of an idempotency key; moments are milliseconds since the epoch. */
export type KeyUse = {
  readonly organizerId: OrganizerId;
  readonly key: string;
  readonly fingerprint: string;
  readonly now: number;
  readonly expiresAt: number;
};

/**
 * Takes the key for this transaction; waits for another one that has it. Gives the answer that is
 * kept for it where it was used before and hasn't expired.
 */
export async function claimKey(on: Db, use: KeyUse): Promise<KeptAnswer | undefined> {
  const claimed = await firstRow(
    on,
    sql`insert into submission_key (organizer_id, key, fingerprint, expires_at)
      values (${use.organizerId}, ${use.key}, ${use.fingerprint}, ${utc(use.expiresAt)})
      on conflict (organizer_id, key) do update set fingerprint = excluded.fingerprint,
        expires_at = excluded.expires_at, response = null, location = null
      where submission_key.expires_at <= ${utc(use.now)} returning key`,
  );
  if (claimed) return undefined;
  return firstRow(
    on,
    sql<KeptAnswer>`select fingerprint, response, location from submission_key
      where organizer_id = ${use.organizerId} and key = ${use.key}`,
  );
}

/** Keeps the answer to a key that this transaction took. */
export function keepAnswer(on: Db, use: KeyUse, response: string, location: string) {
  return changeExactly(
    on,
    1,
    sql`update submission_key set response = ${response}, location = ${location}
      where organizer_id = ${use.organizerId} and key = ${use.key}`,
  );
}

/** Forgets the keys that expired before `now`; gives how many. */
export async function purgeKeys(on: Db, now: number): Promise<number> {
  const purge = sql`delete from submission_key where expires_at <= ${utc(now)}`;
  return Number((await purge.execute(on)).numAffectedRows ?? 0);
}
