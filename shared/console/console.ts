import { createReadStream } from 'node:fs';
import { access, constants, open, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { errorCode } from '../database/error-code.ts';
import { writeTo } from '../output.ts';
import { ownUser } from '../user.ts';
import { wrap } from './table.ts';
import { type Parts, tryWriting, writeWhole } from './whole-file.ts';

/** Where a command's words come from and go to, wherever it runs. */
export type Console = {
  /** Whether a person looks at the output. */
  readonly isTerminal: boolean;
  /** How wide the terminal is. */
  readonly columns: number;
  /** Whether there is a person who can be asked. */
  readonly canAsk: boolean;
  /** The operating system's user who gives the command. */
  readonly user: string;
  /** Writes a line of results. */
  out(line: string): void;
  /** Writes a line for the person at the terminal: progress, mistakes. One that is indented is to be copied: it isn't wrapped. */
  err(line: string): void;
  /** Shows a line on a terminal, in place of the one before; an empty one removes that. */
  status(line: string): void;
  /** A file's size in bytes, if it is known beforehand. Throws a Failure where it can't be read. */
  size(path: string): Promise<number | undefined>;
  /** The bytes of a file, or of standard input for `-`. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** Writes a file, which appears once it is whole, or to standard output for `-`. */
  write(path: string, parts: Parts): Promise<void>;
  /** Throws a Failure where no file can be written there, or where there is one and `ifThere` says what about that. */
  writable(path: string, ifThere?: string): Promise<void>;
  /** The person's answer to a question. */
  ask(question: string): Promise<string>;
};

/** A mistake or failure that one line tells a person; `exitCode` is the command's exit status. */
export class Failure extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What becomes of a command whose database or server went away: the answer to its last step may have, too. */
export const brokenOff =
  'and the command with it: give it again, unless "tennis audit list" shows that it was done.';

const eraseLine = '\u001b[2K';

/** The console of this process. */
export function processConsole(): Console {
  return {
    isTerminal: process.stdout.isTTY === true,
    columns: widthOf(process.stdout.isTTY ? process.stdout : process.stderr),
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
    user: ownUser(),
    out: (line) => say(process.stdout, `${line}\n`),
    err(line) {
      const width = widthOf(process.stderr);
      const inWidth = (part: string) => (part.startsWith(' ') ? [part] : wrap(part, width, / /));
      const lines = process.stderr.isTTY ? line.split('\n').flatMap(inWidth) : [line];
      say(process.stderr, `${lines.join('\n')}\n`);
    },
    status(line) {
      if (process.stderr.isTTY) process.stderr.write(`\r${eraseLine}${line}`);
    },
    async size(path) {
      if (path === '-') return undefined;
      const file = await stat(path).catch((error) => Promise.reject(failed(path, error)));
      if (file.isDirectory()) throw new Failure(`${path}: ${reasons.EISDIR}`);
      // On Deno, `access` knows no groups and no root; but to open a pipe would wait for its writer.
      const opened = file.isFile()
        ? open(path).then((handle) => handle.close())
        : access(path, constants.R_OK);
      await opened.catch((error) => Promise.reject(failed(path, error)));
      return file.isFile() ? file.size : undefined;
    },
    async *read(path) {
      try {
        yield* path === '-' ? process.stdin : createReadStream(path);
      } catch (error) {
        throw failed(path, error);
      }
    },
    async write(path, parts) {
      if (path === '-') for await (const part of parts) await print(part);
      else await writeWhole(path, parts).catch((error) => Promise.reject(unwritten(path, error)));
    },
    async writable(path, ifThere) {
      if (path !== '-')
        await tryWriting(path, ifThere).catch((error) => Promise.reject(unwritten(path, error)));
    },
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        const ended = new Promise<never>((_, failed) => {
          lines.once('close', () => failed(new Failure('The input ended without an answer.')));
        });
        return await Promise.race([lines.question(question), ended]);
      } finally {
        lines.close();
      }
    },
  };
}

/** How wide a terminal is; one that doesn't know reports 0. */
function widthOf({ columns }: NodeJS.WriteStream): number {
  return columns || 80;
}

/** Writes to standard output; resolves once there is room for more. */
function print(part: string | Uint8Array): Promise<void> {
  return new Promise((done, failed) => {
    writeTo(process.stdout, part, (error) => (error ? failed(error) : done()));
  });
}

/** Ends the process once its output can't be written: quietly where a pipe was closed. */
export function endWithOutput(): void {
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') {
      process.stderr.write(`standard output: ${reasonOf(error)}\n`);
    }
    process.exit(1);
  });
}

/** By output, resolves once all that was said to it was taken. */
const taken = new Map<NodeJS.WriteStream, Promise<void>>();

function say(output: NodeJS.WriteStream, text: string): void {
  taken.set(output, new Promise((done) => writeTo(output, text, () => done())));
}

/** Resolves once the readers have taken all lines of this process. */
export async function outputTaken(): Promise<void> {
  await Promise.all(taken.values());
}

function failed(path: string, error: unknown): Failure {
  return error instanceof Failure ? error : new Failure(`${path}: ${reasonOf(error)}`);
}

function unwritten(path: string, error: unknown): Failure {
  const isLost = errorCode(error) === 'ENOENT';
  return isLost ? new Failure(`${path}: its folder is not there`) : failed(path, error);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'is a folder',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'nothing can be written to that disk',
  EEXIST: 'is there already',
  ENOTDIR: 'a part of its path is no folder',
  ENAMETOOLONG: 'its name is too long',
  EADDRNOTAVAIL: 'this machine has no such address',
};

/** What went wrong with a file, in words. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return reasons[errorCode(error) ?? ''] ?? message;
}
