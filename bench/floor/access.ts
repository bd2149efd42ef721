// Credentials and limits by hand: the checks before all others.
import { createHmac, hash } from 'node:crypto';
import type { Database, Row } from './database.ts';

const perMinute = 1_000_000;

/** The checks of credentials: `secret` signs tokens and cursors, tokens are valid for `address`. */
export function createAccess({ query }: Database, secret: string, address: string) {
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');

  /** Rows that were looked up within the last second. */
  const known = new Map<string, { row: Row | undefined; until: number }>();
  async function remembered(name: 'key' | 'client', value: string): Promise<Row | undefined> {
    const entry = known.get(name + value);
    if (entry && entry.until > performance.now()) return entry.row;
    const [row] = await query(name, [value]);
    known.set(name + value, { row, until: performance.now() + 1_000 });
    return row;
  }

  return {
    hmac,

    /** The row of the request's API key. */
    key(request: Request): Promise<Row | undefined> {
      const key = request.headers.get('x-api-key') ?? '';
      return remembered('key', hash('sha256', key));
    },

    /** What the request's token says, and its client's row. */
    async token(request: Request): Promise<Row | undefined> {
      const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
      const dot = token.lastIndexOf('.');
      if (hmac(token.slice(0, dot)) !== token.slice(dot + 1)) return undefined;
      const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
      const { iss, aud, sub, exp, jti, scope } = JSON.parse(payload);
      if (iss !== address || aud !== `${address}/v1` || exp * 1_000 < Date.now()) return undefined;
      const client = await remembered('client', sub);
      return client && { jti, scope, organizer: client.organizer_id };
    },
  };
}

export type Access = ReturnType<typeof createAccess>;

/** When the requests of the last minute came, by credential. */
const served = new Map<string, { times: number[]; head: number }>();

/** Counts the request and gives the headers of its answer; undefined where the limit refuses it. */
export function limit(bucket: string): Record<string, string> | undefined {
  const now = performance.now();
  const window = served.get(bucket) ?? { times: [], head: 0 };
  served.set(bucket, window);
  while ((window.times[window.head] ?? now) < now - 60_000) window.head += 1;
  const left = perMinute - (window.times.length - window.head) - 1;
  if (left < 0) return undefined;
  window.times.push(now);
  const reset = Math.ceil(((window.times[window.head] ?? now) + 60_000 - now) / 1_000);
  return {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'ratelimit-policy': `"default";q=${perMinute};w=60`,
    ratelimit: `"default";r=${left};t=${reset}`,
    'x-content-type-options': 'nosniff',
  };
}

export const refuse = (status: number) => Response.json({ status }, { status });
