import type { Settings } from '../config.ts';
import { Problem } from '../problem.ts';
import { minuteMs } from '../time.ts';
import { clientAddress } from './address.ts';

/** What a limit says of one request, and its state afterwards. */
type Allowance = {
  readonly granted: boolean;
  readonly limit: number;
  /** Requests that would still be served now. */
  readonly left: number;
  /** Whole seconds, at least 1, until one more is free. */
  readonly resetSeconds: number;
};

export type Limiter = {
  /** Counts one request in the bucket if fewer than `limit` were served in the last minute. */
  take(bucket: string, limit: number): Allowance | Promise<Allowance>;
};

type LimitOptions = {
  readonly settings: Settings;
  /** Keeps the limits; without it they are kept in memory. */
  readonly shared: Limiter | undefined;
  /** The remote address of a request: asked only where it counts. */
  readonly peerOf: (request: Request) => string;
};

export type Limits = ReturnType<typeof createLimits>;

/** The limits of the service: one for each credential, and one for each address that sends none. rules 7.2 */
export function createLimits({ settings, shared, peerOf }: LimitOptions) {
  const { RATE_LIMIT_PER_MINUTE: perCredential, ADDRESS_LIMIT_PER_MINUTE: perAddress } = settings;
  const limiter = shared ?? createMemoryLimiter(() => performance.now());
  return {
    /** Counts the request for its credential, else for its address. */
    take(request: Request, credential?: { readonly bucket: string }) {
      if (credential) return limiter.take(credential.bucket, perCredential);
      const address = clientAddress(request, peerOf(request), settings.TRUST_PROXY === '1');
      return limiter.take(`address ${address}`, perAddress);
    },
  };
}

/** The state of a window: `oldest` and `now` are milliseconds of one clock. */
export function allowance(
  granted: boolean,
  limit: number,
  served: number,
  oldest: number,
  now: number,
): Allowance {
  // In this order, since `oldest + minuteMs - now` can come out a hair above a minute.
  const wait = Math.ceil((oldest - now + minuteMs) / 1_000);
  return { granted, limit, left: Math.max(0, limit - served), resetSeconds: Math.max(1, wait) };
}

/** Times at which requests of one bucket were served, oldest first; `head` is the first that counts. */
type Window = { times: number[]; head: number };

/**
 * An exact sliding window in memory: in no span of 60 seconds does a bucket get more than its limit.
 * It holds a time for each request served in the last minute and forgets idle buckets. `now` is a monotonic
 * clock in milliseconds.
 */
export function createMemoryLimiter(now: () => number): Limiter {
  const windows = new Map<string, Window>();
  let nextSweep = now() + minuteMs;

  function sweep(at: number): void {
    nextSweep = at + minuteMs;
    for (const [bucket, { times }] of windows) {
      if ((times.at(-1) ?? 0) + minuteMs <= at) windows.delete(bucket);
    }
  }

  return {
    take(bucket, limit) {
      const at = now();
      if (at >= nextSweep) sweep(at);
      const window = windows.getOrInsertComputed(bucket, () => ({ times: [], head: 0 }));
      const { times } = window;
      while (window.head < times.length && (times[window.head] ?? 0) + minuteMs <= at) {
        window.head += 1;
      }
      if (window.head > limit) {
        times.splice(0, window.head);
        window.head = 0;
      }
      const granted = times.length - window.head < limit;
      if (granted) times.push(at);
      return allowance(granted, limit, times.length - window.head, times[window.head] ?? at, at);
    },
  };
}

/** Refuses a request past the limit; `resetSeconds` until the next is taken. */
export function rateLimited({ limit, resetSeconds }: Pick<Allowance, 'limit' | 'resetSeconds'>) {
  const detail = `More than ${limit} requests came within a minute; the next is taken in ${resetSeconds} s.`;
  return new Problem('rate-limited', detail, { retryAfterSeconds: resetSeconds });
}

/** The headers that tell a client the state of its limit. HTTPAPI draft "RateLimit header fields" */
export function rateLimitHeaders({ limit, left, resetSeconds }: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${limit};w=60`,
    ratelimit: `"default";r=${left};t=${resetSeconds}`,
  };
}
