import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  observeRun(result: { readonly rated: number }): void;
  /** The measurements as Prometheus' text. */
  text(): Promise<string>;
};

/** What the database knows. */
type Stored = {
  readonly pending: number;
  readonly unrateable: number;
  /** When the last backup was made, in seconds since the epoch. */
  readonly backupAt: number | undefined;
  readonly backupFailed: boolean;
};

type Sources = {
  readonly stored: () => Promise<Stored>;
  /** How the connections to a server stand; undefined where the database is embedded. */
  readonly connections: () => Readonly<Record<string, number>> | undefined;
};

/**
 * What can be measured of the service. Where the database doesn't tell what it knows, that is not a
 * number, and the rest is told all the same.
 */
export function createMetrics({ stored, connections }: Sources): Metrics {
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
  const backupAt = new Gauge({
    name: 'tennis_backup_timestamp_seconds',
    help: 'When the last backup was made.',
    registers,
  });
  const backupFailed = new Gauge({
    name: 'tennis_backup_failed',
    help: '1 where a backup has failed since the last one that was made.',
    registers,
  });
  const pool = new Gauge({
    name: 'tennis_database_connections',
    help: 'Connections for requests: open ones, idle ones, and requests that wait for one.',
    labelNames: ['state'],
    registers,
  });
  return {
    observeRequest(route, method, status, seconds) {
      requests.observe({ route, method, status: String(status) }, seconds);
    },
    observeRun: (result) => rated.inc(result.rated),
    async text() {
      const known = await stored().catch(() => undefined);
      waiting.set(known?.pending ?? Number.NaN);
      faulty.set(known?.unrateable ?? Number.NaN);
      backupAt.set(known?.backupAt ?? Number.NaN);
      backupFailed.set(known ? Number(known.backupFailed) : Number.NaN);
      for (const [state, count] of Object.entries(connections() ?? {})) pool.set({ state }, count);
      return registry.metrics();
    },
  };
}
