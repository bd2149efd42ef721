import { Elysia } from 'elysia';

const exposed = 'Location, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed';
const accepted = 'Authorization, Content-Type, Idempotency-Key, X-API-Key';

/**
 * Lets scripts of exactly these origins read the answers of the API and of the token endpoint.
 * Without any, nothing changes.
 */
export function cors(origins: readonly string[]) {
  const plugin = new Elysia({ name: 'cors' });
  if (origins.length === 0) return plugin;
  return plugin
    .onTransform({ as: 'global' }, ({ path, request, set: { headers } }) => {
      if (!/^\/(v1(\/|$)|oauth\/token$)/.test(path)) return;
      headers.vary = 'Origin';
      const origin = request.headers.get('origin');
      if (origin === null || !origins.includes(origin)) return;
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = exposed;
    })
    .onAfterHandle({ as: 'global' }, ({ request, set: { headers } }) => {
      const isPreflight =
        request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
      if (!isPreflight || !headers['access-control-allow-origin']) return;
      headers['access-control-allow-methods'] = headers.allow ?? '';
      headers['access-control-allow-headers'] = accepted;
      headers['access-control-max-age'] = '600';
    });
}
