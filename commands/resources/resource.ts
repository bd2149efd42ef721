import type { Command } from 'commander';
import type { Db } from '../../shared/database/db.ts';
import { lockRow, noSuchRow, removeRow } from '../../shared/database/db.ts';
import type { Context } from '../context.ts';
import { example, type Json, jsonOption, list, show, type Thing } from '../output.ts';
import { type Resource, readRecord } from './record.ts';

/** Adds the resource's command with `add`, `list`, `show`, `update` and `remove`. */
export function addResource<Stored extends object, New extends { id: string }>(
  program: Command,
  { console, withWorkbench }: Context,
  resource: Resource<Stored, New>,
): void {
  const { one } = resource;
  const command = program.command(`${one}s`).description(resource.about);

  async function found(on: Db, id: string): Promise<Stored> {
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
        showOne(options, await found(database.db, record.id));
      }),
    );

  command
    .command('list')
    .description(`list the ${one}s`)
    .option(...jsonOption)
    .addHelpText(...example(`${one}s list --json`))
    .action((options: Json) =>
      withWorkbench(async ({ database }) => {
        const things = await Array.fromAsync(resource.all(database.db));
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
        showOne(options, await found(database.db, id));
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
          await lockRow(tx.db, one, id);
          const before = await found(tx.db, id);
          const after = readRecord(resource, options, before);
          await resource.update(tx, after, before);
        });
        showOne(options, await found(database.db, id));
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
        await database.transaction((tx) => removeRow(tx.db, one, id));
        show(console, options, { removed: id });
      }),
    );
}

/** Collects the values of an option that may be given several times. */
export function repeated(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}
