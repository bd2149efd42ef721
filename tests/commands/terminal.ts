import type { Context } from '../../commands/context.ts';
import { runCommand } from '../../commands/program.ts';
import type { Workbench } from '../../commands/workbench.ts';
import type { Settings } from '../../shared/config.ts';
import { type Console, processConsole } from '../../shared/console/console.ts';
import { compiled, type Environment, linesOf } from '../runtime/programs.ts';
import { inWorkbench, testSettings } from '../support/service.ts';

/** What a command left behind; `out` and `err` are what it printed, `lines` those of `err`. */
export type Outcome = {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  readonly lines: readonly string[];
};

/** Runs `tennis` with the arguments in a process of its own, with nothing set but the settings. */
export async function tennis(
  args: readonly string[],
  settings: Environment,
  input?: string | Uint8Array,
): Promise<Outcome> {
  const outcome = await compiled.run(args, settings, input);
  return { ...outcome, lines: linesOf(outcome.err) };
}

/** Runs commands in this process on an open database, as a server does for those beside it; `own` is of the console. */
export function commandsOn(workbench: Workbench, own: Partial<Console> = {}) {
  const open: Context['withWorkbench'] = async (work, _, expect) => {
    await expect();
    return work(workbench);
  };
  return (args: readonly string[], input: string | Uint8Array = '') =>
    runHere(args, open, keptHere(input), own);
}

/** Runs a command in this process, which opens the database and closes it, as one of its own would. */
export function commandAt(
  settings: Partial<Settings>,
  args: readonly string[],
  input: string | Uint8Array = '',
): Promise<Outcome> {
  const here = keptHere(input);
  const disk = processConsole();
  const filesOf = (path: string) => (path === '-' ? here : disk);
  const open: Context['withWorkbench'] = async (work, purpose, expect) => {
    await expect();
    return inWorkbench(testSettings(settings), work, purpose);
  };
  return runHere(args, open, {
    output: here.output,
    size: (path) => filesOf(path).size(path),
    writable: (path, ifThere) => filesOf(path).writable(path, ifThere),
    read: (path) => filesOf(path).read(path),
    write: (path, parts) => filesOf(path).write(path, parts),
  });
}

type Files = Pick<Console, 'size' | 'writable' | 'read' | 'write'> & { readonly output: string[] };

/** Files that all hold the input, and whose writing is output. */
function keptHere(input: string | Uint8Array): Files {
  const output: string[] = [];
  return {
    output,
    size: async () => undefined,
    writable: async () => undefined,
    async *read() {
      yield Buffer.from(input as string);
    },
    async write(_, parts) {
      for await (const part of parts) output.push(Buffer.from(part as string).toString());
    },
  };
}

async function runHere(
  args: readonly string[],
  withWorkbench: Context['withWorkbench'],
  { output: out, ...files }: Files,
  own: Partial<Console> = {},
): Promise<Outcome> {
  const err: string[] = [];
  const console: Console = {
    ...files,
    isTerminal: false,
    canAsk: false,
    columns: 80,
    user: 'anna',
    out: (line: string) => void out.push(`${line}\n`),
    err: (line: string) => void err.push(`${line}\n`),
    status: () => undefined,
    ask: async () => '',
    ...own,
  };
  const status = await runCommand(args, { console, withWorkbench });
  return { status, out: out.join(''), err: err.join(''), lines: linesOf(err.join('')) };
}
