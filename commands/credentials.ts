import type { Command } from 'commander';
import * as v from 'valibot';
import {
  findClient,
  hashSecret,
  insertClients,
  insertKeys,
  listClients,
  listKeys,
  newSecret,
  revokeClient,
  revokeKey,
  submissionScope,
  takenKeys,
} from '../modules/auth/index.ts';
import { exportOrganizers, insertOrganizers } from '../modules/competitions/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { table } from '../shared/console/table.ts';
import { missingIds } from '../shared/database/sql.ts';
import { isId, newId, randomText } from '../shared/ids.ts';
import { text } from '../shared/schema.ts';
import { utc } from '../shared/time.ts';
import type { Context } from './program.ts';

const json = ['--json', 'print the result for programs'] as const;
type Json = { readonly json?: true };

/** `organizers`, `clients` and `keys`, each with what makes sense of `add`, `list` and `revoke`. */
export function addCredentialCommands(program: Command, context: Context): void {
  addOrganizers(program.command('organizers').description('who runs competitions'), context);
  addClients(program.command('clients').description('credentials that submit results'), context);
  addKeys(program.command('keys').description('API keys that read'), context);
}

function addOrganizers(organizers: Command, { console, withWorkbench }: Context): void {
  organizers
    .command('add')
    .description('add an organizer')
    .requiredOption('--name <name>', 'the name that competitions show')
    .option(...json)
    .action(({ name, json }: { name: string } & Json) =>
      withWorkbench(async ({ database, clock }) => {
        const organizer = { id: newId('organizer'), name: readable('--name', name) };
        await database.transaction((tx) => insertOrganizers(tx.sql, [organizer], utc(clock())));
        show(console, json, organizer);
      }),
    );
  organizers
    .command('list')
    .description('list the organizers')
    .option(...json)
    .action(({ json }: Json) =>
      withWorkbench(async ({ database }) => {
        list(console, json, await Array.fromAsync(exportOrganizers(database.sql)));
      }),
    );
}

function addClients(clients: Command, { console, withWorkbench }: Context): void {
  clients
    .command('add')
    .description('give an organizer a client id and secret; the secret is shown only now')
    .requiredOption('--organizer <id>', 'the organizer whose results it submits')
    .option('--scope <scope>', `the only one is ${submissionScope}; "" for none`, submissionScope)
    .option(...json)
    .action(({ organizer, scope, json }: { organizer: string; scope: string } & Json) =>
      withWorkbench(async ({ database, clock }) => {
        if (scope !== '' && scope !== submissionScope) {
          throw new Failure(`--scope ${scope}: the only scope is ${submissionScope}.`, 2);
        }
        const known = isId('organizer', organizer);
        if (!known || (await missingIds(database.sql, 'organizer', [organizer])).length > 0) {
          throw new Failure(`--organizer ${organizer}: there is no such organizer.`);
        }
        const client = {
          client_id: `cli_${randomText('abcdefghijklmnopqrstuvwxyz0123456789', 16)}`,
          organizer_id: organizer,
          scopes: scope === '' ? [] : [submissionScope],
        };
        const client_secret = newSecret('trs_');
        const stored = { ...client, client_secret_hash: hashSecret(client_secret) };
        await database.transaction((tx) => insertClients(tx.sql, [stored], utc(clock())));
        show(console, json, { ...client, client_secret });
      }),
    );
  clients
    .command('list')
    .description('list the clients')
    .option(...json)
    .action(({ json }: Json) =>
      withWorkbench(async ({ database }) => {
        const clients = await listClients(database.sql);
        list(
          console,
          json,
          clients.map(({ client_id, client_secret_hash: _, ...rest }) => ({
            id: client_id,
            client_id,
            ...rest,
          })),
        );
      }),
    );
  clients
    .command('revoke')
    .description('end a client and its tokens')
    .argument('<client-id>')
    .option(...json)
    .action((id: string, { json }: Json) =>
      withWorkbench(async ({ database, clock }) => {
        const revoked = await database.transaction(async (tx) =>
          (await findClient(tx.sql, id)) ? revokeClient(tx.sql, id, utc(clock())) : undefined,
        );
        if (!revoked) throw new Failure(`There is no client ${id} that could be revoked.`);
        show(console, json, { client_id: id, revoked_at: revoked.revoked_at });
      }),
    );
}

function addKeys(keys: Command, { console, withWorkbench }: Context): void {
  keys
    .command('add')
    .description('make an API key; it is shown only now')
    .requiredOption('--label <label>', 'who uses it, unique among the keys in use')
    .option(...json)
    .action(({ label, json }: { label: string } & Json) =>
      withWorkbench(async ({ database, clock }) => {
        const key = newSecret('trk_');
        const stored = { id: newId('apiKey'), label: readable('--label', label) };
        await database.transaction(async (tx) => {
          const names = { ids: [], hashes: [], labels: [stored.label] };
          if ((await takenKeys(tx.sql, names)).length > 0) {
            throw new Failure(`--label: a key in use has the label "${stored.label}" already.`);
          }
          const row = { ...stored, key_hash: hashSecret(key) };
          await insertKeys(tx.sql, [row], utc(clock()));
        });
        show(console, json, { ...stored, key });
      }),
    );
  keys
    .command('list')
    .description('list the API keys')
    .option(...json)
    .action(({ json }: Json) =>
      withWorkbench(async ({ database }) => {
        const keys = await listKeys(database.sql);
        list(
          console,
          json,
          keys.map(({ key_hash: _, ...key }) => key),
        );
      }),
    );
  keys
    .command('revoke')
    .description('end an API key')
    .argument('<label-or-id>')
    .option(...json)
    .action((name: string, { json }: Json) =>
      withWorkbench(async ({ database, clock }) => {
        const revoked = await database.transaction((tx) => revokeKey(tx.sql, name, utc(clock())));
        if (!revoked) throw new Failure(`No API key in use bears the label or id "${name}".`);
        const { id, label, revoked_at } = revoked;
        show(console, json, { id, label, revoked_at });
      }),
    );
}

function readable(option: string, value: string): string {
  const result = v.safeParse(text(), value);
  if (result.success) return result.output;
  throw new Failure(`${option}: ${result.issues[0].message}`, 2);
}

/** Shows one thing: JSON for programs, a line a member for people. */
function show(console: Console, json: true | undefined, thing: Record<string, unknown>): void {
  if (json) {
    console.out(JSON.stringify(thing));
    return;
  }
  const width = Math.max(...Object.keys(thing).map((name) => name.length));
  for (const [name, value] of Object.entries(thing)) {
    console.out(`${name.padEnd(width)}  ${Array.isArray(value) ? value.join(' ') : value}`);
  }
}

function list(
  console: Console,
  json: true | undefined,
  things: readonly Record<string, unknown>[],
): void {
  console.out(json ? JSON.stringify(things) : table(things));
}
