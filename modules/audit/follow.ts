import type { Db } from '../../shared/database/db.ts';
import { type Clock, dayMs, utc } from '../../shared/time.ts';
import { commandsAfter, lastCommand } from './reading-repository.ts';

type Command = Awaited<ReturnType<typeof commandsAfter>>[number];

/**
 * Follows what commands do from now on, whichever process runs them: each call of the returned function
 * tells what is new since the last call. Entries older than a day aren't news: an import brought them
 * from the log of another installation.
 */
export async function followCommands(
  db: Db,
  clock: Clock,
  tell: (command: Command) => void,
): Promise<() => Promise<void>> {
  let place = await lastCommand(db);
  return async () => {
    for (const command of await commandsAfter(db, place, utc(clock() - dayMs))) {
      place = command.sequence;
      tell(command);
    }
  };
}
