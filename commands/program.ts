import { Command, CommanderError } from 'commander';
import { type Console, Failure } from '../shared/console/console.ts';
import { version } from '../shared/version.ts';
import { addCredentialCommands } from './credentials.ts';
import { addExchangeCommands } from './exchange.ts';
import { addMigrateCommand } from './migrate.ts';
import { addRatingCommands } from './ratings.ts';
import type { Workbench } from './workbench.ts';

/** Where a command runs: what it says, and the workbench that it borrows while it works. */
export type Context = {
  readonly console: Console;
  readonly withWorkbench: <T>(work: (workbench: Workbench) => Promise<T>) => Promise<T>;
};

/** Ends a command because the server that holds the database ran it. */
export class Forwarded extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super();
    this.exitCode = exitCode;
  }
}

/** The commands that work on data, beside a server or without one. */
export function createProgram(context: Context): Command {
  const program = new Command('tennis')
    .description('The rating service for amateur tennis: results in, ratings out.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .exitOverride();
  const { console } = context;
  program.configureOutput({
    writeOut: (text) => console.out(text.trimEnd()),
    writeErr: (text) => console.err(text.trim().replaceAll(/\s*\n\s*/g, ' ')),
  });
  addMigrateCommand(program, context);
  addExchangeCommands(program, context);
  addRatingCommands(program, context);
  addCredentialCommands(program, context);
  return program;
}

/** Runs one command; its exit status: 0, 1 after a failure, 2 after a mistake in the command line. */
export async function runProgram(
  program: Command,
  argv: readonly string[],
  console: Console,
): Promise<number> {
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof Forwarded) return error.exitCode;
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.err(error instanceof Failure ? error.message : describe(error));
    return error instanceof Failure ? error.exitCode : 1;
  }
}

/** One line for a person about an error that isn't theirs. */
function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] || 'The command failed.';
}
