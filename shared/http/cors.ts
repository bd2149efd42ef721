const exposed = 'Location, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed';
const accepted = 'Authorization, Content-Type, Idempotency-Key, X-API-Key';

/**
 * Lets scripts of these exact origins read the answer. Nothing changes where none is allowed; an
 * answer to a preflight already lists the methods in `Allow`.
 */
export function allowOrigins(
  origins: readonly string[],
  request: Request,
  response: Response,
): Response {
  if (origins.length === 0) return response;
  const { headers } = response;
  headers.append('vary', 'Origin');
  const origin = request.headers.get('origin');
  if (origin === null || !origins.includes(origin)) return response;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', exposed);
  if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) {
    headers.set('access-control-allow-methods', headers.get('allow') ?? '');
    headers.set('access-control-allow-headers', accepted);
    headers.set('access-control-max-age', '600');
  }
  return response;
}
