import { clientKind } from '../../modules/auth/index.ts';
import type { Cell } from '../../shared/exchange/cell.ts';
import { field, needed } from '../../shared/exchange/field.ts';
import { submissionScope } from '../../shared/http/access.ts';
import { credential } from './credential.ts';

const aScope = `${submissionScope}, the only scope and that of a new client, or "" for none`;
const theOrganizer = 'the organizer whose results it submits';

export const clients = credential(clientKind, {
  about: 'credentials that submit results',
  takes: '<client-id>',
  fields: [
    needed('--organizer <id>', 'organizer_id', theOrganizer, { fixed: true }),
    field('--scope <scope>', 'scopes', aScope, { read: readScopes }),
  ],
  examples: ['--organizer org_…', 'cli_…', '--scope ""'],
  abouts: {
    add: 'give an organizer a client id and secret; the secret is shown only once',
    update: 'give a client other scopes, which hold for its tokens within two seconds',
    rotate: 'give a client a new secret, which is shown only once; its tokens stay valid',
    revoke: 'end a client and its tokens',
  },
  // Programs get the id under both names, people only once.
  inWords: ({ client_id: _, ...client }: { readonly client_id?: string }) => client,
});

function readScopes(text: string): Cell<string[]> {
  if (text === '') return { value: [] };
  if (text === submissionScope) return { value: [text] };
  return { fault: `the only scope is ${submissionScope}.` };
}
