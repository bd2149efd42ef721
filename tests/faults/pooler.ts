// A pooler like PgBouncer between the service and PostgreSQL, with one session for whoever has a turn.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../support/raw-http.ts';

/** A session is lent for as long as a client is connected, or until its transaction has ended. */
export type PoolMode = 'session' | 'transaction';

type Pooler = { readonly url: string; close(): Promise<void> };

/** What may be said at a start; PgBouncer refuses the rest. */
const taken = ['user', 'database', 'application_name', 'client_encoding'];

const protocol = 196_608;
const greeting = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

function message(kind: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(kind), size, content]);
}

function startOf(user: string, database: string): Buffer {
  const version = Buffer.alloc(4);
  version.writeInt32BE(protocol);
  const content = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  return message('', Buffer.concat([version, content]));
}

/** Whether what the server sent says, at its end, that no transaction is open. */
const isIdle = (piece: Buffer) => piece.subarray(-6).equals(message('Z', Buffer.from('I')));

/** A session, and the end of the turns that were taken of it so far. */
type Session = { readonly far: Socket; turn: Promise<void> };

export async function startPooler(databaseUrl: string, mode: PoolMode): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const kept = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const openSession = async (): Promise<Session> => {
    const far = kept(connect(Number(target.port), target.hostname));
    far.write(startOf(target.username, target.pathname.slice(1)));
    for (;;) {
      const [piece] = await once(far, 'data');
      if (isIdle(piece)) return { far, turn: Promise.resolve() };
    }
  };
  const shared = mode === 'transaction' ? await openSession() : undefined;

  const serve = async (near: Socket) => {
    const [start]: Buffer[] = await once(near, 'data');
    const words = String(start?.subarray(8)).split('\0');
    const refused = words.find((word, place) => place % 2 === 0 && word && !taken.includes(word));
    if (refused) {
      const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`;
      near.end(message('E', Buffer.from(fields)));
      return;
    }
    const session = shared ?? (await openSession());
    if (!shared) near.on('close', () => session.far.destroy());
    let endTurn: (() => void) | undefined;
    session.far.on('data', (piece: Buffer) => {
      if (!endTurn) return;
      near.write(piece);
      if (!isIdle(piece)) return;
      endTurn();
      endTurn = undefined;
    });
    near.write(greeting);
    for await (const piece of near) {
      if (!endTurn) {
        const before = session.turn;
        const { promise, resolve } = Promise.withResolvers<void>();
        session.turn = promise;
        await before;
        endTurn = resolve;
      }
      if (piece[0] === 'X'.charCodeAt(0)) break;
      session.far.write(piece);
    }
    endTurn?.();
  };

  const port = await freePort();
  const server = createServer((near) => void serve(kept(near)).catch(() => near.destroy()));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
