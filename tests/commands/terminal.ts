import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '../../commands/program.ts';
import type { Workbench } from '../../commands/workbench.ts';
import type { Console } from '../../shared/console/console.ts';

const root = join(import.meta.dirname, '../..');

/** What a command left behind; `out` and `err` are what it printed, `lines` those of `err`. */
export type Outcome = {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  readonly lines: readonly string[];
};

type Environment = Readonly<Record<string, unknown>>;

function startProgram(args: readonly string[], settings: Environment): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const given = Object.entries({ PATH, HOME, TMPDIR, ...settings });
  const env = Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return spawn(process.execPath, [join(root, 'main.ts'), ...args], { env });
}

/** What the process has written so far. */
function outputOf(child: ChildProcess): { out: string; err: string } {
  const written = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    written.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    written.err += text;
  });
  return written;
}

/** Runs `tennis` with the arguments in a process of its own, with nothing set but the settings. */
export async function tennis(
  args: readonly string[],
  settings: Environment,
  input: string | Uint8Array = '',
): Promise<Outcome> {
  const child = startProgram(args, settings);
  const written = outputOf(child);
  child.stdin?.on('error', () => undefined).end(input);
  const [status] = await once(child, 'close');
  return { status, ...written, lines: linesOf(written.err) };
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

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

export type Server = {
  readonly pid: number;
  readonly url: string;
  /** What it has said on standard error so far. */
  readonly said: () => readonly string[];
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void;
  /** Its exit status, and how many milliseconds it took from now. */
  ended(): Promise<{ status: number | null; ms: number }>;
};

const running = new Set<ChildProcess>();

/** Ends the servers that a file of tests has started. */
export async function endServers(): Promise<void> {
  for (const child of running) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  }
  running.clear();
}

/** Runs `tennis serve` on a free port until it listens; throws what it said if it ends instead. */
export async function serve(settings: Environment): Promise<Server> {
  const child = startProgram(['serve'], { PORT: 0, ...settings });
  running.add(child);
  const written = outputOf(child);
  const closed = once(child, 'close');
  let address: string | undefined;
  while (!address) {
    if (child.exitCode !== null) throw new Error(`serve ended: ${written.err}`);
    address = /"address":"[^"]*?:(\d+)"/.exec(written.out)?.[1];
    await delay(20);
  }
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${address}`,
    said: () => linesOf(written.err),
    signal: (name) => void child.kill(name),
    async ended() {
      const start = performance.now();
      const [status] = await closed;
      return { status, ms: performance.now() - start };
    },
  };
}
