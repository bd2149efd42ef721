import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** What the database knows, by the name of its measurement. */
const stored = {
  tennis_matches_pending: 'Matches that wait for their rating; 10000 are as many or more.',
  tennis_matches_unrateable:
    'Pending matches that can not be rated, because of a fault in the data; 10000 are as many or more.',
  tennis_backup_timestamp_seconds: 'When the last backup was made.',
  tennis_backup_failed: '1 where a backup has failed since the last one that was made.',
};
type Stored = Readonly<Partial<Record<keyof typeof stored, number>>>;

let ofProcess: Registry | undefined;

/**
 * What can be measured of the process, from the first time on that somebody asks: to find out what that is,
 * the library walks the whole heap, which a start needn't wait for.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  // These walk the whole heap, which holds up all answers for 15 ms, and Bun's heap has only one space.
  for (const size of ['total', 'used', 'available']) {
    ofProcess.removeSingleMetric(`nodejs_heap_space_size_${size}_bytes`);
  }
  return ofProcess;
}

/**
 * What can be measured of the service. What the database can't tell is not a number, and the rest
 * is told all the same. An embedded database has no connections.
 */
export function createMetrics(
  read: () => Promise<Stored>,
  connections: () => Readonly<Record<string, number>> | undefined,
) {
  const registry = new Registry();
  const registers = [registry];
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
  const gauges = Object.entries(stored).map(
    ([name, help]) => [name, new Gauge({ name, help, registers })] as const,
  );
  const pool = new Gauge({
    name: 'tennis_database_connections',
    help: 'Connections for requests: open ones, idle ones, and requests that wait for one.',
    labelNames: ['state'],
    registers,
  });
  return {
    observeRequest(route: string, method: string, status: number, seconds: number): void {
      requests.observe({ route, method, status: String(status) }, seconds);
    },
    countRated: (matches: number): void => rated.inc(matches),

    /** The measurements as Prometheus' text. */
    async text(): Promise<string> {
      const known: Readonly<Record<string, number>> = await read().catch(() => ({}));
      for (const [name, gauge] of gauges) gauge.set(known[name] ?? Number.NaN);
      for (const [state, count] of Object.entries(connections() ?? {})) pool.set({ state }, count);
      return Registry.merge([registry, processMetrics()]).metrics();
    },
  };
}
