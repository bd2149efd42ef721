// While a server runs, a command is sent to it as it was given, and runs there. Its words go to the
// caller, who also opens its files: with the caller's folder, rights and pipes, which a server
// confined by its service manager can't see. Each side pulls the parts of a file from the other, so
// neither is ever ahead.
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { decodeMultiStream, encode } from '@msgpack/msgpack';
import { type BirpcReturn, createBirpc } from 'birpc';
import * as v from 'valibot';
import { brokenOff, type Console, Failure } from './console.ts';
import type { Parts } from './whole-file.ts';

/** Runs a command that is given as arguments; gives its exit status. */
type Run = (argv: readonly string[], console: Console) => Promise<number>;

type Terminal = Pick<Console, 'isTerminal' | 'columns' | 'canAsk' | 'user'>;

/** What the server does for the caller. */
type Runner = {
  run(argv: readonly string[], terminal: Terminal): Promise<number>;
  /** The next part of what is written; undefined at its end. */
  part(): Promise<string | Uint8Array | undefined>;
};

/** What the caller does for the command. */
type Caller = Pick<Console, 'out' | 'err' | 'status' | 'size' | 'writable' | 'ask'> & {
  read(path: string): void;
  /** The next piece of what is read; undefined at its end. */
  piece(): Promise<Uint8Array | undefined>;
  /** Writes the parts of the other side. */
  write(path: string): Promise<void>;
};

const disconnected = `The connection to the server broke off, ${brokenOff}`;

/** Errors travel as their messages. */
const MessageSchema = v.looseObject({
  e: v.optional(
    v.pipe(
      v.string(),
      v.transform((reason) => new Failure(reason)),
    ),
  ),
});

/** Lets both sides call each other; whoever waits for the other one is told when it has gone. */
function connect<Theirs extends object, Own extends object>(
  socket: Socket,
  own: Own,
): BirpcReturn<Theirs, Own> {
  const theirs = createBirpc<Theirs, Own>(own, {
    timeout: -1,
    serialize: (message) =>
      encode(message.e ? { ...message, e: message.e.message } : message, { ignoreUndefined: true }),
    post: (bytes) => socket.destroyed || socket.write(bytes),
    on: (handle) =>
      void listen(handle)
        .catch(() => undefined)
        .finally(end),
  });
  async function listen(handle: (message: unknown) => void): Promise<void> {
    for await (const message of decodeMultiStream(socket)) handle(v.parse(MessageSchema, message));
  }
  function end(): void {
    socket.destroy();
    theirs.$close(new Failure(disconnected));
  }
  return theirs;
}

/** The socket of a server on the embedded database in that folder. */
export function socketIn(dataDir: string): string {
  return join(dataDir, 'socket');
}

/** Runs the commands that are sent to the socket, which only this user can open. */
export async function serveCommands(path: string, run: Run): Promise<Server> {
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    let parts: AsyncIterator<string | Uint8Array> | undefined;
    const say = (word: 'out' | 'err' | 'status') => (line: string) =>
      void caller[word].asEvent(line).catch(() => undefined); // the caller has gone
    /** Work that shows its progress ends with its caller, as if it had been stopped here. */
    const sayStatus = (line: string) => {
      if (socket.destroyed) throw new Failure(disconnected);
      say('status')(line);
    };
    const caller: BirpcReturn<Caller, Runner> = connect(socket, {
      part: async () => (await parts?.next())?.value,
      run: (argv, terminal) =>
        run(argv, {
          ...terminal,
          out: say('out'),
          err: say('err'),
          status: sayStatus,
          size: caller.size,
          writable: caller.writable,
          ask: caller.ask,
          async *read(file) {
            await caller.read(file);
            for (let piece = await caller.piece(); piece; piece = await caller.piece()) yield piece;
          },
          async write(file, given) {
            parts = given[Symbol.asyncIterator]();
            await caller.write(file).finally(() => parts?.return?.());
          },
        }),
    });
  });
  const listening = once(server, 'listening');
  const usual = process.umask(0o077); // nobody else may connect before the mode is set either
  try {
    server.listen(path); // makes the file at once
  } finally {
    process.umask(usual);
  }
  await listening;
  await chmod(path, 0o600);
  return server;
}

/** Has the server at the socket run the command; its exit status, or undefined if nobody listens. */
export async function forwardCommand(
  path: string,
  argv: readonly string[],
  console: Console,
): Promise<number | undefined> {
  const socket = createConnection(path);
  socket.on('error', () => socket.destroy());
  if (!(await once(socket, 'connect').catch(() => undefined))) return undefined;
  let input: AsyncIterator<Uint8Array> | undefined;
  const server: BirpcReturn<Runner, Caller> = connect(socket, {
    ...console,
    read(file) {
      input = console.read(file)[Symbol.asyncIterator]();
    },
    piece: async () => (await input?.next())?.value,
    write: (file) => console.write(file, partsOf(server)),
  });
  try {
    const { isTerminal, columns, canAsk, user } = console;
    return await server.run(argv, { isTerminal, columns, canAsk, user });
  } catch (error) {
    console.status(''); // the progress stands there
    throw error;
  } finally {
    void input?.return?.();
    socket.destroy();
  }
}

async function* partsOf(server: { part: Runner['part'] }): Parts {
  for (let part = await server.part(); part !== undefined; part = await server.part()) yield part;
}
