import { sql } from 'kysely';
import { type Db, firstRow, utcText } from '../../shared/database/db.ts';
import type { ApiKeyId } from '../../shared/ids.ts';

/** Until when the former secret stays valid, in UTC; null where it ends at once. */
export type Until = string | null;

/** What becomes of the columns of a former secret when `value` becomes one. */
const former = (column: 'former_hash' | 'former_value', value: string, until: Until) =>
  sql`${sql.ref(column)} = case when ${until}::timestamptz is not null then ${sql.ref(value)} end,
    former_until = ${until}`;

/** Gives the key with the id or label another hash; undefined where none in use bears it. */
export function changeKeyHash(
  on: Db,
  name: string,
  hash: string,
  until: Until,
): Promise<{ readonly id: ApiKeyId; readonly label: string } | undefined> {
  return firstRow(
    on,
    sql<{ id: ApiKeyId; label: string }>`update api_key
      set key_hash = ${hash}, ${former('former_hash', 'key_hash', until)}
      where (id = ${name} or label = ${name}) and revoked_at is null returning id, label`,
  );
}

/** Gives the client another secret's hash; false where none in use has the id. */
export async function changeClientHash(
  on: Db,
  id: string,
  hash: string,
  until: Until,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update api_client
    set secret_hash = ${hash}, ${former('former_hash', 'secret_hash', until)}
    where id = ${id} and revoked_at is null`.execute(on);
  return Number(numAffectedRows) > 0;
}

/** A secret of the installation, and the one before it until the end of their overlap. */
export type InstallationSecretRow = {
  readonly value: string;
  readonly former_value: string | null;
  readonly former_until: Until;
  /** Until then the former one signs, so that every process knows the new one by that time. */
  readonly signs_from: string | null;
};

/** The installation's secret of that name, if there is one. */
export function findInstallationSecret(
  on: Db,
  name: string,
): Promise<InstallationSecretRow | undefined> {
  return firstRow(
    on,
    sql<InstallationSecretRow>`select value, former_value,
      ${utcText('former_until')} as former_until, ${utcText('signs_from')} as signs_from
      from installation_secret where name = ${name}`,
  );
}

/** Keeps the value under that name, unless there is one already. */
export async function keepInstallationSecret(on: Db, name: string, value: string): Promise<void> {
  await sql`insert into installation_secret (name, value) values (${name}, ${value})
    on conflict do nothing`.execute(on);
}

/** Puts the value in the place of the installation's secret of that name. */
export async function changeInstallationSecret(
  on: Db,
  name: string,
  { value, until, signsFrom }: { value: string; until: Until; signsFrom: string },
): Promise<void> {
  await sql`update installation_secret
    set value = ${value}, ${former('former_value', 'value', until)}, signs_from = ${signsFrom}
    where name = ${name}`.execute(on);
}

/** Forgets the former secrets whose overlap has ended by `at`, in UTC. */
export async function forgetFormerSecrets(on: Db, at: string): Promise<void> {
  for (const [table, column] of [
    ['api_key', 'former_hash'],
    ['api_client', 'former_hash'],
    ['installation_secret', 'former_value'],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = null, former_until = null
      where former_until <= ${at}`.execute(on);
  }
}
