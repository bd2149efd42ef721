import { type AnyElysia, Elysia } from 'elysia';
import { Problem } from '../problem.ts';
import type { Access } from './access.ts';
import { Refusal } from './problems.ts';

/**
 * What an app answers besides these routes of its own: OPTIONS, which below /v1 counts for the address, 405 for a
 * method that a path doesn't have, and 404 for an unknown path. rules 7.2
 */
export function otherMethods(routes: AnyElysia['routes'], access: Access) {
  const options = new Elysia();
  const counted = new Elysia().use(access.visitors);
  const refusals = new Elysia().use(access.anybody);
  for (const [path, own] of Map.groupBy(routes, (route) => route.path)) {
    const methods = own.map(({ method }) => method).filter((method) => method !== 'ALL');
    const allow = [...methods, 'OPTIONS'].join(', ').replace('GET', 'GET, HEAD');
    const place: AnyElysia = path.startsWith('/v1/') ? counted : options;
    place.options(path, async ({ set: { headers } }) => {
      headers.allow = allow;
      return new Response(null, { status: 204 });
    });
    if (methods.length < own.length) continue; // it refuses the others in its own way
    refusals.all(path, async ({ request }) => {
      const detail = `${request.method} is not allowed here, only ${allow}.`;
      throw new Refusal('method-not-allowed', detail, { allow });
    });
  }
  refusals.all('/*', async ({ path }) => {
    throw nothingAt(path);
  });
  return new Elysia({ name: 'other-methods' }).use(options).use(counted).use(refusals);
}

/** Says that a path leads nowhere. */
export function nothingAt(path: string): Problem {
  return new Problem('not-found', `There is nothing at ${path}.`);
}
