import { Command, CommanderError, Help, Option } from 'commander';
import { ConfigError, settingNames } from '../shared/config.ts';
import { brokenOff, Failure } from '../shared/console/console.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../shared/database/db.ts';
import { errorCode, isConflict, isDamage, isLockTimeout } from '../shared/database/error-code.ts';
import { isOutage, lacksMeans } from '../shared/database/outage.ts';
import { conceal } from '../shared/log.ts';
import { Problem, toldOf } from '../shared/problem.ts';
import { capitalised, visible } from '../shared/text.ts';
import { versionLine } from '../shared/version.ts';
import { audit } from './audit.ts';
import { backup, restore } from './backup.ts';
import { addConfigCommand } from './config.ts';
import type { Context } from './context.ts';
import { addDemoCommand } from './demo/index.ts';
import { exportAll } from './export.ts';
import { importFile } from './import.ts';
import { init } from './init.ts';
import { matches } from './matches.ts';
import { migrate } from './migrate.ts';
import { ranking } from './ranking.ts';
import { ratings } from './ratings.ts';
import { clients } from './resources/clients.ts';
import { competitions } from './resources/competitions.ts';
import { keys } from './resources/keys.ts';
import { organizers } from './resources/organizers.ts';
import { passes } from './resources/passes.ts';
import { players } from './resources/players.ts';
import { nounOf } from './resources/resource.ts';
import { venues } from './resources/venues.ts';
import { secret } from './secret.ts';
import { addServeCommand } from './serve.ts';
import { statusOf } from './status.ts';
import { addNoun, addVerb } from './verb.ts';
import { adviceOn } from './workbench.ts';

/** All commands, as they are listed in the help. */
export function createProgram(context: Context): Command {
  const { console } = context;
  const program = new Command('tennis')
    .description('The rating service for amateur tennis: results in, ratings out.')
    .option('-v, --version', 'print the version and the commit')
    .addOption(new Option('-V').hideHelp())
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureHelp({ optionDescription: meaningOf })
    .configureOutput({
      writeOut: (text) => console.out(text.trimEnd()),
      writeErr: (text) => console.err(mistake(text)),
    });
  for (const option of ['version', 'V']) {
    program.on(`option:${option}`, () => {
      console.out(versionLine());
      throw new CommanderError(0, 'commander.version', '');
    });
  }
  addVerb(program, context, init);
  addNoun(program, context, nounOf(organizers));
  addNoun(program, context, nounOf(clients));
  addNoun(program, context, nounOf(keys));
  addNoun(program, context, nounOf(passes));
  addNoun(program, context, secret);
  addNoun(program, context, nounOf(venues));
  addNoun(program, context, nounOf(competitions));
  addNoun(program, context, nounOf(players));
  addNoun(program, context, matches);
  addVerb(program, context, ranking);
  addNoun(program, context, ratings);
  addNoun(program, context, audit);
  for (const verb of [importFile, exportAll, backup, restore, statusOf(context.server)])
    addVerb(program, context, verb);
  addConfigCommand(program, context);
  addVerb(program, context, migrate);
  addServeCommand(program, context, runCommand);
  addDemoCommand(program, context, runCommand);
  return program;
}

/** What the help says of an option; commander's own words don't tell which ones must be given. */
function meaningOf(option: Option): string {
  return new Help().optionDescription(option) + (option.mandatory ? ' (needed)' : '');
}

/**
 * Runs a command that is given as arguments, without the program's name. Its exit status is 0 on
 * success, 1 on a failure, such as an unknown id, and 2 on a mistake in the command line.
 */
export async function runCommand(argv: readonly string[], context: Context): Promise<number> {
  try {
    const words = argv.length === 0 ? ['--help'] : [...argv];
    await createProgram(context).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    context.console.err(onOneLine(describe(error)));
    return exitCodeOf(error);
  }
}

/** What commander says of a mistake, in one line; where it prints the whole help, a subcommand is missing. */
function mistake(text: string): string {
  const [, option = ''] = /^error: unknown option '--([a-z-]+)/.exec(text) ?? [];
  const setting = option.toUpperCase().replaceAll('-', '_');
  if (settingNames.includes(setting)) {
    return `error: unknown option '--${option}'; ${setting} is a setting, so put ${setting}=… before the command`;
  }
  const [, command] = /^Usage: ([a-z ]+) \[/.exec(text) ?? [];
  return command ? `error: a command is missing; "${command} --help" lists them` : onOneLine(text);
}

function onOneLine(text: string): string {
  return visible(conceal(text.trim().replaceAll(/\s*\n\s*/g, ' ')));
}

function describe(error: unknown): string {
  if (error instanceof Problem && error.errors) return toldOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Failure) return message;
  if (isOutage(error)) {
    const [stopped = 'The connection to the database was lost'] =
      /the embedded database has stopped(?: \(.*\))?/.exec(message) ?? [];
    return `${capitalised(stopped)}, ${brokenOff}`;
  }
  if (isLockTimeout(error) || isConflict(error)) {
    return 'Others are changing the same, and took too long; try again.';
  }
  const [line] = message.split('\n');
  const advice = lacksMeans(error) && adviceOn(errorCode(error));
  if (advice) return `${line}. ${advice}.`;
  if (isForeignKeyViolation(error) || isUniqueViolation(error)) {
    return `The data changed meanwhile; try again (${line}).`;
  }
  return isDamage(error)
    ? `The database is damaged: ${line}. Move it away and bring in a backup by "tennis restore FILE".`
    : line || 'The command failed.';
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode;
  if (error instanceof ConfigError) return 2;
  return error instanceof Problem && error.errors ? 2 : 1;
}
