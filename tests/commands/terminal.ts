import { runCommand } from '../../commands/program.ts';
import type { Workbench } from '../../commands/workbench.ts';
import type { Console } from '../../shared/console/console.ts';
import { compiled, type Environment, linesOf } from '../runtime/programs.ts';

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

/** Runs commands in this process on an open database, as a server does for those beside it. */
export function commandsOn(workbench: Workbench) {
  return async (args: readonly string[], input: string | Uint8Array = ''): Promise<Outcome> => {
    const out: string[] = [];
    const err: string[] = [];
    const console: Console = {
      isTerminal: false,
      canAsk: false,
      columns: 80,
      user: 'anna',
      out: (line: string) => void out.push(`${line}\n`),
      err: (line: string) => void err.push(`${line}\n`),
      status: () => undefined,
      size: async () => undefined,
      async *read() {
        yield Buffer.from(input as string);
      },
      async write(_, parts) {
        for await (const part of parts) out.push(Buffer.from(part as string).toString());
      },
      ask: async () => '',
    };
    const status = await runCommand(args, { console, withWorkbench: (work) => work(workbench) });
    return { status, out: out.join(''), err: err.join(''), lines: linesOf(err.join('')) };
  };
}
