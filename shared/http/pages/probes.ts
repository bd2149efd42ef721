import { together } from '../admission.ts';
import type { Page } from './index.ts';

type Dependencies = {
  /** Whether the service is to be sent requests: up, and not shutting down. */
  readonly ready: () => boolean;
  /** What the operator should see to; throws where the database takes no requests. */
  readonly warnings: () => Promise<readonly string[]>;
  readonly metrics: () => Promise<string>;
};

/** For whoever watches the process: it lives, it takes requests, and its measurements. */
export function createProbes({ ready, warnings, metrics }: Dependencies): Page[] {
  const look = together(() => warnings().catch(() => undefined));
  const measure = together(metrics);
  return [
    { path: '/healthz', answer: () => text(200, 'ok') },
    {
      path: '/readyz',
      async answer() {
        if (!ready()) return text(503, 'not ready: starting or shutting down');
        const given = await look();
        if (!given) return text(503, 'not ready: the database takes no requests');
        return text(200, ['ready', ...given].join('\n'));
      },
    },
    { path: '/metrics', answer: async () => text(200, (await measure()).trimEnd()) },
  ];
}

function text(status: number, body: string): Response {
  return new Response(`${body}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
