// What the benchmark shows: a table an operation, in Markdown.
import { cpus, totalmem } from 'node:os';
import { versionLine } from '../shared/version.ts';
import type { Measurement } from './drive.ts';
import type { Result } from './measure.ts';
import type { Place } from './places.ts';

export type PlacedResult = Result & { readonly place: Place };

const columns = [
  'database',
  'connections',
  'server',
  'requests a second',
  'ratio',
  'p50 ms',
  'p99 ms',
  'server µs',
  'database µs',
  'processor ratio',
  'memory MB',
];
export const inRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The heading of each table. */
export const heading = [inRow(columns), inRow(columns.map(() => '---:'))];

export const rate = ({ requests, seconds }: Measurement) => requests / seconds;
/** Microseconds of a request. */
export const each = (ms: number, { requests }: Measurement) => (ms / requests) * 1_000;
const processor = (run: Measurement) => each(run.serverMs + run.databaseMs, run);

/** The middle one of the values. */
export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A line for the floor and one for the service: medians of the rounds, ratios of their pairs. */
export function linesOf({ place, connections, floor, service }: PlacedResult): string[] {
  const line = (server: string, runs: readonly Measurement[]) => {
    const middle = (of: (run: Measurement) => number, digits = 0) =>
      median(runs.map(of)).toFixed(digits);
    const ratio = (of: (run: Measurement) => number) =>
      median(runs.map((run, round) => of(run) / of(floor[round] ?? run))).toFixed(2);
    return inRow([
      place === 'server' ? 'PostgreSQL' : 'embedded',
      String(connections),
      server,
      middle(rate),
      ratio(rate),
      middle(({ p50 }) => p50, 2),
      middle(({ p99 }) => p99, 2),
      middle((run) => each(run.serverMs, run)),
      place === 'server' ? middle((run) => each(run.databaseMs, run)) : '–',
      ratio(processor),
      middle(({ memory }) => memory),
    ]);
  };
  return [line('floor', floor), line('service', service)];
}

/** The page of results; `about` tells how they were made. */
export function pageOf(results: readonly PlacedResult[], about: readonly string[]): string {
  const model = cpus()[0]?.model.trim() ?? 'an unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const tables = operations.flatMap((name) => {
    const lines = results.filter(({ operation }) => operation === name).flatMap(linesOf);
    return ['', `## ${name}`, '', ...heading, ...lines];
  });
  return [
    '# What `bun run bench` measured',
    '',
    `- ${new Date().toISOString().slice(0, 10)}, version ${versionLine()}`,
    `- ${model}, ${cpus().length} cores, ${memory} GB; Bun ${Bun.version}`,
    ...about.map((line) => `- ${line}`),
    ...tables,
    '',
  ].join('\n');
}
