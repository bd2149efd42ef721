import type { Console } from '../shared/console/console.ts';
import type { Workbench } from './workbench.ts';

/** Where a command runs: what it says, and the workbench that it borrows while it works. */
export type Context = {
  readonly console: Console;
  /** With `make`, a database that isn't there is made; with `use`, the default, that is a Failure. */
  readonly withWorkbench: <T>(
    work: (workbench: Workbench) => Promise<T>,
    purpose?: 'make' | 'use',
  ) => Promise<T>;
};
