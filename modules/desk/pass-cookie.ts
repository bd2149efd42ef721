import type { Addresses } from '../../shared/config.ts';
import { dayMs, secondMs } from '../../shared/time.ts';

const name = 'desk';

/** For how long a browser keeps the pass. */
const keptMs = 180 * dayMs;

/** The pass that a browser sends; undefined if it has none. */
export function passIn({ headers }: Request): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(headers.get('cookie') ?? '')?.[1];
}

/** Makes a browser keep the pass, or forget it if there is none; it is sent to the desk alone. */
export function passCookie({ auth }: Addresses, pass = ''): string {
  const secure = auth.startsWith('https:') ? '; Secure' : '';
  const seconds = pass === '' ? 0 : keptMs / secondMs;
  const path = `${new URL(auth).pathname.replace(/\/$/, '')}/desk`; // a proxy may serve it below another path
  return `${name}=${pass}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Whether a request comes from a page of ours: as the browser says, or if it says nothing of that, by the origin,
 * which must be the one that is asked, or that of `PUBLIC_URL`.
 */
export function isOurs({ headers, url }: Request, { auth }: Addresses): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin !== null && [new URL(url).origin, new URL(auth).origin].includes(origin);
}
