import { LockMode } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { anyOf, type Db, givenRows, insertRows, type Tables } from '../../shared/database/db.ts';
import { inPages } from '../../shared/database/paging.ts';
import type { Transaction } from '../../shared/events.ts';
import { utc } from '../../shared/time.ts';
import { ApiClient, ApiKey } from './entity.ts';

export type KeyRow = Selectable<Tables['api_key']>;
export type ClientRow = Selectable<Tables['api_client']>;

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
  return db
    .selectFrom('api_client')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** All keys without their hashes, revoked ones too, the oldest first. */
export function listKeys(db: Db) {
  return db
    .selectFrom('api_key')
    .select(['id', 'label', 'former_until', 'created_at', 'revoked_at', 'last_used_at'])
    .orderBy('api_key.created_at')
    .orderBy('id')
    .execute();
}

/** All clients without their hashes, revoked ones too, the oldest first; the id under both its names. */
export function listClients(db: Db) {
  return db
    .selectFrom('api_client')
    .select(['id', 'id as client_id', 'former_until', 'organizer_id', 'scopes'])
    .select(['created_at', 'revoked_at'])
    .orderBy('api_client.created_at')
    .orderBy('api_client.id')
    .execute();
}

/** Adds keys; throws unless all of them are new. */
export function insertKeys(
  db: Db,
  keys: readonly Pick<KeyRow, 'id' | 'label' | 'key_hash'>[],
  created_at: string,
): Promise<void> {
  return insertRows(
    db,
    'api_key',
    keys.map((key) => ({ ...key, created_at })),
  );
}

/** Adds clients; throws unless all of them are new. */
export function insertClients(
  db: Db,
  clients: readonly Pick<ClientRow, 'id' | 'secret_hash' | 'organizer_id' | 'scopes'>[],
  created_at: string,
): Promise<void> {
  return insertRows(
    db,
    'api_client',
    clients.map((client) => ({ ...client, created_at })),
  );
}

/** Changes the key with the id, which is held until the transaction ends. */
export async function changeKey(
  { em }: Transaction,
  id: string,
  change: (key: Pick<KeyRow, 'key_hash'>) => Partial<KeyRow>,
): Promise<void> {
  const key = await em.findOneOrFail(ApiKey, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  em.assign(key, change(key));
}

/** Changes the client with the id, which is held until the transaction ends. */
export async function changeClient(
  { em }: Transaction,
  id: string,
  change: (client: Pick<ClientRow, 'secret_hash'>) => Partial<Omit<ClientRow, 'organizer_id'>>,
): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const client = await em.findOneOrFail(ApiClient, { id }, { lockMode });
  em.assign(client, change(client));
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

/** The keys that aren't revoked, by id, as an import takes them. */
export function exportKeys(db: Db) {
  const keys = db.selectFrom('api_key').select(['id', 'key_hash', 'label']);
  return inPages(keys.where('revoked_at', 'is', null), 'id');
}

/** The clients that aren't revoked, by id, as an import takes them. */
export function exportClients(db: Db) {
  const clients = db
    .selectFrom('api_client')
    .select(['id as client_id', 'secret_hash as client_secret_hash', 'organizer_id', 'scopes']);
  return inPages(clients.where('revoked_at', 'is', null), 'client_id');
}
