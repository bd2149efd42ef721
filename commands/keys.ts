import type { Command } from 'commander';
import * as v from 'valibot';
import {
  issueKey,
  type KeyRow,
  LabelSchema,
  listKeys,
  renameKey,
  revokeKey,
  rotateKey,
  takenKeys,
} from '../modules/auth/index.ts';
import { Failure } from '../shared/console/console.ts';
import type { Db } from '../shared/database/db.ts';
import { utc } from '../shared/time.ts';
import type { Context } from './context.ts';
import { example, type Json, jsonOption, list, show } from './output.ts';
import { endOf, type Overlap, overlapOption } from './overlap.ts';
import { wrongOption } from './resources/record.ts';

/** `keys add | list | show | update | rotate | revoke`. */
export function addKeyCommands(program: Command, { console, withWorkbench }: Context): void {
  const keys = program.command('keys').description('API keys that read');

  keys
    .command('add')
    .description('make an API key; it is shown only now')
    .requiredOption('--label <label>', 'who uses it, unique among the keys in use')
    .option(...jsonOption)
    .addHelpText(...example("keys add --label 'club website'"))
    .action((options: { label: string } & Json) =>
      withWorkbench(async ({ database, clock }) => {
        const label = readable(options.label);
        const issued = await database.transaction(async (tx) => {
          await refuseTaken(tx.db, label);
          return issueKey(tx, label, utc(clock()));
        });
        show(console, options, issued);
      }),
    );

  keys
    .command('list')
    .description('list the API keys')
    .option(...jsonOption)
    .addHelpText(...example('keys list'))
    .action((options: Json) =>
      withWorkbench(async ({ database }) => {
        list(console, options, (await listKeys(database.db)).map(shown));
      }),
    );

  keys
    .command('show')
    .description('show one API key')
    .argument('<label-or-id>')
    .option(...jsonOption)
    .addHelpText(...example("keys show 'club website'"))
    .action((name: string, options: Json) =>
      withWorkbench(async ({ database }) => {
        const found = (await listKeys(database.db)).filter((key) => bears(key, name));
        const key = found.find(({ revoked_at }) => !revoked_at) ?? found.at(-1);
        if (!key) throw new Failure(`No API key bears the label or id "${name}".`);
        show(console, options, shown(key));
      }),
    );

  keys
    .command('update')
    .description('give an API key another label')
    .argument('<label-or-id>')
    .requiredOption('--label <label>', 'the new label')
    .option(...jsonOption)
    .addHelpText(...example("keys update 'club website' --label 'new website'"))
    .action((name: string, options: { label: string } & Json) =>
      withWorkbench(async ({ database }) => {
        const label = readable(options.label);
        const key = await database.transaction(async (tx) => {
          await refuseTaken(tx.db, label);
          return renameKey(tx.db, name, label);
        });
        if (!key) throw noneInUse(name);
        show(console, options, shown(key));
      }),
    );

  keys
    .command('rotate')
    .description('make a new key under the same label and id; it is shown only now')
    .argument('<label-or-id>')
    .addOption(overlapOption(24))
    .option(...jsonOption)
    .addHelpText(...example("keys rotate 'club website' --overlap 48"))
    .action((name: string, options: Overlap & Json) =>
      withWorkbench(async ({ database, clock }) => {
        const former_until = endOf(options, clock());
        const rotated = await database.transaction((tx) => rotateKey(tx, name, former_until));
        if (!rotated) throw noneInUse(name);
        show(console, options, { ...rotated, former_until });
      }),
    );

  keys
    .command('revoke')
    .description('end an API key')
    .argument('<label-or-id>')
    .option(...jsonOption)
    .addHelpText(...example("keys revoke 'club website'"))
    .action((name: string, options: Json) =>
      withWorkbench(async ({ database, clock }) => {
        const revoked = await database.transaction((tx) => revokeKey(tx.db, name, utc(clock())));
        if (!revoked) throw noneInUse(name);
        const { id, label, revoked_at } = revoked;
        show(console, options, { id, label, revoked_at });
      }),
    );
}

function shown({ key_hash: _, former_hash: __, ...key }: KeyRow) {
  return key;
}

function noneInUse(name: string): Failure {
  return new Failure(`No API key in use bears the label or id "${name}".`);
}

function bears(key: KeyRow, name: string): boolean {
  return key.id === name || key.label === name;
}

async function refuseTaken(on: Db, label: string): Promise<void> {
  const taken = await takenKeys(on, { ids: [], hashes: [], labels: [label] });
  if (taken.length > 0) {
    throw wrongOption('--label', label, 'a key in use has that label already.', 1);
  }
}

function readable(label: string): string {
  const result = v.safeParse(LabelSchema, label);
  if (result.success) return result.output;
  throw wrongOption('--label', label, result.issues[0].message);
}
