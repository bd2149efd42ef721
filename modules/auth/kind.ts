import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import type { Editable, Identified } from '../../shared/exchange/kind.ts';
import { submissionScope } from '../../shared/http/access.ts';
import { utc } from '../../shared/time.ts';
import { organizerKind } from '../competitions/index.ts';
import { newClientId } from './issue.ts';
import {
  type ClientRow,
  changeClient,
  changeKey,
  exportClients,
  exportKeys,
  insertClients,
  insertKeys,
  listClients,
  listKeys,
  takenKeys,
} from './repository.ts';
import type { Until } from './rotation-repository.ts';
import {
  type ClientRecord,
  ClientRecordSchema,
  type KeyRecord,
  KeyRecordSchema,
} from './schema.ts';
import { newSecret } from './secret.ts';

/** A kind whose records have a secret; those in use alone are listed and found. */
export type Credential<R extends Identified, Listed extends object> = Editable<R, Listed> & {
  /** The member with the secret, which is known only where it is made. */
  readonly secret: string;
  /** The members that name one. */
  readonly names: readonly string[];
  newSecret(): string;
  /** What a new one has besides its secret. */
  fresh(): object;
  /** All of them without their hashes, revoked ones too. */
  all(db: Db): Promise<(Identified & { readonly revoked_at: string | null })[]>;
  /** Puts another secret's hash in the place of the former one, which stays valid until then. */
  rotate(tx: Transaction, id: string, hash: string, until: Until): Promise<void>;
  /** Ends it at the moment, in UTC. */
  revoke(tx: Transaction, id: string, at: string): Promise<void>;
};

type ClientListed = Pick<ClientRow, 'organizer_id' | 'scopes'> & {
  readonly client_id: string;
  readonly client_secret_hash: string;
};

/** Organizers' clients as a kind of record. */
export const clientKind: Credential<ClientRecord, ClientListed> = {
  name: 'client',
  words: ['client', 'clients'],
  table: 'api_client',
  idMember: 'client_id',
  schema: ClientRecordSchema,
  references: { organizer_id: organizerKind },
  insert: (tx, clients, { now }) => insertClients(tx.db, clients, utc(now)),
  list: exportClients,
  find: (db, id) => first(exportClients(db), ({ client_id }) => client_id === id),
  update: (tx, { id, scopes }) => changeClient(tx, id, () => ({ scopes })),
  secret: 'client_secret',
  names: ['id', 'client_id'],
  newSecret: () => newSecret('trs_'),
  fresh: () => ({ client_id: newClientId(), scopes: [submissionScope] }),
  all: listClients,
  rotate: (tx, id, secret_hash, until) =>
    changeClient(tx, id, (client) => ({
      secret_hash,
      former_hash: until && client.secret_hash,
      former_until: until,
    })),
  revoke: (tx, id, revoked_at) => changeClient(tx, id, () => ({ revoked_at })),
};

/** API keys as a kind of record; they are found by label, too. */
export const keyKind: Credential<KeyRecord, KeyRecord> = {
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
  list: exportKeys,
  find: (db, name) => first(exportKeys(db), ({ id, label }) => id === name || label === name),
  update: (tx, { id, label }) => changeKey(tx, id, () => ({ label })),
  secret: 'key',
  names: ['id', 'label'],
  newSecret: () => newSecret('trk_'),
  fresh: () => ({}),
  all: listKeys,
  rotate: (tx, id, key_hash, until) =>
    changeKey(tx, id, (key) => ({
      key_hash,
      former_hash: until && key.key_hash,
      former_until: until,
    })),
  revoke: (tx, id, revoked_at) => changeKey(tx, id, () => ({ revoked_at })),
};

async function first<T>(
  list: AsyncIterable<T>,
  fits: (item: T) => boolean,
): Promise<T | undefined> {
  for await (const item of list) if (fits(item)) return item;
  return undefined;
}
