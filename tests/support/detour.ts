import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './raw-http.ts';

/** A way to a PostgreSQL, at one port, that can be cut and opened again. */
export async function detourTo(target: URL) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}
