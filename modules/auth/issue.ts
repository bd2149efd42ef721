import type { Transaction } from '../../shared/events.ts';
import { submissionScope } from '../../shared/http/access.ts';
import { newId, type OrganizerId, randomName } from '../../shared/ids.ts';
import { insertClients, insertKeys } from './repository.ts';
import { hashSecret, newSecret } from './secret.ts';

export type Credentials = Awaited<ReturnType<typeof issueCredentials>>;

/** A new random id of a client. */
export function newClientId(): string {
  return `cli_${randomName(16)}`;
}

/** Makes a key with a label that is free and a client of the organizer; known only here. */
export async function issueCredentials(
  { db }: Transaction,
  organizer_id: OrganizerId,
  label: string,
  at: string,
) {
  const api_key = newSecret('trk_');
  const client_id = newClientId();
  const client_secret = newSecret('trs_');
  const client = { id: client_id, secret_hash: hashSecret(client_secret), organizer_id };
  await insertKeys(db, [{ id: newId('apiKey'), label, key_hash: hashSecret(api_key) }], at);
  await insertClients(db, [{ ...client, scopes: [submissionScope] }], at);
  return { api_key, client_id, client_secret };
}
