import { LockMode } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { anyOf, type Db, givenRows, insertRows, type Tables } from '../../shared/database/db.ts';
import { inPages } from '../../shared/database/paging.ts';
import type { Transaction } from '../../shared/events.ts';
import type { OrganizerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { ApiClient, ApiKey } from './entity.ts';

export type KeyRow = Selectable<Tables['api_key']>;
export type ClientRow = Awaited<ReturnType<ReturnType<typeof storedClients>['execute']>>[number];

function storedClients(db: Db) {
  return db
    .selectFrom('api_client')
    .select([
      'id as client_id',
      'secret_hash as client_secret_hash',
      'former_hash',
      'former_until',
      'organizer_id',
      'scopes',
      'created_at',
      'revoked_at',
    ]);
}

/** The key that isn't revoked whose hash this is, or was before the present one. */
export function findKey(db: Db, hash: string): Promise<KeyRow | undefined> {
  return db
    .selectFrom('api_key')
    .selectAll()
    .where(({ eb, or }) => or([eb('key_hash', '=', hash), eb('former_hash', '=', hash)]))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** The hashes of all keys that aren't revoked, former ones too. */
export async function keyHashes(db: Db): Promise<ReadonlySet<string | null>> {
  const keys = await db
    .selectFrom('api_key')
    .select(['key_hash', 'former_hash'])
    .where('revoked_at', 'is', null)
    .execute();
  return new Set(keys.flatMap(({ key_hash, former_hash }) => [key_hash, former_hash]));
}

/** The client with the id that isn't revoked. */
export function findClient(db: Db, id: string): Promise<ClientRow | undefined> {
  return storedClients(db).where('id', '=', id).where('revoked_at', 'is', null).executeTakeFirst();
}

/** All keys, revoked ones too, the oldest first. */
export function listKeys(db: Db): Promise<KeyRow[]> {
  return db.selectFrom('api_key').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** All clients, revoked ones too, the oldest first. */
export function listClients(db: Db): Promise<ClientRow[]> {
  return storedClients(db).orderBy('api_client.created_at').orderBy('id').execute();
}

/** Adds keys; throws unless all of them are new. */
export function insertKeys(
  db: Db,
  keys: readonly { id: string; label: string; key_hash: string }[],
  at: string,
): Promise<void> {
  return insertRows(
    db,
    'api_key',
    keys.map((key) => ({ ...key, created_at: at })),
  );
}

/** Adds clients; throws unless all of them are new. */
export function insertClients(
  db: Db,
  clients: readonly {
    client_id: string;
    client_secret_hash: string;
    organizer_id: OrganizerId;
    scopes: string[];
  }[],
  at: string,
): Promise<void> {
  const rows = clients.map(({ client_id, client_secret_hash, ...rest }) => ({
    ...rest,
    id: client_id,
    secret_hash: client_secret_hash,
    created_at: at,
  }));
  return insertRows(db, 'api_client', rows);
}

/** The key with the id, held until the transaction ends. */
export function holdKey({ em }: Transaction, id: string) {
  return em.findOneOrFail(ApiKey, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** The client with the id, held until the transaction ends. */
export function holdClient({ em }: Transaction, id: string) {
  return em.findOneOrFail(ApiClient, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Revokes the key with the id. */
export async function revokeKey(tx: Transaction, id: string, at: string): Promise<void> {
  tx.em.assign(await holdKey(tx, id), { revoked_at: at });
}

/** Gives the key with the id another label. */
export async function renameKey(tx: Transaction, id: string, label: string): Promise<void> {
  tx.em.assign(await holdKey(tx, id), { label });
}

/** Revokes the client with the id. */
export async function revokeClient(tx: Transaction, id: string, at: string): Promise<void> {
  tx.em.assign(await holdClient(tx, id), { revoked_at: at });
}

/** Gives the client other scopes. */
export async function changeScopes(tx: Transaction, id: string, scopes: string[]): Promise<void> {
  tx.em.assign(await holdClient(tx, id), { scopes });
}

/** Stores in which hour, in milliseconds, each key was used, unless a later one is stored. */
export async function noteKeyUses(
  db: Db,
  uses: readonly (readonly [key: string, hour: number])[],
): Promise<void> {
  const rows = uses.map(([id, hour]) => ({ id, last_used_at: utc(hour) }));
  await db
    .updateTable('api_key')
    .from(givenRows('api_key', rows))
    .set(({ ref }) => ({ last_used_at: ref('given.last_used_at') }))
    .whereRef('api_key.id', '=', 'given.id')
    .where(({ eb, or, ref }) =>
      or([
        eb('api_key.last_used_at', 'is', null),
        eb('api_key.last_used_at', '<', ref('given.last_used_at')),
      ]),
    )
    .execute();
}

/** Which of the hashes and labels are taken; a label only by a key that isn't revoked. */
export function takenKeys(
  db: Db,
  names: { hashes: readonly string[]; labels: readonly string[] },
): Promise<KeyRow[]> {
  const hash = anyOf(names.hashes);
  return db
    .selectFrom('api_key')
    .selectAll()
    .where(({ eb, or, and }) =>
      or([
        eb('key_hash', '=', hash),
        eb('former_hash', '=', hash),
        and([eb('label', '=', anyOf(names.labels)), eb('revoked_at', 'is', null)]),
      ]),
    )
    .execute();
}

/** The keys that aren't revoked, by id. */
export function exportKeys(db: Db): AsyncGenerator<KeyRow> {
  return inPages(db.selectFrom('api_key').selectAll().where('revoked_at', 'is', null), 'id');
}

/** The clients that aren't revoked, by id. */
export function exportClients(db: Db): AsyncGenerator<ClientRow> {
  return inPages(storedClients(db).where('revoked_at', 'is', null), 'client_id');
}
