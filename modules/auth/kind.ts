import type { Db } from '../../shared/database/db.ts';
import { byId } from '../../shared/database/paging.ts';
import type { Transaction } from '../../shared/events.ts';
import type { Editable, Identified } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { competitionKind, organizerKind } from '../competitions/index.ts';
import { freshClient } from './issue.ts';
import * as passes from './pass-repository.ts';
import * as repository from './repository.ts';
import { holdClient, holdKey, holdPass } from './rotation-repository.ts';
import {
  type ClientRecord,
  ClientRecordSchema,
  type KeyRecord,
  KeyRecordSchema,
  type PassRecord,
  PassRecordSchema,
} from './schema.ts';
import { newSecret, type Secrets } from './secret.ts';

/** A kind whose records have a secret; only those in use are listed. */
export type CredentialKind<R extends Identified, Listed extends object> = Editable<R, Listed> & {
  readonly words: readonly [one: 'client' | 'API key' | 'pass', many: string];
  /** The member with the secret, which is known only where it is made. */
  readonly secret: string;
  /** The members by which people name a record. */
  readonly names: readonly string[];
  newSecret(): string;
  /** What a new record has besides its secret. */
  fresh(): object;
  /** All records, including revoked ones, without their hashes. */
  all(db: Db): Promise<(Identified & { readonly revoked_at: string | null })[]>;
  /** The record with the id, locked until the transaction ends; changes to it are stored then. */
  hold(tx: Transaction, id: string): Promise<Secrets & { revoked_at?: string | null | undefined }>;
};

export const clientKind: CredentialKind<ClientRecord, repository.ClientListed> = {
  name: 'client',
  words: ['client', 'clients'],
  table: 'api_client',
  idMember: 'client_id',
  schema: ClientRecordSchema,
  references: { organizer_id: organizerKind },
  insert: (tx, clients, { now }) => repository.insertClients(tx.db, clients, utc(now)),
  ...repository.listedClients,
  update: repository.updateClient,
  content: ({ secret_hash, ...client }) => ({ ...client, client_secret: secret_hash }),
  secret: 'client_secret',
  names: ['id', 'client_id'],
  newSecret: () => newSecret('trs_'),
  fresh: freshClient,
  all: repository.listClients,
  hold: holdClient,
};

export const keyKind: CredentialKind<KeyRecord, KeyRecord> = {
  name: 'api_key',
  words: ['API key', 'API keys'],
  table: 'api_key',
  ids: 'apiKey',
  schema: KeyRecordSchema,
  claims: ({ label, key_hash }) => [
    { place: 'label', key: label, reason: 'a key in use has that label already' },
    { place: 'key', key: key_hash, reason: 'this key is in use already' },
  ],
  taken: async (db, keys) => claimsOf(await repository.takenKeys(db, keys), 'key'),
  insert: (tx, keys, { now }) => repository.insertKeys(tx.db, keys, utc(now)),
  ...byId(repository.listedKeys),
  update: repository.updateKey,
  content: ({ key_hash, ...key }) => ({ ...key, key: key_hash }),
  secret: 'key',
  names: ['id', 'label'],
  newSecret: () => newSecret('trk_'),
  fresh: () => ({}),
  all: repository.listKeys,
  hold: holdKey,
};

export const passKind: CredentialKind<PassRecord, PassRecord> = {
  name: 'pass',
  words: ['pass', 'passes'],
  table: 'pass',
  ids: 'pass',
  schema: PassRecordSchema,
  references: { organizer_id: organizerKind, competition_id: competitionKind },
  claims: ({ label, pass_hash }) => [
    { place: 'label', key: label, reason: 'a pass in use has that label already' },
    { place: 'pass', key: pass_hash, reason: 'this pass is in use already' },
  ],
  taken: async (db, records) => claimsOf(await passes.takenPasses(db, records), 'pass'),
  insert: (tx, records, { now }) => passes.insertPasses(tx.db, records, utc(now)),
  ...byId(passes.listedPasses),
  update: passes.updatePass,
  content: ({ pass_hash, ...pass }) => ({ ...pass, pass: pass_hash }),
  secret: 'pass',
  names: ['id', 'label'],
  newSecret: () => newSecret('trp_'),
  fresh: () => ({ competition_id: null, may_correct: false, ends_on: null }),
  all: passes.listPasses,
  hold: holdPass,
};

type Labelled = Pick<Secrets, 'present' | 'former'> & {
  readonly id: string;
  readonly label: string;
  readonly revoked_at: string | null;
};

/** What no other one may have: its hashes, and its label until it is revoked. */
function claimsOf(stored: readonly Labelled[], place: 'key' | 'pass') {
  return stored.flatMap(({ id, present, former, label, revoked_at }) => [
    { place, key: present, by: id },
    ...(former ? [{ place, key: former, by: id }] : []),
    ...(revoked_at ? [] : [{ place: 'label', key: label, by: id }]),
  ]);
}
