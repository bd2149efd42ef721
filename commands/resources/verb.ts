import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { example, type Json, jsonOption, list, show } from '../output.ts';
import type { Workbench } from '../workbench.ts';

export type Options = Readonly<Record<string, unknown>>;

/** Something that a command does: `tennis venues add`. */
export type Verb<Given extends object = Options> = {
  readonly name: string;
  readonly about: string;
  /** What it is done with: `<id>`. */
  readonly takes?: string;
  readonly options?: (command: Command) => Command;
  readonly notes?: string;
  /** What stands behind the verb in the example. */
  readonly example: string;
  /** Does it; gives what is shown then, one thing or a list. */
  run(workbench: Workbench, options: Given, name: string): Promise<object | readonly object[]>;
};

/** Adds the verb to a command; `inWords` makes of a thing what people are shown. */
export function addVerb(
  noun: Command,
  { console, withWorkbench }: Context,
  { name, about, takes, options, notes, example: line, run }: Verb,
  inWords: (thing: object) => object,
): void {
  const command = noun.command(name).description(about);
  if (takes) command.argument(takes);
  options?.(command);
  command.option(...jsonOption);
  if (notes) command.addHelpText('after', `\n${notes}`);
  command.addHelpText(...example(`${noun.name()} ${name} ${line}`.trimEnd()));
  command.action(() =>
    withWorkbench(async (workbench) => {
      const given = command.opts<Json>();
      const shown = given.json ? (thing: object) => thing : inWords;
      const result = await run(workbench, given, command.args[0] ?? '');
      if (Array.isArray(result)) list(console, given, result.map(shown));
      else show(console, given, shown(result));
    }),
  );
}
