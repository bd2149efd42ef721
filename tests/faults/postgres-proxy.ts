// Stands between the service and PostgreSQL and breaks what passes.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../support/raw-http.ts';

export type Cut = {
  /** What passes toward the server, such as `begin`. */
  readonly text: string;
  /** The message doesn't arrive at the server; or it does, and its answer doesn't come back. */
  readonly lost: 'message' | 'answer';
  /** How many connections are cut. */
  readonly times: number;
};

export type DatabaseProxy = {
  /** The database's address by way of the proxy. */
  readonly url: string;
  /** Cuts connections at the next messages with that text; throws where they take longer. */
  cut(what: Cut, withinMs: number): Promise<void>;
  /** Passes nothing on until `thaw`; connections are taken and get no answer either. */
  freeze(): void;
  thaw(): void;
  /** Ends what is connected. */
  end(): void;
  /** Ends what is connected and lets nobody connect until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
};

type Pair = {
  readonly near: Socket;
  readonly far: Socket;
  readonly statementsOf: (piece: Buffer) => string[];
  loseAnswer: boolean;
};

/**
 * Gives the statements that a piece of what passes toward the server has run, also those that it names
 * because they were prepared before.
 */
function createReader(): (piece: Buffer) => string[] {
  const prepared = new Map<string, string>();
  let unread = 0; // of a message that began in an earlier piece
  return (piece) => {
    const found: (string | undefined)[] = [];
    let start = unread;
    while (start + 5 <= piece.length) {
      const kind = String.fromCharCode(piece[start] ?? 0);
      const end = kind === '\0' ? piece.length : start + 1 + piece.readUInt32BE(start + 1);
      const [one = '', other = ''] = piece.toString('utf8', start + 5, end).split('\0', 2);
      if (kind === 'Q') found.push(one);
      if (kind === 'P') prepared.set(one, other);
      if (kind === 'B') found.push(prepared.get(other));
      start = end;
    }
    unread = Math.max(0, start - piece.length);
    return found.filter((text) => text !== undefined);
  };
}

/** A proxy on loopback in front of the database. */
export async function startProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let due: { what: Cut; left: number; done: () => void } | undefined;
  let held: (() => void)[] | undefined;

  /** Now, or in the same order once thawed. */
  const pass = (step: () => void) => {
    if (held) held.push(step);
    else step();
  };
  const drop = ({ near, far }: Pair) => {
    near.destroy();
    far.destroy();
  };
  const countCut = () => {
    if (due && --due.left === 0) {
      due.done();
      due = undefined;
    }
  };

  function toServer(pair: Pair, piece: Buffer): void {
    const statements = pair.statementsOf(piece);
    const isDue = statements.some((statement) => due && statement.includes(due.what.text));
    if (!due || !isDue) return void pair.far.write(piece);
    if (due.what.lost === 'answer') {
      pair.loseAnswer = true;
      pair.far.write(piece);
    } else {
      drop(pair);
    }
    countCut();
  }

  function toService(pair: Pair, piece: Buffer | string): void {
    if (pair.loseAnswer) drop(pair);
    else pair.near.write(piece);
  }

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair: Pair = { near, far, statementsOf: createReader(), loseAnswer: false };
    pairs.add(pair);
    near.on('data', (piece) => pass(() => toServer(pair, Buffer.from(piece))));
    far.on('data', (piece) => pass(() => toService(pair, piece)));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        pairs.delete(pair);
        pass(() => other.end());
      });
    }
  });
  const port = await freePort();
  const listen = () => once(server.listen(port, '127.0.0.1'), 'listening');
  const end = () => {
    for (const pair of pairs) drop(pair);
  };
  const refuse = async () => {
    const closed = once(server, 'close');
    server.close();
    end();
    await closed;
  };
  const thaw = () => {
    const steps = held ?? [];
    held = undefined;
    for (const step of steps) step();
  };
  await listen();

  const near = new URL(databaseUrl);
  near.host = `127.0.0.1:${port}`;
  return {
    url: near.href,
    cut: (what, withinMs) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${due?.left} of ${what.times} not cut after ${withinMs} ms`)),
          withinMs,
        );
        const done = () => {
          clearTimeout(late);
          resolve();
        };
        due = { what, left: what.times, done };
      }),
    freeze() {
      held ??= [];
    },
    thaw,
    end,
    refuse,
    accept: async () => void (await listen()),
    async close() {
      thaw();
      if (server.listening) await refuse();
    },
  };
}
