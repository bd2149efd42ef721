import type { Command } from 'commander';
import type * as v from 'valibot';
import type { Sql } from '../../shared/database/sql.ts';
import { lockRow, noSuchRow, removeRow } from '../../shared/database/sql.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import { example, type Json, jsonOption, list, show, type Thing } from '../output.ts';
import type { Context } from '../program.ts';
import { readRecord } from './record.ts';

/** What commands can do with one kind of thing; `Stored` is how it is read and shown. */
export type Resource<Stored extends object, New> = {
  /** Its name for one, as in the exchange format; the command is its plural. */
  readonly one: 'organizer' | 'venue' | 'competition' | 'player';
  readonly about: string;
  readonly schema: v.GenericSchema<unknown, New>;
  /** Declares the options of `add`, where `required` ones must be given, and of `update`. */
  readonly options: (command: Command, required: boolean) => Command;
  /** Which option says what a member of the record is. */
  readonly flags: Readonly<Record<string, string>>;
  /** An example of `add`, without the program's name. */
  readonly example: string;
  /** The record that the options make, on top of what is stored. */
  readonly record: (options: Record<string, unknown>, stored?: Stored) => Record<string, unknown>;
  /** What people are shown of it, where its own members don't say it in words. */
  readonly inWords?: (thing: Stored) => Thing;
  readonly all: (on: Sql) => AsyncIterable<Stored>;
  readonly find: (on: Sql, id: string) => Promise<Stored | undefined>;
  readonly insert: (tx: Transaction, record: New, now: number) => Promise<unknown>;
  readonly update: (tx: Transaction, after: New, before: Stored) => Promise<unknown>;
};

/** Adds the resource's command with `add`, `list`, `show`, `update` and `remove`. */
export function addResource<Stored extends object, New extends { id: string }>(
  program: Command,
  { console, withWorkbench }: Context,
  resource: Resource<Stored, New>,
): void {
  const { one } = resource;
  const command = program.command(`${one}s`).description(resource.about);

  async function found(on: Sql, id: string): Promise<Stored> {
    const thing = await resource.find(on, id);
    if (!thing) throw noSuchRow(one, id);
    return thing;
  }

  const shown = (options: Json, thing: Stored): Thing =>
    resource.inWords && !options.json
      ? resource.inWords(thing)
      : Object.fromEntries(Object.entries(thing));
  const showOne = (options: Json, thing: Stored) => show(console, options, shown(options, thing));

  resource
    .options(command.command('add').description(`add one ${one}`), true)
    .option(...jsonOption)
    .addHelpText(...example(`${one}s add ${resource.example}`))
    .action((options: Json & Record<string, unknown>) =>
      withWorkbench(async ({ database, clock }) => {
        const record = readRecord(resource, options);
        await database.transaction((tx) => resource.insert(tx, record, clock()));
        showOne(options, await found(database.sql, record.id));
      }),
    );

  command
    .command('list')
    .description(`list the ${one}s`)
    .option(...jsonOption)
    .addHelpText(...example(`${one}s list --json`))
    .action((options: Json) =>
      withWorkbench(async ({ database }) => {
        const things = await Array.fromAsync(resource.all(database.sql));
        list(
          console,
          options,
          things.map((thing) => shown(options, thing)),
        );
      }),
    );

  command
    .command('show')
    .description(`show one ${one}`)
    .argument('<id>')
    .option(...jsonOption)
    .addHelpText(...example(`${one}s show ID`))
    .action((id: string, options: Json) =>
      withWorkbench(async ({ database }) => {
        showOne(options, await found(database.sql, id));
      }),
    );

  resource
    .options(command.command('update').description(`change one ${one}`).argument('<id>'), false)
    .option(...jsonOption)
    .addHelpText('after', '\nWhat is not named stays as it is; lists are replaced as a whole.')
    .addHelpText(...example(`${one}s update ID --name 'Another name'`))
    .action((id: string, options: Json & Record<string, unknown>) =>
      withWorkbench(async ({ database }) => {
        await database.transaction(async (tx) => {
          await lockRow(tx.sql, one, id);
          const before = await found(tx.sql, id);
          const after = readRecord(resource, options, before);
          await resource.update(tx, after, before);
        });
        showOne(options, await found(database.sql, id));
      }),
    );

  command
    .command('remove')
    .description(`remove one ${one} that nothing refers to`)
    .argument('<id>')
    .option(...jsonOption)
    .addHelpText(...example(`${one}s remove ID`))
    .action((id: string, options: Json) =>
      withWorkbench(async ({ database }) => {
        await database.transaction((tx) => removeRow(tx.sql, one, id));
        show(console, options, { removed: id });
      }),
    );
}

/** Collects the values of an option that may be given several times. */
export function repeated(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}
