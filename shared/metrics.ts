import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  observeRun(result: { readonly rated: number }): void;
  /** The measurements as Prometheus' text. */
  text(): Promise<string>;
};

type Counts = { readonly pending: number; readonly unrateable: number };

/**
 * What can be measured of the service; `pending` counts the matches that wait when it is asked. Where
 * it fails, those counts are not a number, and the rest is told all the same.
 */
export function createMetrics(pending: () => Promise<Counts>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'tennis_http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const rated = new Counter({
    name: 'tennis_matches_rated_total',
    help: 'Matches rated by this process.',
    registers,
  });
  const waiting = new Gauge({
    name: 'tennis_matches_pending',
    help: 'Matches that wait for their rating.',
    registers,
  });
  const faulty = new Gauge({
    name: 'tennis_matches_unrateable',
    help: 'Pending matches that can not be rated, because of a fault in the data.',
    registers,
  });
  return {
    observeRequest(route, method, status, seconds) {
      requests.observe({ route, method, status: String(status) }, seconds);
    },
    observeRun: (result) => rated.inc(result.rated),
    async text() {
      const counts = await pending().catch(() => undefined);
      waiting.set(counts?.pending ?? Number.NaN);
      faulty.set(counts?.unrateable ?? Number.NaN);
      return registry.metrics();
    },
  };
}
