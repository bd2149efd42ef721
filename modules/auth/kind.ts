import type { Db } from '../../shared/database/db.ts';
import type { Editable } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { organizerKind } from '../competitions/index.ts';
import {
  type ClientRow,
  changeScopes,
  exportClients,
  exportKeys,
  insertClients,
  insertKeys,
  renameKey,
  takenKeys,
} from './repository.ts';
import {
  type ClientRecord,
  ClientRecordSchema,
  type KeyRecord,
  KeyRecordSchema,
} from './schema.ts';

/** A client as it is listed. */
export type ClientListed = Pick<
  ClientRow,
  'client_id' | 'client_secret_hash' | 'organizer_id' | 'scopes'
>;

/** Organizers' clients as a kind of record; only those in use are listed and found. */
export const clientKind: Editable<ClientRecord, ClientListed> = {
  name: 'client',
  words: ['client', 'clients'],
  table: 'api_client',
  idMember: 'client_id',
  schema: ClientRecordSchema,
  references: { organizer_id: organizerKind },
  insert: (tx, clients, { now }) =>
    insertClients(
      tx.db,
      clients.map(({ id, ...client }) => ({ client_id: id, ...client })),
      utc(now),
    ),
  list: listedClients,
  find: (db, id) => first(listedClients(db), ({ client_id }) => client_id === id),
  update: (tx, { id, scopes }) => changeScopes(tx, id, scopes),
};

/** API keys as a kind of record; only those in use are listed, and found by id or label. */
export const keyKind: Editable<KeyRecord> = {
  name: 'api_key',
  words: ['API key', 'API keys'],
  table: 'api_key',
  ids: 'apiKey',
  schema: KeyRecordSchema,
  claims: ({ label, key_hash }) => [
    { place: 'label', key: label, reason: 'a key in use has that label already' },
    { place: 'key', key: key_hash, reason: 'this key is in use already' },
  ],
  async taken(db, keys) {
    const taken = await takenKeys(db, {
      hashes: keys.map(({ key_hash }) => key_hash),
      labels: keys.map(({ label }) => label),
    });
    return taken.flatMap(({ id, key_hash, former_hash, label, revoked_at }) => [
      { place: 'key', key: key_hash, by: id },
      ...(former_hash ? [{ place: 'key', key: former_hash, by: id }] : []),
      ...(revoked_at ? [] : [{ place: 'label', key: label, by: id }]),
    ]);
  },
  insert: (tx, keys, { now }) => insertKeys(tx.db, keys, utc(now)),
  list: listedKeys,
  find: (db, name) => first(listedKeys(db), ({ id, label }) => id === name || label === name),
  update: (tx, { id, label }) => renameKey(tx, id, label),
};

async function* listedClients(db: Db): AsyncGenerator<ClientListed> {
  for await (const client of exportClients(db)) {
    const { client_id, client_secret_hash, organizer_id, scopes } = client;
    yield { client_id, client_secret_hash, organizer_id, scopes };
  }
}

async function* listedKeys(db: Db): AsyncGenerator<KeyRecord> {
  for await (const { id, key_hash, label } of exportKeys(db)) yield { id, key_hash, label };
}

async function first<T>(
  list: AsyncIterable<T>,
  fits: (item: T) => boolean,
): Promise<T | undefined> {
  for await (const item of list) if (fits(item)) return item;
  return undefined;
}
