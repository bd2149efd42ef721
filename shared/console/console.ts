import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { sync } from '../files.ts';
import { wrap } from './table.ts';

/** Where a command's words come from and go to, wherever it runs. */
export type Console = {
  /** Whether a person looks at the output. */
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Whether there is a person who can be asked. */
  readonly canAsk: boolean;
  /** Writes a line of results. */
  out(line: string): void;
  /** Writes a line for the person at the terminal: progress, mistakes. */
  err(line: string): void;
  /** Shows a line on a terminal in the place of the one before; an empty one takes it away. */
  status(line: string): void;
  /** How many bytes a file holds, where that is known beforehand. */
  size(path: string): Promise<number | undefined>;
  /** The bytes of a file, or of standard input for `-`. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** A file to write, which appears once it is whole, or standard output for `-`. */
  write(path: string): Promise<Output>;
  /** The person's answer to a question. */
  ask(question: string): Promise<string>;
};

/** A file that appears once it is whole; a write or close that fails has discarded it. */
export type Output = {
  /** Resolves once there is room for more. */
  write(part: string | Uint8Array): Promise<void>;
  /** Resolves once everything is written, and read back as it was written. */
  close(): Promise<void>;
  /** Leaves nothing of what was written. */
  discard(): Promise<void>;
};

/** A mistake or failure that one line tells a person; `exitCode` is the command's exit status. */
export class Failure extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const eraseLine = '\u001b[2K';

/** The console of this process. */
export function processConsole(): Console {
  return {
    isTerminal: process.stdout.isTTY === true,
    columns: widthOf(process.stdout),
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
    out: (line) => void process.stdout.write(`${line}\n`),
    err(line) {
      const inWidth = (part: string) => wrap(part, widthOf(process.stderr), / /);
      const lines = process.stderr.isTTY ? line.split('\n').flatMap(inWidth) : [line];
      process.stderr.write(`${lines.join('\n')}\n`);
    },
    status(line) {
      if (process.stderr.isTTY) process.stderr.write(`\r${eraseLine}${line}`);
    },
    async size(path) {
      const file = path === '-' ? undefined : await stat(resolve(path)).catch(() => undefined);
      return file?.isFile() ? file.size : undefined;
    },
    read: (path) => bytesOf(path === '-' ? process.stdin : createReadStream(resolve(path)), path),
    write: async (path) => (path === '-' ? standardOutput : fileOutput(path)),
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

/** How wide a terminal is; one that doesn't know says 0. */
function widthOf({ columns }: NodeJS.WriteStream): number {
  return columns || 80;
}

async function* bytesOf(stream: Readable, path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk;
  } catch (error) {
    throw new Failure(`${path}: ${reasonOf(error)}`);
  }
}

/** Writes beside the file first: under its own name it is always whole, and on the disk. */
async function fileOutput(path: string): Promise<Output> {
  const target = resolve(path);
  const failed = (error: unknown): never => {
    throw new Failure(`${path}: ${reasonOf(error)}`);
  };
  const existing = await stat(target).catch(() => undefined);
  const isPlain = existing?.isFile() ?? true;
  const draft = isPlain ? `${target}.part-${randomUUID()}` : target;
  // What is exported holds names and the hashes of secrets.
  const file = await open(draft, isPlain ? 'wx' : 'w', 0o600).catch(failed);
  const written = createHash('sha256');
  const discard = async () => {
    await file.close().catch(() => undefined);
    if (isPlain) await rm(draft, { force: true });
  };
  const discardIfItFails = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      await discard();
      failed(error);
    }
  };
  return {
    write: (part) =>
      discardIfItFails(async () => {
        const bytes = Buffer.from(part as string);
        written.update(bytes);
        await file.writeFile(bytes);
      }),
    close: () =>
      discardIfItFails(async () => {
        if (isPlain) await file.sync();
        await file.close();
        if (!isPlain) return;
        if ((await hashOf(draft)) !== written.digest('hex')) {
          throw new Error('holds something else than was written to it');
        }
        await rename(draft, target);
        sync(dirname(target));
      }),
    discard,
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

const standardOutput: Output = {
  write: (part) =>
    new Promise((done, failed) => {
      process.stdout.write(part, (error) => (error ? failed(error) : done()));
    }),
  close: async () => undefined,
  discard: async () => undefined,
};

/** Ends the process once nobody reads what it says: quietly where a pipe was closed. */
export function endWithOutput(): void {
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') {
      process.stderr.write(`standard output: ${reasonOf(error)}\n`);
    }
    process.exit(1);
  });
}

/** What went wrong with a file, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'ENOSPC') return 'no space is left on the disk';
  return error instanceof Error ? error.message : String(error);
}
