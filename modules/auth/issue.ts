import type { Transaction } from '../../shared/database/transaction.ts';
import { newId, type OrganizerId, randomName } from '../../shared/ids.ts';
import { insertClients, insertKeys } from './repository.ts';
import { hashSecret, newSecret } from './secret.ts';

/** A new random id of a client. */
export function newClientId(): string {
  return `cli_${randomName(16)}`;
}

/** Gives the organizer a new client; its secret is known only here. `at` is the moment, in UTC. */
export async function issueClient(
  { db }: Transaction,
  organizer_id: OrganizerId,
  scopes: string[],
  at: string,
): Promise<{ readonly client_id: string; readonly client_secret: string }> {
  const client_id = newClientId();
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
): Promise<{ readonly id: string; readonly label: string; readonly key: string }> {
  const id = newId('apiKey');
  const key = newSecret('trk_');
  await insertKeys(db, [{ id, label, key_hash: hashSecret(key) }], at);
  return { id, label, key };
}
