import { Elysia } from 'elysia';
import { together } from '../../together.ts';
import { refuseLate } from '../deadline.ts';

type Dependencies = {
  /** Whether the service is to be sent requests: up, and not shutting down. */
  readonly ready: () => boolean;
  /** What the operator should see to; throws where the database takes no requests. */
  readonly warnings: () => Promise<readonly string[]>;
  readonly metrics: () => Promise<string>;
};

/** For monitors: whether the process lives, whether it takes requests, and its measurements. */
export function probes({ ready, warnings, metrics }: Dependencies) {
  const look = together(() => warnings().catch(() => undefined));
  const measure = together(metrics);
  return new Elysia({ name: 'probes' })
    .onTransform(({ request, set }) => {
      refuseLate(request);
      set.headers['content-type'] = 'text/plain; charset=utf-8';
      set.headers['cache-control'] = 'no-store';
    })
    .get('/healthz', () => 'ok\n')
    .get('/readyz', async ({ set }) => {
      const given = ready() ? await look() : undefined;
      if (given) return `${['ready', ...given].join('\n')}\n`;
      set.status = 503; // where the access log reads it
      const reason = ready() ? 'the database takes no requests' : 'starting or shutting down';
      return `not ready: ${reason}\n`;
    })
    .get('/metrics', async () => `${(await measure()).trimEnd()}\n`);
}
