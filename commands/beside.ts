import { brokenOff, Failure } from '../shared/console/console.ts';
import { serveCommands, socketIn } from '../shared/console/socket.ts';
import { isOutage } from '../shared/database/outage.ts';
import type { RunCommand } from './context.ts';
import type { RunningServer } from './running.ts';
import type { Workbench } from './workbench.ts';

/** What a command says if something else holds the one connection for long. */
const itWaits =
  'Something long, such as a backup, has the database; this goes on once that has ended.';

/** Runs the commands that come by the socket of an embedded database; gives the function that ends that. */
export async function serveCommandsBeside(
  workbench: Workbench,
  runCommand: RunCommand,
  server: RunningServer,
) {
  if (!workbench.database.embedded) return async () => undefined;
  let stopping = false;
  const endsEarly =
    <Done>(isGivenUp: (done: Done) => boolean = () => false) =>
    (done: Done) =>
      stopping || isGivenUp(done);
  const beside: Workbench = {
    ...workbench,
    applied: [],
    run: (isGivenUp, beginning) => workbench.run(endsEarly(isGivenUp), beginning),
    decay: (asOf, isGivenUp, onWaiting) => workbench.decay(asOf, endsEarly(isGivenUp), onWaiting),
  };
  const socket = await serveCommands(socketIn(workbench.settings.DATA_DIR), (argv, console) =>
    runCommand(argv, {
      console,
      server,
      async withWorkbench(work, _, expect) {
        await expect();
        await workbench.database.available().catch(() => console.err(itWaits));
        try {
          return await work(beside);
        } catch (error) {
          if (!stopping || !isOutage(error)) throw error;
          throw new Failure(`The server was stopped, ${brokenOff}`);
        }
      },
    }),
  );
  return async () => {
    stopping = true;
    await new Promise((done) => socket.close(done));
  };
}
