// Requests byte by byte, for what `fetch` tidies up on the way.
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';

export type RawResponse = {
  readonly status: number;
  readonly headers: Headers;
  /** Everything after the head, as it came. */
  readonly body: string;
};

/**
 * Sends a request with these header lines to `http://host:port` and reads until the end. It names the host,
 * unless they do or it is of HTTP/1.0, which the line then says.
 */
export async function rawRequest(
  url: string,
  line: string,
  headers: readonly string[] = [],
  body = '',
  encoding: BufferEncoding = 'utf8',
): Promise<RawResponse> {
  const { hostname, port, host } = new URL(url);
  const isOld = line.endsWith(' HTTP/1.0');
  const named = isOld || headers.some((header) => /^host:/i.test(header));
  const first = isOld ? line : `${line} HTTP/1.1`;
  const head = [first, ...(named ? [] : [`Host: ${host}`]), ...headers];
  const socket = connect(Number(port), hostname);
  socket.write([...head, 'Connection: close', '', body].join('\r\n'), encoding);
  let text = '';
  for await (const chunk of socket) text += chunk;
  const end = text.indexOf('\r\n\r\n');
  const [answer = '', ...lines] = text.slice(0, end).split('\r\n');
  return {
    status: Number(answer.split(' ')[1]),
    headers: new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    ),
    body: text.slice(end + 4),
  };
}

/** Has the server listen on a free port of loopback; gives the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** A port on loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}
