import { sql } from 'kysely';
import { anyOf, type Db, givenRows, insertRows } from '../../shared/database/db.ts';
import { listedBy } from '../../shared/database/paging.ts';
import type { Transaction } from '../../shared/events.ts';
import type { OrganizerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { ApiClient, ApiKey } from './entity.ts';
import type { ClientRecord, KeyRecord } from './schema.ts';

/** The key, not revoked, that has this hash or had it before the present one. */
export function findKey(db: Db, hash: string) {
  return db
    .selectFrom('api_key')
    .select(['id', 'label', 'key_hash as present', 'former_hash as former', 'former_until'])
    .where(({ eb, or }) => or([eb('key_hash', '=', hash), eb('former_hash', '=', hash)]))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

export type Client = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/** The client with the id that isn't revoked. */
export function findClient(db: Db, id: string) {
  return db
    .selectFrom('api_client')
    .select(['id', 'secret_hash as present', 'former_hash as former', 'former_until'])
    .select(['organizer_id', 'scopes'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** All keys, including revoked ones, the oldest first, without their hashes. */
export function listKeys(db: Db) {
  return db
    .selectFrom('api_key')
    .select(['id', 'label', 'created_at', 'revoked_at', 'former_until', 'last_used_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** All clients, including revoked ones, the oldest first, without their hashes; the id has both its names. */
export function listClients(db: Db) {
  return db
    .selectFrom('api_client')
    .select(['id', 'id as client_id', 'former_until', 'organizer_id', 'scopes'])
    .select(['created_at', 'revoked_at'])
    .orderBy('api_client.created_at')
    .orderBy('id')
    .execute();
}

/** The keys that aren't revoked, as an export writes them. */
export const listedKeys = (db: Db) =>
  db.selectFrom('api_key').select(['id', 'key_hash', 'label']).where('revoked_at', 'is', null);

/** Removes an organizer's revoked clients, without which it can be removed; gives them without their hashes. */
export const removeRevokedClients = (db: Db, organizer: OrganizerId) =>
  db
    .deleteFrom('api_client')
    .where('organizer_id', '=', organizer)
    .where('revoked_at', 'is not', null)
    .returning(['id', 'organizer_id', 'scopes', 'created_at', 'revoked_at'])
    .execute();

export type ClientListed = Awaited<ReturnType<typeof listedClients.some>>[number];

/** The clients that aren't revoked, by id, as an export writes them. */
export const listedClients = listedBy(
  (db) =>
    db
      .selectFrom('api_client')
      .select(['id', 'id as client_id', 'secret_hash as client_secret_hash'])
      .select(['organizer_id', 'scopes'])
      .where('revoked_at', 'is', null),
  'id',
  ({ id: _, ...client }) => client,
);

/** Adds keys; throws unless all of them are new. */
export function insertKeys(db: Db, keys: readonly KeyRecord[], at: string): Promise<void> {
  const rows = keys.map((key) => ({ ...key, created_at: at }));
  return insertRows(db, 'api_key', rows);
}

/** Adds clients; throws unless all of them are new. */
export function insertClients(db: Db, clients: readonly ClientRecord[], at: string): Promise<void> {
  const rows = clients.map((client) => ({ ...client, created_at: at }));
  return insertRows(db, 'api_client', rows);
}

/** Sets the label of the key with the id. */
export async function updateKey({ em }: Transaction, { id, label }: KeyRecord): Promise<void> {
  em.assign(await em.findOneOrFail(ApiKey, id), { label });
}

/** Sets the scopes of the client with the id. */
export async function updateClient(
  { em }: Transaction,
  { id, scopes }: ClientRecord,
): Promise<void> {
  em.assign(await em.findOneOrFail(ApiClient, id), { scopes });
}

/** Stores in which hour, in milliseconds, each key or pass was used, unless a later one is stored. */
export async function noteKeyUses(
  db: Db,
  table: 'api_key' | 'pass',
  uses: readonly (readonly [id: string, hour: number])[],
): Promise<void> {
  const rows = uses.map(([id, hour]) => ({ id, last_used_at: utc(hour) }));
  await sql`
    update ${sql.table(table)} as used
    set last_used_at = greatest(used.last_used_at, given.last_used_at)
    from ${givenRows(table, rows)} where used.id = given.id`.execute(db);
}

/** The keys that share a hash with one of the records or, unless they are revoked, a label. */
export function takenKeys(db: Db, keys: readonly KeyRecord[]) {
  const hash = anyOf(keys.map(({ key_hash }) => key_hash));
  const label = anyOf(keys.map(({ label }) => label));
  return db
    .selectFrom('api_key')
    .select(['id', 'label', 'key_hash as present', 'former_hash as former', 'revoked_at'])
    .where(({ eb, or, and }) =>
      or([
        eb('key_hash', '=', hash),
        eb('former_hash', '=', hash),
        and([eb('label', '=', label), eb('revoked_at', 'is', null)]),
      ]),
    )
    .execute();
}
