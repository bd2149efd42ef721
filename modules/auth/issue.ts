import type { Transaction } from '../../shared/events.ts';
import { submissionScope } from '../../shared/http/access.ts';
import { newId, type OrganizerId, randomName } from '../../shared/ids.ts';
import { insertClients, insertKeys } from './repository.ts';
import { hashSecret, newSecret } from './secret.ts';

export type Credentials = Awaited<ReturnType<typeof issueCredentials>>;

/** What a new client has besides its secret. */
export function freshClient(): { client_id: string; scopes: (typeof submissionScope)[] } {
  return { client_id: `cli_${randomName(16)}`, scopes: [submissionScope] };
}

/** Makes a key, whose label must be free, and a client of the organizer. Only the caller gets the secrets. */
export async function issueCredentials(
  { db }: Transaction,
  organizer_id: OrganizerId,
  label: string,
  at: string,
) {
  const api_key = newSecret('trk_');
  const client_secret = newSecret('trs_');
  const { client_id, scopes } = freshClient();
  const client = { id: client_id, secret_hash: hashSecret(client_secret), organizer_id, scopes };
  await insertKeys(db, [{ id: newId('apiKey'), label, key_hash: hashSecret(api_key) }], at);
  await insertClients(db, [client], at);
  return { api_key, client_id, client_secret };
}
