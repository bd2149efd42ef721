// A command beside a running server is sent to it as it was given, and runs there. Its words go to the
// caller, who also opens its files: with the caller's folder, rights and pipes, of which a server that
// its service manager has shut in sees nothing.
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { decodeMultiStream, encode } from '@msgpack/msgpack';
import * as v from 'valibot';
import { type Console, Failure, type Parts } from './console.ts';

/** Runs a command that is given as arguments; gives its exit status. */
type Run = (argv: readonly string[], console: Console) => Promise<number>;

const CommandSchema = v.object({
  argv: v.array(v.string()),
  isTerminal: v.boolean(),
  columns: v.number(),
  canAsk: v.boolean(),
});

/** What the server says to the caller, which has no answer. */
const words = ['out', 'err', 'status', 'exit'] as const;
/** What it asks for: each has its answer, `done` or `failed`, before the next comes. */
const requests = ['size', 'ask', 'read', 'more', 'write', 'part', 'end', 'abandon'] as const;

const MessageSchema = v.object({
  kind: v.picklist([...words, ...requests, 'done', 'failed']),
  text: v.optional(v.string(), ''),
  bytes: v.optional(v.instance(Uint8Array)),
});
type Message = v.InferOutput<typeof MessageSchema>;

function send(socket: Socket, message: v.InferInput<typeof MessageSchema>): void {
  if (!socket.destroyed) socket.write(encode(message, { ignoreUndefined: true }));
}

/** The next message; throws where it tells of a failure, or the other side has gone. */
async function next(messages: AsyncGenerator<unknown>): Promise<Message> {
  const { value } = await messages.next().catch(() => ({ value: undefined }));
  if (value === undefined) throw new Failure('The connection to the server broke off.');
  const message = v.parse(MessageSchema, value);
  if (message.kind === 'failed') throw new Failure(message.text);
  return message;
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
    void answer(socket, run).catch(() => socket.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(path, done);
  });
  await chmod(path, 0o600);
  return server;
}

async function answer(socket: Socket, run: Run): Promise<void> {
  const messages = decodeMultiStream(socket);
  const { argv, ...caller } = v.parse(CommandSchema, (await messages.next()).value);
  const say = (kind: (typeof words)[number]) => (text: string) => send(socket, { kind, text });
  const ask = (kind: (typeof requests)[number], content: Partial<Message> = {}) => {
    send(socket, { ...content, kind });
    return next(messages);
  };
  const exitStatus = await run(argv, {
    ...caller,
    out: say('out'),
    err: say('err'),
    status: say('status'),
    async size(path) {
      const { text } = await ask('size', { text: path });
      return text === '' ? undefined : Number(text);
    },
    ask: async (question) => (await ask('ask', { text: question })).text,
    async *read(path) {
      await ask('read', { text: path });
      for (;;) {
        const { bytes } = await ask('more');
        if (!bytes) return;
        yield bytes;
      }
    },
    async write(path, parts) {
      let caller = ask('write', { text: path }); // resolves whenever it takes more
      try {
        for await (const part of parts) {
          await caller;
          caller = ask('part', { bytes: Buffer.from(part as string) });
        }
      } catch (error) {
        await caller.then(() => ask('abandon')).catch(() => undefined);
        throw error;
      }
      await caller;
      await ask('end');
    },
  });
  say('exit')(String(exitStatus));
  socket.end();
}

/** Has the server at the socket run the command; its exit status, or undefined if nobody listens. */
export async function forwardCommand(
  path: string,
  argv: readonly string[],
  console: Console,
): Promise<number | undefined> {
  const socket = await connected(path);
  if (!socket) return undefined;
  const { isTerminal, columns, canAsk } = console;
  socket.write(encode({ argv, isTerminal, columns, canAsk }));
  const messages = decodeMultiStream(socket);
  let coming = next(messages);
  const take = () => {
    const taken = coming;
    coming = next(messages);
    coming.catch(() => undefined); // whoever takes it is told
    return taken;
  };

  let input: AsyncIterator<Uint8Array> | undefined;
  const partsToWrite = async function* (): Parts {
    for (;;) {
      send(socket, { kind: 'done' });
      const { kind, bytes } = await take();
      if (kind === 'abandon') throw new Failure('What was to be written broke off.');
      if (kind === 'end' || !bytes) return;
      yield bytes;
    }
  };
  async function answerTo({ kind, text }: Message): Promise<Partial<Message>> {
    if (kind === 'size') return { text: String((await console.size(text)) ?? '') };
    if (kind === 'ask') return { text: await console.ask(text) };
    if (kind === 'read') input = console.read(text)[Symbol.asyncIterator]();
    if (kind === 'more') return { bytes: (await input?.next())?.value };
    if (kind === 'write') await console.write(text, partsToWrite());
    return {};
  }

  try {
    for (;;) {
      const message = await take();
      const { kind, text } = message;
      if (kind === 'exit') return Number(text);
      if (kind === 'out' || kind === 'err' || kind === 'status') {
        console[kind](text);
        continue;
      }
      const reply = answerTo(message).then(
        (content) => ({ ...content, kind: 'done' as const }),
        ({ message }) => ({ text: message, kind: 'failed' as const }),
      );
      // Whoever waits for a person or a pipe notices, too, that the server has gone.
      send(socket, await Promise.race([reply, coming.then(() => reply)]));
    }
  } finally {
    void input?.return?.();
    socket.destroy();
  }
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = createConnection(path);
    socket.once('connect', () => done(socket));
    socket.once('error', () => done(undefined));
  });
}
