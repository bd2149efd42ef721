import { sql } from 'kysely';
import {
  changeExactly,
  type Db,
  firstRow,
  paged,
  recordset,
  rows,
  utcText,
} from '../../shared/database/db.ts';
import type { ApiKeyId, OrganizerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';

export type KeyRow = {
  readonly id: ApiKeyId;
  readonly label: string;
  readonly key_hash: string;
  readonly former_hash: string | null;
  readonly former_until: string | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
};

export type ClientRow = {
  readonly client_id: string;
  readonly client_secret_hash: string;
  readonly former_hash: string | null;
  readonly former_until: string | null;
  readonly organizer_id: OrganizerId;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly revoked_at: string | null;
};

const former = sql`former_hash, ${utcText('former_until')} as former_until`;
const key = sql`id, label, key_hash, ${former}, ${utcText('created_at')} as created_at,
  ${utcText('revoked_at')} as revoked_at, ${utcText('last_used_at')} as last_used_at`;
const client = sql`id as client_id, secret_hash as client_secret_hash, ${former}, organizer_id, scopes,
  ${utcText('created_at')} as created_at, ${utcText('revoked_at')} as revoked_at`;

/** The key that isn't revoked whose hash this is, or was before the present one. */
export function findKey(on: Db, hash: string): Promise<KeyRow | undefined> {
  return firstRow(
    on,
    sql<KeyRow>`select ${key} from api_key
      where (key_hash = ${hash} or former_hash = ${hash}) and revoked_at is null`,
  );
}

/** The hashes of all keys that aren't revoked, former ones too. */
export async function keyHashes(on: Db): Promise<ReadonlySet<string | null>> {
  const found = await rows(
    on,
    sql<{ hashes: (string | null)[] }>`select array[key_hash, former_hash] as hashes from api_key
      where revoked_at is null`,
  );
  return new Set(found.flatMap(({ hashes }) => hashes));
}

/** The client with the id that isn't revoked. */
export function findClient(on: Db, id: string): Promise<ClientRow | undefined> {
  return firstRow(
    on,
    sql<ClientRow>`select ${client} from api_client where id = ${id} and revoked_at is null`,
  );
}

/** All keys, revoked ones too, the oldest first. */
export function listKeys(on: Db): Promise<KeyRow[]> {
  return rows(on, sql<KeyRow>`select ${key} from api_key order by api_key.created_at, id`);
}

/** All clients, revoked ones too, the oldest first. */
export function listClients(on: Db): Promise<ClientRow[]> {
  return rows(
    on,
    sql<ClientRow>`select ${client} from api_client order by api_client.created_at, id`,
  );
}

/** Adds keys; throws unless all of them are new. */
export function insertKeys(
  on: Db,
  keys: readonly { id: ApiKeyId; label: string; key_hash: string }[],
  at: string,
): Promise<void> {
  return changeExactly(
    on,
    keys.length,
    sql`insert into api_key (id, label, key_hash, created_at)
      select id, label, key_hash, ${at} from ${recordset(keys, 'id text, label text, key_hash text')}
      on conflict do nothing`,
  );
}

/** Adds clients; throws unless all of them are new. */
export function insertClients(
  on: Db,
  clients: readonly {
    client_id: string;
    client_secret_hash: string;
    organizer_id: OrganizerId;
    scopes: readonly string[];
  }[],
  at: string,
): Promise<void> {
  return changeExactly(
    on,
    clients.length,
    sql`insert into api_client (id, secret_hash, organizer_id, scopes, created_at)
      select client_id, client_secret_hash, organizer_id,
        array(select json_array_elements_text(scopes)), ${at}
      from ${recordset(
        clients,
        'client_id text, client_secret_hash text, organizer_id text, scopes json',
      )} on conflict do nothing`,
  );
}

/** Revokes the key with the id or label; undefined where none bears it. */
export function revokeKey(on: Db, name: string, at: string): Promise<KeyRow | undefined> {
  return firstRow(
    on,
    sql<KeyRow>`update api_key set revoked_at = ${at}
      where (id = ${name} or label = ${name}) and revoked_at is null returning ${key}`,
  );
}

/** Gives the key with the id or label another label; undefined where none in use bears it. */
export function renameKey(on: Db, name: string, label: string): Promise<KeyRow | undefined> {
  return firstRow(
    on,
    sql<KeyRow>`update api_key set label = ${label}
      where (id = ${name} or label = ${name}) and revoked_at is null returning ${key}`,
  );
}

/** Revokes the client with the id; undefined where there is none. */
export function revokeClient(on: Db, id: string, at: string): Promise<ClientRow | undefined> {
  return firstRow(
    on,
    sql<ClientRow>`update api_client set revoked_at = ${at}
      where id = ${id} and revoked_at is null returning ${client}`,
  );
}

/** Gives the client other scopes; undefined where none in use has the id. */
export function changeScopes(
  on: Db,
  id: string,
  scopes: readonly string[],
): Promise<ClientRow | undefined> {
  return firstRow(
    on,
    sql<ClientRow>`update api_client set scopes = ${[...scopes]}::text[]
      where id = ${id} and revoked_at is null returning ${client}`,
  );
}

/** Stores in which hour, in milliseconds, each key was used, unless a later one is stored. */
export async function noteKeyUses(
  on: Db,
  uses: readonly (readonly [key: ApiKeyId, hour: number])[],
): Promise<void> {
  const used = uses.map(([used_id, hour]) => ({ used_id, hour: utc(hour) }));
  await sql`update api_key set last_used_at = hour
    from ${recordset(used, 'used_id text, hour timestamptz')}
    where id = used_id and (last_used_at is null or last_used_at < hour)`.execute(on);
}

/** Which of the hashes and labels are taken; a label only by a key that isn't revoked. */
export function takenKeys(
  on: Db,
  names: { hashes: readonly string[]; labels: readonly string[] },
): Promise<KeyRow[]> {
  return rows(
    on,
    sql<KeyRow>`select ${key} from api_key where key_hash = any(${[...names.hashes]}::text[])
      or former_hash = any(${[...names.hashes]}::text[])
      or (label = any(${[...names.labels]}::text[]) and revoked_at is null)`,
  );
}

/** The keys that aren't revoked, by id. */
export function exportKeys(on: Db): AsyncGenerator<KeyRow> {
  return paged(1_000, (last, size) =>
    rows(
      on,
      sql<KeyRow>`select ${key} from api_key where revoked_at is null and id > ${last?.id ?? ''}
        order by id limit ${size}`,
    ),
  );
}

/** The clients that aren't revoked, by id. */
export function exportClients(on: Db): AsyncGenerator<ClientRow> {
  return paged(1_000, (last, size) =>
    rows(
      on,
      sql<ClientRow>`select ${client} from api_client
        where revoked_at is null and id > ${last?.client_id ?? ''} order by id limit ${size}`,
    ),
  );
}
