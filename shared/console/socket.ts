// A command beside a running server is sent to it: arguments there, words and files to and fro.
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { type Console, Failure, type Output } from './console.ts';

/** The kinds of frames; each is a byte for its kind, four for its length, and its bytes. */
const kinds = [
  'command',
  'out',
  'err',
  'status',
  'size',
  'read',
  'create',
  'data',
  'end',
  'discard',
  'failed',
  'ask',
  'exit',
] as const;
type Kind = (typeof kinds)[number];
type Frame = { readonly kind: Kind; readonly bytes: Buffer };

type Command = { readonly argv: string[] } & Pick<Console, 'isTerminal' | 'columns' | 'canAsk'>;

/** Writes a frame; says whether there is room for more. */
function post(socket: Socket, kind: Kind, bytes: Uint8Array | string = ''): boolean {
  if (socket.destroyed) return true;
  const payload = Buffer.from(bytes as string);
  const head = Buffer.alloc(5);
  head.writeUInt8(kinds.indexOf(kind), 0);
  head.writeUInt32BE(payload.length, 1);
  return socket.write(Buffer.concat([head, payload]));
}

/** Writes a frame and waits until there is room for more; throws where the other side has gone. */
async function send(socket: Socket, kind: Kind, bytes: Uint8Array | string = ''): Promise<void> {
  const hasRoom = post(socket, kind, bytes);
  if (!hasRoom) {
    await new Promise<void>((done) => {
      const goOn = () => {
        socket.off('drain', goOn).off('close', goOn);
        done();
      };
      socket.on('drain', goOn).on('close', goOn);
    });
  }
  if (socket.destroyed) throw new Failure('The connection broke off.');
}

async function* framesOf(socket: Socket): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0);
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
      const end = 5 + rest.readUInt32BE(1);
      const kind = kinds[rest.readUInt8(0)];
      if (!kind) throw new Error('A frame of an unknown kind came through the socket.');
      yield { kind, bytes: rest.subarray(5, end) };
      rest = rest.subarray(end);
    }
  }
}

/** The next frame; throws where the other side has gone. */
async function next(frames: AsyncGenerator<Frame>): Promise<Frame> {
  const { value, done } = await frames.next();
  if (done) throw new Failure('The connection to the server broke off.');
  if (value.kind === 'failed') throw new Failure(value.bytes.toString());
  return value;
}

/** Runs the commands that are sent to the socket, which only this user can open. */
export async function serveCommands(
  path: string,
  run: (argv: string[], console: Console) => Promise<number>,
): Promise<Server> {
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void answer(socket, run).catch(() => socket.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(path, done);
  });
  await chmod(path, 0o600);
  return server;
}

async function answer(
  socket: Socket,
  run: (argv: string[], console: Console) => Promise<number>,
): Promise<void> {
  const frames = framesOf(socket);
  const command: Command = JSON.parse((await next(frames)).bytes.toString());
  const exitCode = await run(command.argv, {
    isTerminal: command.isTerminal,
    canAsk: command.canAsk,
    columns: command.columns,
    out: (line) => void post(socket, 'out', line),
    err: (line) => void post(socket, 'err', line),
    status: (line) => void post(socket, 'status', line),
    async size(file) {
      await send(socket, 'size', file);
      const text = (await next(frames)).bytes.toString();
      return text === '' ? undefined : Number(text);
    },
    async *read(file) {
      await send(socket, 'read', file);
      for (;;) {
        const frame = await next(frames);
        if (frame.kind === 'end') return;
        yield frame.bytes;
      }
    },
    async ask(question) {
      await send(socket, 'ask', question);
      return (await next(frames)).bytes.toString();
    },
    async write(file): Promise<Output> {
      await send(socket, 'create', file);
      await next(frames);
      return {
        write: (part) => send(socket, 'data', part),
        async close() {
          await send(socket, 'end');
          await next(frames);
        },
        discard: async () => void post(socket, 'discard'),
      };
    },
  });
  post(socket, 'exit', String(exitCode));
  socket.end();
  // A file that wasn't read to its end is still coming, and who sends it listens to nothing else.
  const late = setTimeout(() => socket.destroy(), drainMs);
  for await (const _ of frames);
  clearTimeout(late);
}

/** How long the other side has to notice that the command is over. */
const drainMs = 2_000;

/** Has the server at the socket run the command; its exit status, or undefined if nobody listens. */
export async function forwardCommand(
  path: string,
  argv: string[],
  console: Console,
): Promise<number | undefined> {
  const socket = await connected(path);
  if (!socket) return undefined;
  const { isTerminal, columns, canAsk } = console;
  const command: Command = { argv, isTerminal, columns, canAsk };
  const frames = framesOf(socket);
  await send(socket, 'command', JSON.stringify(command));
  let output: Output | undefined;
  try {
    for (;;) {
      const { kind, bytes } = await next(frames);
      if (kind === 'exit') return Number(bytes.toString());
      // Beside what else comes: the command may be over before it has read all of the file.
      if (kind === 'read') void sendFile(socket, bytes.toString(), console);
      try {
        if (kind === 'create') output = await console.write(bytes.toString());
        if (kind === 'data') await output?.write(bytes);
        if (kind === 'end') await output?.close();
        if (kind === 'discard') await output?.discard();
        if (kind === 'end' || kind === 'discard') output = undefined;
        if (kind === 'create' || kind === 'end') await send(socket, 'data');
        await serveConsole(socket, kind, bytes, console);
      } catch (error) {
        output = undefined; // what failed is discarded already
        post(socket, 'failed', error instanceof Error ? error.message : String(error));
      }
    }
  } finally {
    await output?.discard();
    socket.destroy();
  }
}

async function sendFile(socket: Socket, path: string, console: Console): Promise<void> {
  try {
    for await (const chunk of console.read(path)) await send(socket, 'data', chunk);
    await send(socket, 'end');
  } catch (error) {
    post(socket, 'failed', error instanceof Error ? error.message : String(error));
  }
}

/** Does for the command what it asks of this process's console. */
async function serveConsole(
  socket: Socket,
  kind: Kind,
  bytes: Buffer,
  console: Console,
): Promise<void> {
  const text = bytes.toString();
  if (kind === 'out') console.out(text);
  if (kind === 'err') console.err(text);
  if (kind === 'status') console.status(text);
  if (kind === 'size') await send(socket, 'data', String((await console.size(text)) ?? ''));
  if (kind === 'ask') await send(socket, 'data', await console.ask(text));
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = createConnection(path);
    socket.once('connect', () => done(socket));
    socket.once('error', () => done(undefined));
  });
}
