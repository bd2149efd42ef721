import type { Command } from 'commander';
import {
  type ClientRow,
  changeScopes,
  issueClient,
  listClients,
  revokeClient,
  rotateClient,
  submissionScope,
} from '../modules/auth/index.ts';
import { Failure } from '../shared/console/console.ts';
import { missingIds } from '../shared/database/db.ts';
import { isId } from '../shared/ids.ts';
import { utc } from '../shared/time.ts';
import type { Context } from './context.ts';
import { example, type Json, jsonOption, list, show } from './output.ts';
import { endOf, type Overlap, overlapOption } from './overlap.ts';
import { wrongOption } from './resources/record.ts';

/** `clients add | list | show | update | rotate | revoke`. */
export function addClientCommands(program: Command, { console, withWorkbench }: Context): void {
  const clients = program.command('clients').description('credentials that submit results');

  clients
    .command('add')
    .description('give an organizer a client id and secret; the secret is shown only now')
    .requiredOption('--organizer <id>', 'the organizer whose results it submits')
    .option('--scope <scope>', `the only one is ${submissionScope}; "" for none`, submissionScope)
    .option(...jsonOption)
    .addHelpText(...example('clients add --organizer org_…'))
    .action((options: { organizer: string; scope: string } & Json) =>
      withWorkbench(async ({ database, clock }) => {
        const { organizer, scope } = options;
        const scopes = scopesOf(scope);
        const known = isId('organizer', organizer);
        if (!known || (await missingIds(database.db, 'organizer', [organizer])).length > 0) {
          throw wrongOption('--organizer', organizer, 'there is no such organizer.', 1);
        }
        const { client_id, client_secret } = await database.transaction((tx) =>
          issueClient(tx, organizer, scopes, utc(clock())),
        );
        const shownOnce = { id: client_id, client_id, organizer_id: organizer, scopes };
        show(console, options, { ...shownOnce, client_secret });
      }),
    );

  clients
    .command('list')
    .description('list the clients')
    .option(...jsonOption)
    .addHelpText(...example('clients list'))
    .action((options: Json) =>
      withWorkbench(async ({ database }) => {
        const clients = (await listClients(database.db)).map(shown);
        // Programs find the id under both its names.
        list(
          console,
          options,
          options.json ? clients : clients.map(({ client_id: _, ...row }) => row),
        );
      }),
    );

  clients
    .command('show')
    .description('show one client')
    .argument('<client-id>')
    .option(...jsonOption)
    .addHelpText(...example('clients show cli_…'))
    .action((id: string, options: Json) =>
      withWorkbench(async ({ database }) => {
        const client = (await listClients(database.db)).find(({ client_id }) => client_id === id);
        if (!client) throw new Failure(`There is no client ${id}.`);
        show(console, options, shown(client));
      }),
    );

  clients
    .command('update')
    .description('give a client other scopes, which hold for its tokens within two seconds')
    .argument('<client-id>')
    .requiredOption('--scope <scope>', `the only one is ${submissionScope}; "" for none`)
    .option(...jsonOption)
    .addHelpText(...example('clients update cli_… --scope ""'))
    .action((id: string, options: { scope: string } & Json) =>
      withWorkbench(async ({ database }) => {
        const scopes = scopesOf(options.scope);
        const client = await database.transaction((tx) => changeScopes(tx.db, id, scopes));
        if (!client) throw new Failure(`There is no client in use ${id}.`);
        show(console, options, shown(client));
      }),
    );

  clients
    .command('rotate')
    .description('give a client a new secret, which is shown only now; its tokens stay valid')
    .argument('<client-id>')
    .addOption(overlapOption(24))
    .option(...jsonOption)
    .addHelpText(...example('clients rotate cli_… --overlap 48'))
    .action((id: string, options: Overlap & Json) =>
      withWorkbench(async ({ database, clock }) => {
        const former_until = endOf(options, clock());
        const client_secret = await database.transaction((tx) =>
          rotateClient(tx, id, former_until),
        );
        if (!client_secret) throw new Failure(`There is no client in use ${id}.`);
        show(console, options, { id, client_id: id, client_secret, former_until });
      }),
    );

  clients
    .command('revoke')
    .description('end a client and its tokens')
    .argument('<client-id>')
    .option(...jsonOption)
    .addHelpText(...example('clients revoke cli_…'))
    .action((id: string, options: Json) =>
      withWorkbench(async ({ database, clock }) => {
        const revoked = await database.transaction((tx) => revokeClient(tx.db, id, utc(clock())));
        if (!revoked) throw new Failure(`There is no client in use ${id}.`);
        show(console, options, { id, client_id: id, revoked_at: revoked.revoked_at });
      }),
    );
}

/** The scopes that an option names. Throws a Failure for one that doesn't exist. */
function scopesOf(scope: string): string[] {
  if (scope === '') return [];
  if (scope === submissionScope) return [scope];
  throw wrongOption('--scope', scope, `the only scope is ${submissionScope}.`);
}

function shown({ client_id, client_secret_hash: _, former_hash: __, ...rest }: ClientRow) {
  return { id: client_id, client_id, ...rest };
}
