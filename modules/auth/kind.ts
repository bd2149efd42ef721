import type { Kind } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { organizerKind } from '../competitions/index.ts';
import { exportClients, exportKeys, insertClients, insertKeys, takenKeys } from './repository.ts';
import {
  type ClientRecord,
  ClientRecordSchema,
  type KeyRecord,
  KeyRecordSchema,
} from './schema.ts';

/** Organizers' clients as a kind of record. */
export const clientKind: Kind<ClientRecord> = {
  name: 'client',
  words: ['client', 'clients'],
  table: 'api_client',
  idMember: 'client_id',
  schema: ClientRecordSchema,
  references: ({ organizer_id }) => [
    { to: organizerKind, place: 'organizer_id', id: organizer_id },
  ],
  insert: (tx, clients, { now }) =>
    insertClients(
      tx.db,
      clients.map(({ id, ...client }) => ({ client_id: id, ...client })),
      utc(now),
    ),
  async *list(on) {
    for await (const client of exportClients(on)) {
      const { client_id, client_secret_hash, organizer_id, scopes } = client;
      yield { client_id, client_secret_hash, organizer_id, scopes };
    }
  },
};

/** API keys as a kind of record. */
export const keyKind: Kind<KeyRecord> = {
  name: 'api_key',
  words: ['API key', 'API keys'],
  table: 'api_key',
  ids: 'apiKey',
  schema: KeyRecordSchema,
  claims: ({ label, key_hash }) => [
    { place: 'label', key: label, reason: `the label "${label}" is taken` },
    { place: 'key', key: key_hash, reason: 'this key is in use already' },
  ],
  async taken(on, keys) {
    const taken = await takenKeys(on, {
      hashes: keys.map(({ key_hash }) => key_hash),
      labels: keys.map(({ label }) => label),
    });
    return taken.flatMap(({ key_hash, former_hash, label, revoked_at }) => [
      { place: 'key', key: key_hash },
      { place: 'key', key: former_hash ?? '' },
      ...(revoked_at ? [] : [{ place: 'label', key: label }]),
    ]);
  },
  insert: (tx, keys, { now }) => insertKeys(tx.db, keys, utc(now)),
  async *list(on) {
    for await (const { id, key_hash, label } of exportKeys(on)) yield { id, key_hash, label };
  },
};
