import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What happens to a request: it doesn't arrive, or its answer doesn't, or is cut, or something else answers. */
export type Trouble = 'cut' | 'lost' | 'torn' | Response;

/** What came by: the request, and the status of its answer if there was one. */
type Seen = { readonly line: string; readonly key: unknown; status?: number };

/** A way to the service at the address, on which the next requests meet the troubles, in that order. */
export async function wayTo(target: string) {
  const seen: Seen[] = [];
  const troubles: Trouble[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request;
    const entry: Seen = { line: `${method} ${url}`, key: headers['idempotency-key'] };
    seen.push(entry);
    const trouble = troubles.shift();
    if (trouble === 'cut') return void request.socket.destroy();
    const answer = trouble instanceof Response ? trouble : await forward(request, target);
    const body = Buffer.from(await answer.arrayBuffer());
    if (trouble === 'lost') return void request.socket.destroy();
    entry.status = answer.status;
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (trouble === 'torn') response.write(body.subarray(0, 20), () => request.socket.destroy());
    else response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    // The path keeps what isn't the service's own from being held against its document.
    url: `http://127.0.0.1:${port}/way`,
    seen,
    troubles,
    close: () => void server.close(),
  };
}

const forwarded = ['authorization', 'content-type', 'idempotency-key', 'x-api-key'];

async function forward(request: IncomingMessage, target: string): Promise<Response> {
  const { method = 'GET', url = '', headers } = request;
  const body = await buffer(request);
  return fetch(target + url.replace(/^\/way/, ''), {
    method,
    headers: forwarded.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    ...(body.length > 0 && { body }),
  });
}
