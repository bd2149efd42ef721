import type { Command, Option } from 'commander';
import type { By } from '../modules/audit/index.ts';
import type { Console } from '../shared/console/console.ts';
import type { Layout } from '../shared/console/table.ts';
import type { Context } from './context.ts';
import { example, type JsonFlag, jsonOption, print } from './output.ts';
import { NoDatabase, type Workbench } from './workbench.ts';

export type Options = Readonly<Record<string, unknown>>;

/** Something that a command does with the database: `tennis venues add`, `tennis migrate`. */
export type Verb<
  Given extends Options = Options,
  Result extends object | undefined = object | undefined,
> = {
  readonly name: string;
  readonly about: string;
  /** Its arguments, such as `<id>` or `<from> <into>`, and what they mean. */
  readonly takes?: string | readonly [name: string, about: string];
  readonly options?: readonly Option[];
  readonly notes?: string;
  /** What follows the verb in the example. */
  readonly example: string;
  /** Whether a missing database is made, except on a dry run. */
  readonly makes?: true;
  /** Throws a Failure where the verb can't begin, before a database is made for it. */
  expect?(options: Given & JsonFlag, name: string, console: Console): unknown;
  /** Does what needs no database and looks for none, where the options ask for that. */
  apart?(options: Given & JsonFlag, name: string, console: Console): Promise<Result> | undefined;
  /** Does it; gives what is shown then: one thing, a list, or nothing. */
  run(
    workbench: Workbench,
    options: Given & JsonFlag,
    name: string,
    console: Console,
    ...names: string[]
  ): Promise<Result>;
  /** Does it without a database where there is none, if that is possible. */
  withoutDatabase?(
    missing: NoDatabase,
    options: Given & JsonFlag,
    name: string,
    console: Console,
  ): Promise<Result>;
  /** What people are shown instead of the result, or of each one of a list: a sentence, or its values in words. */
  inWords?(one: Shown<Result>): string | object;
  /** What matters of its table on a narrow terminal. */
  readonly layout?: Layout;
};

/** What is shown by itself: a result, or each one of a list. */
type Shown<Result> = Result extends readonly (infer One)[] ? One : Exclude<Result, undefined>;

/** What is done with things of one kind. */
export type Noun = {
  /** Its command: `venues`. */
  readonly name: string;
  readonly about: string;
  readonly verbs: readonly Verb[];
  /** What people are shown of a thing, where its own members don't say it in words. */
  inWords?(thing: object): object;
};

/** Who gives a command, and when, for the audit log. */
export function givenBy({ clock }: Pick<Workbench, 'clock'>, { user }: Console): By {
  return { actor: { user }, now: clock() };
}

/** A verb whose `inWords` takes what its `run` gives. */
export function verb<Given extends Options, Result extends object | undefined>(
  described: Verb<Given, Result>,
): Verb {
  return described;
}

/** Adds the command of a verb. */
export function addVerb(
  parent: Command,
  { console, withWorkbench }: Context,
  { name, about, takes, options = [], notes, makes, expect, run, inWords, layout, ...verb }: Verb,
): void {
  const command = parent.command(name).description(about);
  const [argument, meaning] = [takes ?? []].flat();
  if (meaning) command.argument(argument ?? '', meaning);
  else if (argument) command.arguments(argument);
  for (const option of options) command.addOption(option);
  command.option(...jsonOption);
  if (notes) command.addHelpText('after', `\n${notes}`);
  const path = parent.parent ? `${parent.name()} ${name}` : name;
  command.addHelpText(...example(`${path} ${verb.example}`.trimEnd()));
  command.action(() => {
    const given = command.opts<JsonFlag & { readonly limit?: number; readonly dryRun?: true }>();
    const [first = '', ...others] = command.args;
    const show = async (result: object | undefined) => {
      if (result === undefined) return;
      await print(console, given, result, inWords, layout);
      const { limit } = given;
      if (!given.json && Array.isArray(result) && result.length === limit) {
        console.err(`Listed up to --limit ${limit}; there may be more.`);
      }
    };
    const apart = verb.apart?.(given, first, console);
    if (apart) return apart.then(show);
    return withWorkbench(
      async (workbench) => show(await run(workbench, given, first, console, ...others)),
      makes && !given.dryRun ? 'make' : 'use',
      () => expect?.(given, first, console),
    ).catch(async (error) => {
      if (!(error instanceof NoDatabase && verb.withoutDatabase)) throw error;
      await show(await verb.withoutDatabase(error, given, first, console));
    });
  });
}

/** Adds the command of a noun, with those of its verbs. */
export function addNoun(program: Command, context: Context, noun: Noun): void {
  const { name, about, verbs, inWords } = noun;
  const parent = program.command(name).description(about);
  for (const verb of verbs) addVerb(parent, context, { ...(inWords && { inWords }), ...verb });
}
