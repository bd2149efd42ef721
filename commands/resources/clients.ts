import * as v from 'valibot';
import {
  changeScopes,
  issueClient,
  listClients,
  revokeClient,
  rotateClient,
  submissionScope,
} from '../../modules/auth/index.ts';
import { missingIds } from '../../shared/database/db.ts';
import type { Cell } from '../../shared/exchange/cell.ts';
import { idSchema } from '../../shared/ids.ts';
import { credentialsCommand } from './credentials.ts';
import { addFlags, type Flag, readRecord, wrongOption } from './record.ts';

const organizer: Flag = {
  name: '--organizer <id>',
  member: 'organizer_id',
  needed: true,
  help: 'the organizer whose results it submits',
};
const scope: Flag = {
  name: '--scope <scope>',
  member: 'scopes',
  read: readScopes,
  help: `the only one is ${submissionScope}, and a new one's; "" for none`,
};
const scopes = v.array(v.string());

/** Organizers' clients. */
export const clients = credentialsCommand({
  name: 'clients',
  about: 'credentials that submit results',
  words: ['client', '<client-id>', 'cli_…'],
  abouts: {
    rotate: 'give a client a new secret, which is shown only now; its tokens stay valid',
    revoke: 'end a client and its tokens',
  },
  add: {
    about: 'give an organizer a client id and secret; the secret is shown only now',
    options: (command) => addFlags(command, [organizer, scope], true),
    example: '--organizer org_…',
    async run(tx, options, at) {
      const schema = v.object({ organizer_id: idSchema('organizer'), scopes });
      const fresh = { scopes: [submissionScope] };
      const given = readRecord(schema, [organizer, scope], options, fresh);
      const { organizer_id } = given;
      if ((await missingIds(tx.db, 'organizer', [organizer_id])).length > 0) {
        throw wrongOption('--organizer', organizer_id, 'there is no such organizer.', 1);
      }
      const { client_id, client_secret } = await issueClient(tx, organizer_id, given.scopes, at);
      return { id: client_id, client_id, ...given, client_secret };
    },
  },
  update: {
    about: 'give a client other scopes, which hold for its tokens within two seconds',
    options: (command) => addFlags(command, [{ ...scope, needed: true }], true),
    example: '--scope ""',
    run: (tx, id, options) =>
      changeScopes(tx.db, id, readRecord(v.object({ scopes }), [scope], options).scopes),
  },
  async rotate(tx, id, until) {
    const rotated = await rotateClient(tx, id, until);
    return rotated && { id, ...rotated };
  },
  revoke: (tx, id, at) => revokeClient(tx.db, id, at),
  all: listClients,
  bears: ({ client_id }, id) => client_id === id,
  shown: ({ client_id, client_secret_hash: _, former_hash: __, ...client }) => ({
    id: client_id,
    client_id,
    ...client,
  }),
  // Programs find the id under both its names.
  inWords: ({ client_id: _, ...client }: { readonly client_id?: string }) => client,
  revoked: ({ client_id, revoked_at }) => ({ id: client_id, client_id, revoked_at }),
});

function readScopes(text: string): Cell<string[]> {
  if (text === '') return { value: [] };
  if (text === submissionScope) return { value: [text] };
  return { fault: `the only scope is ${submissionScope}.` };
}
