import type { Transaction } from '../../shared/database/transaction.ts';
import { type ApiKeyId, newId, type OrganizerId, randomName } from '../../shared/ids.ts';
import { insertClients, insertKeys } from './repository.ts';
import { changeClientHash, changeKeyHash, type Until } from './rotation-repository.ts';
import { hashSecret, newSecret } from './secret.ts';

/** Gives the organizer a new client; its secret is known only here. `at` is the moment, in UTC. */
export async function issueClient(
  { db }: Transaction,
  organizer_id: OrganizerId,
  scopes: readonly string[],
  at: string,
): Promise<{ readonly client_id: string; readonly client_secret: string }> {
  const client_id = `cli_${randomName(16)}`;
  const client_secret = newSecret('trs_');
  const client_secret_hash = hashSecret(client_secret);
  await insertClients(db, [{ client_id, client_secret_hash, organizer_id, scopes }], at);
  return { client_id, client_secret };
}

/** Makes a new API key with a label that is free; the key itself is known only here. */
export async function issueKey(
  { db }: Transaction,
  label: string,
  at: string,
): Promise<{ readonly id: ApiKeyId; readonly label: string; readonly key: string }> {
  const id = newId('apiKey');
  const key = newSecret('trk_');
  await insertKeys(db, [{ id, label, key_hash: hashSecret(key) }], at);
  return { id, label, key };
}

/** Gives a client another secret; the former one stays valid `until` then. undefined: no such client. */
export async function rotateClient(
  { db }: Transaction,
  client_id: string,
  until: Until,
): Promise<{ readonly client_id: string; readonly client_secret: string } | undefined> {
  const client_secret = newSecret('trs_');
  const found = await changeClientHash(db, client_id, hashSecret(client_secret), until);
  return found ? { client_id, client_secret } : undefined;
}

/** Makes another key for the label or id; the former one stays valid `until` then. undefined: no such key. */
export async function rotateKey({ db }: Transaction, name: string, until: Until) {
  const key = newSecret('trk_');
  const found = await changeKeyHash(db, name, hashSecret(key), until);
  return found && { ...found, key };
}
