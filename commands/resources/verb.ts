import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { example, type Json, jsonOption, list, show } from '../output.ts';
import type { Workbench } from '../workbench.ts';

/** Something that a command does: `tennis venues add`. */
export type Verb<Options extends object = object> = {
  readonly name: string;
  readonly about: string;
  /** What it is done with: `<id>`. */
  readonly takes?: string;
  readonly options?: (command: Command) => Command;
  readonly notes?: string;
  /** What stands behind the verb in the example. */
  readonly example: string;
  /** Does it; gives what is shown then, one thing or a list. */
  run(workbench: Workbench, options: Options, name: string): Promise<object | readonly object[]>;
};

/** The things of one kind, and what can be done with them. */
export type Resource = {
  /** Its command: `venues`. */
  readonly name: string;
  readonly about: string;
  readonly verbs: readonly Verb[];
  /** What people are shown of a thing, where its own members don't say it in words. */
  inWords?(thing: object): object;
};

/** Adds the resource's command. */
export function addResource(
  program: Command,
  { console, withWorkbench }: Context,
  { name: noun, about, verbs, inWords = (thing) => thing }: Resource,
): void {
  const parent = program.command(noun).description(about);
  for (const { name, about, takes, options, notes, example: line, run } of verbs) {
    const command = parent.command(name).description(about);
    if (takes) command.argument(takes);
    options?.(command);
    command.option(...jsonOption);
    if (notes) command.addHelpText('after', `\n${notes}`);
    command.addHelpText(...example(`${noun} ${name} ${line}`.trimEnd()));
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
}
