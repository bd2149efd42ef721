import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { atMostNow, type Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import { utc } from '../../shared/time.ts';
import { ApiClient, ApiKey, InstallationSecret, Pass } from './entity.ts';
import type { Secrets } from './secret.ts';

/** Until when the former secret stays valid, in UTC; null if it ends at once. */
export type Until = string | null;

/** Longer than any process trusts its last look-up, so that the others can verify what one signs. */
const takeUpMs = 1_500;

const signing = { name: 'signing' };
const newValue = () => randomBytes(32).toString('base64url');
const held = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** The key with the id, locked until the transaction ends; changes to it are stored then. */
export function holdKey({ em }: Transaction, id: string) {
  return em.findOneOrFail(ApiKey, { id }, held);
}

/** The client with the id, locked in the same way. */
export function holdClient({ em }: Transaction, id: string) {
  return em.findOneOrFail(ApiClient, { id }, held);
}

/** The pass with the id, locked in the same way. */
export function holdPass({ em }: Transaction, id: string) {
  return em.findOneOrFail(Pass, { id }, held);
}

/** Puts the next secret in place of the present one, which stays valid until `until`. */
export function replaceSecret(
  { em }: Transaction,
  kept: Secrets,
  next: string,
  until: Until,
): void {
  em.assign(kept, { former: until && kept.present, former_until: until, present: next });
}

/** Gives the installation a new signing secret; `now` in milliseconds. */
export async function rotateSigningSecret(
  tx: Transaction,
  until: Until,
  now: number,
): Promise<void> {
  await signingSecret(tx.db);
  const secret = await tx.em.findOneOrFail(InstallationSecret, signing, held);
  replaceSecret(tx, secret, newValue(), until);
  tx.em.assign(secret, { signs_from: utc(now + takeUpMs) });
}

/** The signing secret, made if there is none yet; until `signs_from` the former one signs. */
export async function signingSecret(db: Db) {
  const find = () =>
    db
      .selectFrom('installation_secret')
      .select(['value as present', 'former_value as former', 'former_until', 'signs_from'])
      .where('name', '=', signing.name)
      .executeTakeFirst();
  const found = await find();
  if (found) return found;
  // If several processes find none, only one stores its own.
  await db
    .insertInto('installation_secret')
    .values({ ...signing, value: newValue() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return find();
}

/** Forgets the former secrets whose overlap has ended by `at`, in UTC. */
export async function forgetFormerSecrets(db: Db, at: string): Promise<void> {
  const noHash = { former_hash: null, former_until: null };
  const noValue = { former_value: null, former_until: null };
  const end = atMostNow(at);
  await db.updateTable('api_key').set(noHash).where('former_until', '<=', end).execute();
  await db.updateTable('api_client').set(noHash).where('former_until', '<=', end).execute();
  await db.updateTable('pass').set(noHash).where('former_until', '<=', end).execute();
  await db
    .updateTable('installation_secret')
    .set(noValue)
    .where('former_until', '<=', end)
    .execute();
}
