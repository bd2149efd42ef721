import { createReadStream, createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Where a command's words come from and go to, wherever it runs. */
export type Console = {
  /** Whether a person looks at the output. */
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Writes a line of results. */
  out(line: string): void;
  /** Writes a line for the person at the terminal: progress, mistakes. */
  err(line: string): void;
  /** The bytes of a file, or of standard input for `-`. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** A file to write, or standard output for `-`. */
  write(path: string): Promise<Output>;
};

export type Output = {
  /** Resolves once there is room for more. */
  write(text: string): Promise<void>;
  /** Resolves once everything is written. */
  close(): Promise<void>;
};

/** A mistake or failure that one line tells a person; `exitCode` is the command's exit status. */
export class Failure extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The console of this process. */
export function processConsole(): Console {
  return {
    isTerminal: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? 80,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    read: (path) => bytesOf(path === '-' ? process.stdin : createReadStream(resolve(path)), path),
    async write(path) {
      const stream = path === '-' ? process.stdout : createWriteStream(resolve(path));
      return outputTo(stream, path);
    },
  };
}

async function* bytesOf(stream: Readable, path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk;
  } catch (error) {
    throw new Failure(`${path}: ${reasonOf(error)}`);
  }
}

function outputTo(stream: Writable, path: string): Output {
  let failure: unknown;
  stream.on('error', (error) => {
    failure = error;
  });
  const check = () => {
    if (failure) throw new Failure(`${path}: ${reasonOf(failure)}`);
  };
  return {
    async write(text) {
      check();
      if (stream.write(text)) return;
      await new Promise<void>((done) => {
        stream.once('drain', done);
        stream.once('error', () => done());
      });
      check();
    },
    async close() {
      check();
      if (stream === process.stdout) return;
      await new Promise<void>((done) => {
        stream.once('error', () => done());
        stream.end(done);
      });
      check();
    },
  };
}

/** What went wrong with a file, in words. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'EISDIR') return 'is a folder';
  return error instanceof Error ? error.message : String(error);
}
