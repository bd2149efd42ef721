// Whole programs as processes of their own: compiled, or main.ts on Bun or Deno.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { leapDays } from '../support/city.ts';
import { removeAtTheEnd } from '../support/folder.ts';

/** The folder of the checkout. */
export const root = join(import.meta.dirname, '../..');
const main = join(root, 'main.ts');

/** Variables; what is undefined isn't set. */
export type Environment = Readonly<Record<string, unknown>>;
export type Outcome = {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
};

export type Server = {
  readonly pid: number;
  readonly url: string;
  /** Milliseconds from the start of the process until it listened. */
  readonly startedInMs: number;
  /** The entries of its log so far. */
  log(): Record<string, unknown>[];
  /** Everything that it has written so far. */
  written(): string;
  /** The lines of its standard error so far. */
  said(): readonly string[];
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGUSR2' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Writes to its standard input. */
  type(text: string): void;
  /** Its exit status and what it wrote; `ms` from the first signal. */
  readonly ended: Promise<Outcome>;
};

export type Program = {
  /** Runs a command to its end; a gate is an input that comes in two parts. */
  run(
    args: readonly string[],
    settings: Environment,
    input?: string | Uint8Array | Gate,
  ): Promise<Outcome>;
  /**
   * Runs `serve` on PORT or a free one until it listens; throws what it said if it ends instead, or is
   * killed because it does neither.
   */
  serve(settings: Environment): Promise<Server>;
};

/** Text that a command reads: what is there at once, and what comes when the time has come. */
export type Gate = { readonly first: string; readonly rest: Promise<string> };

const startDeadlineMs = 120_000; // a first start on a busy machine takes half of it

/** A program that was killed before it listened. */
export class Killed extends Error {}

const running = new Set<ChildProcess>();

/** Ends the processes that the tests of a file have left. */
export async function endPrograms(): Promise<void> {
  for (const child of running) {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }
}

/** The words that start a program. */
type Command = readonly string[];

/** The program in the folder (by default the top one), with nothing in its environment but `own`. */
export function programOf(
  command: Command | (() => Promise<Command>),
  own: Environment,
  cwd: string = root,
): Program {
  const start = async (args: readonly string[], settings: Environment) => {
    const [file = '', ...prefix] = typeof command === 'function' ? await command() : command;
    const given = Object.entries({ ...own, ...settings });
    const env = Object.fromEntries(
      given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
    const begun = performance.now();
    const child = spawn(file, [...prefix, ...args], { cwd, env });
    running.add(child);
    child.once('close', () => running.delete(child));
    const output = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output.err += text;
    });
    return { begun, child, output, closed: once(child, 'close') };
  };
  return {
    async run(args, settings, input = '') {
      const { begun, child, output, closed } = await start(args, settings);
      child.stdin.on('error', () => undefined);
      if (typeof input === 'string' || input instanceof Uint8Array) child.stdin.end(input);
      else {
        child.stdin.write(input.first);
        void input.rest.then((text) => child.stdin.end(text));
      }
      const [status] = await closed;
      return { status, ...output, ms: performance.now() - begun };
    },
    async serve(settings) {
      const { begun, child, output, closed } = await start(['serve'], { PORT: '0', ...settings });
      let signalled = begun;
      let port: string | undefined;
      while (!port) {
        if (child.signalCode !== null) throw new Killed(`serve was ended by ${child.signalCode}`);
        if (child.exitCode !== null) {
          throw new Error(`serve ended with ${child.exitCode}: ${output.out}${output.err}`);
        }
        if (performance.now() - begun > startDeadlineMs) {
          child.kill('SIGKILL');
          throw new Error(`serve hangs: ${output.out}${output.err}`);
        }
        const address = /\baddress\b\W+(http[^"\s]+)["\s]/.exec(output.out)?.[1];
        // That of PUBLIC_URL, where it is set, needn't be the port.
        if (address) port = String(settings.PORT ?? new URL(address).port);
        await delay(5);
      }
      const startedInMs = performance.now() - begun;
      return {
        pid: child.pid ?? 0,
        url: `http://127.0.0.1:${port}`,
        startedInMs,
        log: () =>
          output.out.split('\n').flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : [])),
        written: () => output.out + output.err,
        said: () => linesOf(output.err),
        signal(name) {
          if (signalled === begun) signalled = performance.now();
          child.kill(name);
        },
        type: (text) => void child.stdin.write(text),
        ended: closed.then(([status]) => ({
          status,
          ...output,
          ms: performance.now() - signalled,
        })),
      };
    },
  };
}

/** The lines of what was written, without empty ones. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

const { PATH, HOME, TMPDIR } = process.env;
const surroundings = { PATH, HOME, TMPDIR, DECAY_SCHEDULE: leapDays };

/** Makes the program of the sources as they are, once for the tests of a process; its file. */
export const compiledFile = () => (compiling ??= compile());

let compiling: Promise<string> | undefined;

async function compile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tennis-program-'));
  removeAtTheEnd(folder);
  await promisify(execFile)(process.execPath, ['build.ts', '--outdir', folder], { cwd: root });
  return join(folder, 'tennis');
}

/** The compiled program, which starts with half of the work that main.ts takes. */
export const compiled = programOf(async () => [await compiledFile()], surroundings);

/** main.ts on the Bun that runs the tests. */
export const onBun = programOf([process.execPath, main], surroundings);

/** The same, after it has loaded another file. */
export function onBunWith(preload: string): Program {
  return programOf([process.execPath, '--preload', preload, main], surroundings);
}

/** The words for main.ts on Deno, whose npm package wraps it in a program that passes no signals on. */
export function denoCommand(): string[] {
  const wrapped = join(root, 'node_modules/.bin/deno');
  const deno = execFileSync(wrapped, ['eval', 'console.log(Deno.execPath())'], {
    encoding: 'utf8',
  });
  return [deno.trim(), 'run', '--allow-all', main];
}

/** main.ts on Deno. */
export const onDeno = () => programOf(denoCommand(), surroundings);
