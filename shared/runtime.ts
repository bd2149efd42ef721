import { closeSync, openSync } from 'node:fs';

type DenoFile = { tryLock(exclusive: boolean): Promise<boolean>; close(): void };

type DenoPeer = { readonly remoteAddr: { readonly hostname?: string } };

type DenoServer = {
  readonly addr: { readonly port: number };
  readonly finished: Promise<void>;
  shutdown(): Promise<void>;
};

type DenoNamespace = {
  readonly version: { readonly deno: string };
  open(path: string, options: { append: true; create: true; mode: number }): Promise<DenoFile>;
  serve(
    options: { hostname: string; port: number; signal: AbortSignal; onListen: () => void },
    handler: (request: Request, peer: DenoPeer) => Response | Promise<Response>,
  ): DenoServer;
};

declare global {
  // Deno's own types aren't installed: these are the parts that this file uses.
  var Deno: DenoNamespace | undefined;
}

const deno = globalThis.Deno;

/** The runtime's name and version, such as `bun 1.4.4`. */
export const runtimeName: string = deno ? `deno ${deno.version.deno}` : `bun ${Bun.version}`;

type HttpServer = {
  readonly port: number;
  /** The remote address of a request under way, '' if unknown; costs a system call. */
  peerOf(request: Request): string;
  stop(force: boolean): Promise<void>;
  /** Why it accepts no more connections; only on Deno, which doesn't go on after it had no room for one. */
  readonly broken?: Promise<unknown>;
};

type HttpOptions = {
  hostname: string;
  port: number;
  fetch: (request: Request) => Response | Promise<Response>;
};

/** On Bun, a connection is closed after this long without a byte; no request waits as long for its answer. */
export const idleSeconds = 12;

/**
 * Serves HTTP, on a free port where `port` is 0.
 * `stop(false)` waits for what is under way, `stop(true)` cuts it off. On Deno, `stop(true)` after
 * `stop(false)` does nothing: the end of the process cuts.
 * Throws an Error whose code is EADDRINUSE where the port is taken.
 */
export async function serveHttp(options: HttpOptions): Promise<HttpServer> {
  return deno ? serveOnDeno(deno, options) : serveOnBun(options);
}

function serveOnBun({ hostname, port, fetch }: HttpOptions): HttpServer {
  const server = Bun.serve({
    hostname,
    port,
    reusePort: false, // left out, a second server gets the same port without an error
    development: false, // its error page shows source code
    // The app bounds what it reads, and refuses the rest in its own words; what is not read is not kept.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    idleTimeout: idleSeconds,
    fetch: (request) => fetch(withWholeAddress(request)),
  });
  return {
    port: server.port ?? port,
    peerOf: (request) => server.requestIP(request)?.address ?? '',
    stop: (force) => server.stop(force),
  };
}

/**
 * The request, with an address that `URL` can read and whose path Elysia finds. Where the Host is invalid,
 * or is left out as HTTP/1.0 may, the runtimes give the path alone or what they got, and Deno gives whole
 * addresses as they were sent, with https or without a path; nothing here depends on the host.
 */
function withWholeAddress(request: Request): Request {
  if (/^http:\/\/[^/]*\//.test(request.url) && URL.canParse(request.url)) return request;
  const path = request.url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  return Object.defineProperty(request, 'url', { value: `http://localhost${path}` });
}

function serveOnDeno(runtime: DenoNamespace, { hostname, port, fetch }: HttpOptions): HttpServer {
  const cut = new AbortController();
  const peers = new WeakMap<Request, DenoPeer>(); // Deno gives it only along with the request
  const server = runtime.serve(
    { hostname, port, signal: cut.signal, onListen: () => undefined },
    (request, peer) => {
      peers.set(request, peer);
      return fetch(withWholeAddress(request));
    },
  );
  let draining = false;
  return {
    port: server.addr.port,
    peerOf: (request) => peers.get(request)?.remoteAddr.hostname ?? '',
    broken: new Promise((done) => void server.finished.catch(done)),
    async stop(force) {
      if (!force) {
        draining = true;
        await server.shutdown();
      } else if (!draining) {
        cut.abort(); // would throw past every catch while draining
        await server.finished;
      }
    },
  };
}

type FileLock = { release(): Promise<void> };

/**
 * Takes an exclusive lock on the file, made if need be, which ends with the process at the latest;
 * undefined where somebody else holds it. It is flock(2) on both runtimes, so they exclude each
 * other. Throws where the file can't be opened or the system has no flock.
 */
export async function tryLockFile(path: string): Promise<FileLock | undefined> {
  return deno ? lockOnDeno(deno, path) : lockOnBun(path);
}

async function lockOnDeno(runtime: DenoNamespace, path: string): Promise<FileLock | undefined> {
  const file = await runtime.open(path, { append: true, create: true, mode: 0o600 });
  if (await file.tryLock(true)) return { release: async () => file.close() };
  file.close();
  return undefined;
}

const lockExclusive = 2;
const lockWithoutWaiting = 4;

async function lockOnBun(path: string): Promise<FileLock | undefined> {
  const flock = await loadFlock();
  const descriptor = openSync(path, 'a', 0o600);
  if (flock(descriptor, lockExclusive | lockWithoutWaiting) === 0) {
    return { release: async () => closeSync(descriptor) };
  }
  closeSync(descriptor);
  return undefined;
}

const cLibraries: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['libSystem.B.dylib'],
  linux: [
    'libc.so.6',
    `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`, // Alpine
  ],
};

async function loadFlock(): Promise<(descriptor: number, operation: number) => number> {
  const { dlopen } = await import('bun:ffi'); // dynamic: Deno doesn't know it
  for (const library of cLibraries[process.platform] ?? []) {
    try {
      return dlopen(library, { flock: { args: ['i32', 'i32'], returns: 'i32' } }).symbols.flock;
    } catch {
      // not this system's C library
    }
  }
  throw new Error(`files can't be locked on ${process.platform}: no C library with flock is known`);
}
