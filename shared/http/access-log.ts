import { Elysia } from 'elysia';
import { conceal, type Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** One request on its way: what the log tells of it besides the answer. */
export type Call = {
  readonly id: string;
  /** When it came, in milliseconds of `performance.now()`. */
  readonly started: number;
  /** The label of the credential that it came with. */
  credential?: string;
  /** Whether it is one of those that are on their way to the database. */
  isAdmitted?: boolean;
  /** Lets the next page have its turn. */
  endTurn?: () => void;
};

/** Gives every request its `call`. */
export const calls = new Elysia({ name: 'calls' }).derive({ as: 'global' }, () => {
  const call: Call = { id: crypto.randomUUID(), started: performance.now() };
  return { call };
});

/** How much of a path the log keeps, in characters; none of ours is as long. */
export const mostPath = 500;

/** What monitors ask for. */
const watching: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** The methods that are measured apart: anybody can make others up. */
const methods: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS'.split(' '));

/** A line of the log and a measurement for each request, made before the answer leaves. */
export function accessLog({ log, metrics }: { readonly log: Log; readonly metrics: Metrics }) {
  return new Elysia({ name: 'access-log' }).use(calls).mapResponse({ as: 'global' }, (context) => {
    const { call, path, request, responseValue, route, set } = context;
    // Elysia calls this after each `onError`, even of one that left the error to the next.
    if ('error' in context && context.error !== undefined && responseValue === undefined) return;
    const status = responseValue instanceof Response ? responseValue.status : Number(set.status);
    const ms = performance.now() - call.started;
    const name = route === '/*' ? '*' : route;
    const method = methods.has(request.method) ? request.method : 'other';
    metrics.observeRequest(name, method, status, ms / 1_000);
    // Monitors ask every second: that is worth a line only if something is wrong.
    const level = watching.has(name) && status < 400 ? 'debug' : 'info';
    log[level](
      {
        request: call.id,
        method: request.method,
        route: name,
        path: conceal(path).slice(0, mostPath), // somebody may put a key there
        status,
        ms: Math.round(ms * 10) / 10,
        ...(call.credential && { credential: call.credential }),
      },
      'request',
    );
  });
}
