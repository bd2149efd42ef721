import { LockMode } from '@mikro-orm/postgresql';
import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import { InstallationSecret } from './entity.ts';

/** Until when the former secret stays valid, in UTC; null where it ends at once. */
export type Until = string | null;

/**
 * The installation's secret of that name, if there is one, and the one before it until the end of
 * their overlap; until `signs_from` the former one signs, so that every process knows the new one then.
 */
export function findInstallationSecret(db: Db, name: string) {
  return db
    .selectFrom('installation_secret')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Keeps the value under that name, unless there is one already. */
export async function keepInstallationSecret(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('installation_secret')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Puts the value in the place of the installation's secret of that name. */
export async function changeInstallationSecret(
  { em }: Transaction,
  name: string,
  next: { value: string; until: Until; signsFrom: string },
): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const secret = await em.findOneOrFail(InstallationSecret, { name }, { lockMode });
  em.assign(secret, {
    value: next.value,
    former_value: next.until && secret.value,
    former_until: next.until,
    signs_from: next.signsFrom,
  });
}

/** Forgets the former secrets whose overlap has ended by `at`, in UTC. */
export async function forgetFormerSecrets(db: Db, at: string): Promise<void> {
  const noHash = { former_hash: null, former_until: null };
  const noValue = { former_value: null, former_until: null };
  await db.updateTable('api_key').set(noHash).where('former_until', '<=', at).execute();
  await db.updateTable('api_client').set(noHash).where('former_until', '<=', at).execute();
  await db
    .updateTable('installation_secret')
    .set(noValue)
    .where('former_until', '<=', at)
    .execute();
}
