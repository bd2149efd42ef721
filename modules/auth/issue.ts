import type { Transaction } from '../../shared/events.ts';
import { submissionScope } from '../../shared/http/access.ts';
import { newId, type OrganizerId, randomName } from '../../shared/ids.ts';
import { insertPasses } from './pass-repository.ts';
import { insertClients, insertKeys } from './repository.ts';
import { hashSecret, newSecret } from './secret.ts';

export type Credentials = Awaited<ReturnType<typeof issueCredentials>>;

/** What a new client has besides its secret. */
export function freshClient(): { client_id: string; scopes: (typeof submissionScope)[] } {
  return { client_id: `cli_${randomName(16)}`, scopes: [submissionScope] };
}

/**
 * Makes all with which an organizer begins: a key, a client, and a pass that may correct. The labels must be free.
 * Only the caller gets the secrets; a desk is opened by the address that ends in the pass.
 */
export async function issueCredentials(
  { db }: Transaction,
  organizer_id: OrganizerId,
  label: string,
  at: string,
  passLabel: string = label,
) {
  const api_key = newSecret('trk_');
  const client_secret = newSecret('trs_');
  const pass = newSecret('trp_');
  const { client_id, scopes } = freshClient();
  const key = { id: newId('apiKey'), label, key_hash: hashSecret(api_key) };
  const client = { id: client_id, secret_hash: hashSecret(client_secret), organizer_id, scopes };
  const opening = {
    id: newId('pass'),
    label: passLabel,
    organizer_id,
    pass_hash: hashSecret(pass),
  };
  await insertKeys(db, [key], at);
  await insertClients(db, [client], at);
  await insertPasses(
    db,
    [{ ...opening, competition_id: null, may_correct: true, ends_on: null }],
    at,
  );
  return { api_key, client_id, client_secret, pass };
}
