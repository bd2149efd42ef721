import { readSettings } from '../shared/config.ts';
import {
  type Console,
  endWithOutput,
  outputTaken,
  processConsole,
  reasonOf,
} from '../shared/console/console.ts';
import { forwardCommand, socketIn } from '../shared/console/socket.ts';
import { refuseStrangers } from '../shared/database/embedded/owner.ts';
import { visible } from '../shared/text.ts';
import { endProcessAfter } from './shutdown.ts';

/** What a server can't do for its caller: run another server. */
const ownCommands = ['serve', 'demo', 'help'];

const leftoversMs = 500;

/** Runs the command line, without the program's name; gives the exit status. */
async function runCommandLine(argv: readonly string[], console: Console): Promise<number> {
  const socket = socketFor(argv);
  try {
    const status = socket && (await forwardCommand(socket, argv, console));
    if (typeof status === 'number') return status;
  } catch (error) {
    console.err(visible(reasonOf(error)));
    return 1;
  }
  // Loaded only now, so that a forwarded command needn't wait for it.
  const { ownContext } = await import('./context.ts');
  const { runCommand } = await import('./program.ts');
  return runCommand(argv, ownContext(console));
}

/** The socket of the server that would run the command, if there is one. */
function socketFor([command = '--help']: readonly string[]): string | undefined {
  if (command.startsWith('-') || ownCommands.includes(command)) return undefined;
  try {
    const { DATABASE_URL, DATA_DIR } = readSettings(process.env);
    refuseStrangers(DATA_DIR);
    return DATABASE_URL ? undefined : socketIn(DATA_DIR);
  } catch {
    return undefined; // whoever opens the database says why
  }
}

/** Runs this process's command line; ends the process soon after. */
export async function runProcess(): Promise<void> {
  endWithOutput();
  const status = await runCommandLine(process.argv.slice(2), processConsole());
  process.exitCode = status;
  // Output that waits in a pipe is lost with the process, and its reader may be slow.
  await outputTaken();
  // A database that didn't start may leave behind what would keep the process alive.
  endProcessAfter(leftoversMs, status);
}
