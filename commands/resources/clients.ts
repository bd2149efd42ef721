import {
  type ClientListed,
  type ClientRecord,
  changeClientHash,
  clientKind,
  listClients,
  newClientId,
  newSecret,
  revokeClient,
  submissionScope,
} from '../../modules/auth/index.ts';
import type { Db } from '../../shared/database/db.ts';
import type { Cell } from '../../shared/exchange/cell.ts';
import { field, needed } from '../../shared/exchange/field.ts';
import type { Resource } from './resource.ts';

const newClientSecret = () => newSecret('trs_');
const scopeHelp = `the only one is ${submissionScope}, which new ones have; "" for none`;

/** Organizers' clients. */
export const clients: Resource<ClientRecord, ClientListed> = {
  kind: clientKind,
  name: 'clients',
  about: 'credentials that submit results',
  fields: [
    needed('--organizer <id>', 'organizer_id', 'the organizer whose results it submits', {
      fixed: true,
    }),
    field('--scope <scope>', 'scopes', scopeHelp, { read: readScopes }),
  ],
  fresh: () => ({
    client_id: newClientId(),
    scopes: [submissionScope],
    client_secret: newClientSecret(),
  }),
  examples: ['--organizer org_…', 'cli_…', '--scope ""'],
  all,
  shown: async (db, name) => (await all(db)).find(({ id }) => id === name),
  // Programs find the id under both its names.
  inWords: ({ client_id: _, ...client }: { readonly client_id?: string }) => client,
  secret: {
    member: 'client_secret',
    takes: '<client-id>',
    abouts: {
      add: 'give an organizer a client id and secret; the secret is shown only now',
      update: 'give a client other scopes, which hold for its tokens within two seconds',
      rotate: 'give a client a new secret, which is shown only now; its tokens stay valid',
      revoke: 'end a client and its tokens',
    },
    make: newClientSecret,
    named: ({ client_id }) => ({ id: client_id, client_id }),
    rotate: changeClientHash,
    revoke: revokeClient,
  },
};

/** All clients, revoked ones too, without their hashes. */
async function all(db: Db) {
  const clients = await listClients(db);
  return clients.map(({ client_id, client_secret_hash: _, former_hash: __, ...client }) => ({
    id: client_id,
    client_id,
    ...client,
  }));
}

function readScopes(text: string): Cell<string[]> {
  if (text === '') return { value: [] };
  if (text === submissionScope) return { value: [text] };
  return { fault: `the only scope is ${submissionScope}.` };
}
