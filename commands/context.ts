import { readSettings } from '../shared/config.ts';
import type { Console } from '../shared/console/console.ts';
import { refuseStrangers } from '../shared/database/embedded/owner.ts';
import { migrations } from '../shared/database/migrations/index.ts';
import type { RunningServer } from './running.ts';
import { explaining, openWorkbench, type Workbench } from './workbench.ts';

/** Where a command runs: its console, and the workbench that it borrows while it works. */
export type Context = {
  readonly console: Console;
  /** The server in which it runs, for somebody beside that. */
  readonly server?: RunningServer;
  /**
   * With `make`, a missing database is made; with `use`, a missing one is a Failure. `expect`
   * throws where the work can't begin; then none is made.
   */
  readonly withWorkbench: <T>(
    work: (workbench: Workbench) => Promise<T>,
    purpose: 'make' | 'use',
    expect: () => unknown,
  ) => Promise<T>;
};

/** Runs a command that is given as arguments, without the program's name; gives its exit status. */
export type RunCommand = (argv: readonly string[], context: Context) => Promise<number>;

/** What a command says that has changed a database on a server, which others may use. */
const schemaChanged = (applied: readonly string[]) =>
  `The schema was brought up to date (${applied.join(', ')}): restart processes of the former version.`;

/** A command in this process, whose workbench is opened as the environment says. */
export function ownContext(console: Console): Context {
  return {
    console,
    async withWorkbench(work, purpose, expect) {
      const settings = readSettings(process.env);
      if (!settings.DATABASE_URL)
        await Promise.try(refuseStrangers, settings.DATA_DIR).catch(explaining(settings));
      await expect();
      const reportUnrateable = (id: string, fault: string) => {
        console.status(''); // the progress of a run stands there
        console.err(`${id}: ${fault}`);
      };
      const workbench = await openWorkbench({
        settings,
        purpose,
        reportUnrateable,
        tell: console.err,
      });
      try {
        const [first] = workbench.applied;
        const isNew = first === migrations[0]?.name;
        if (settings.DATABASE_URL && first && !isNew) console.err(schemaChanged(workbench.applied));
        return await work(workbench);
      } finally {
        await workbench.database.close();
      }
    },
  };
}
