// What the benchmarks show, in Markdown.
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
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

/** The lines of a table under the names of its columns. */
export function tableOf(columns: readonly string[], lines: readonly (readonly string[])[]) {
  return [columns, columns.map(() => '---:'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
}

export const rate = ({ requests, seconds }: Measurement) => requests / seconds;
/** Microseconds a request, from the milliseconds of all. */
export const each = (ms: number, { requests }: Measurement) => (ms / requests) * 1_000;
const processor = (run: Measurement) => each(run.serverMs + run.databaseMs, run);

/** The median of the values, as text. */
export const median = (values: readonly number[], digits = 0) =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(digits);

/** The median ratio of the service's rounds to the floor's. */
function ratio({ floor, service }: Result, of: (run: Measurement) => number): string {
  return median(
    service.map((run, round) => of(run) / of(floor[round] ?? run)),
    2,
  );
}

/** A line for the floor and one for the service, with the medians of the rounds. */
export function linesOf(result: PlacedResult): string[][] {
  const { place, connections, floor, service } = result;
  const line = (server: string, runs: readonly Measurement[]) => {
    const middle = (of: (run: Measurement) => number, digits = 0) => median(runs.map(of), digits);
    const compared = { ...result, service: runs };
    return [
      nameOf(place),
      String(connections),
      server,
      middle(rate),
      ratio(compared, rate),
      middle(({ p50 }) => p50, 2),
      middle(({ p99 }) => p99, 2),
      middle((run) => each(run.serverMs, run)),
      place === 'server' ? middle((run) => each(run.databaseMs, run)) : '–',
      ratio(compared, processor),
      middle(({ memory }) => memory),
    ];
  };
  return [line('floor', floor), line('service', service)];
}

/** An operation's results as a table of their own. */
export function section(name: string, results: readonly PlacedResult[]): string {
  const own = results.filter(({ operation }) => operation === name);
  return [`## ${name}`, '', ...tableOf(columns, own.flatMap(linesOf)), ''].join('\n');
}

export const nameOf = (place: Place) => (place === 'server' ? 'PostgreSQL' : 'embedded');

// Taken at the start: what a benchmark writes before its page would count as a change to the checkout.
const version = versionLine();

/** The head of a page: what ran where, and how. */
function headOf(title: string, about: readonly string[]): string[] {
  const model = cpus()[0]?.model.trim() ?? 'an unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `# ${title}`,
    '',
    `- ${new Date().toISOString().slice(0, 10)}, version ${version}`,
    `- ${model}, ${cpus().length} cores, ${memory} GB; Bun ${Bun.version}`,
    ...about.map((line) => `- ${line}`),
    '',
  ];
}

/** Writes what a benchmark measured to the page of its name; `about` tells how it did. */
export function writePage(name: string, about: readonly string[], lines: readonly string[]) {
  const page = [...headOf(`What \`bun bench/${name}.ts\` measured`, about), ...lines, ''];
  return writeFile(join(import.meta.dirname, `${name}.md`), page.join('\n'));
}

/** The assumed mix of ten reads: whoever opens a profile looks for its history and for opponents, too. */
const tenReads: Record<string, number> = {
  player: 4,
  history: 2,
  suggestions: 2,
  list: 1,
  matches: 1,
};

/** How many such reads a second the service answers on the database, with the most connections. */
function mixedRate(results: readonly PlacedResult[], place: Place): string {
  const most = Math.max(...results.map(({ connections }) => connections));
  const own = results.filter((one) => one.place === place && one.connections === most);
  const seconds = own.map(({ operation, service }) => {
    const rates = service.map(rate);
    return (tenReads[operation] ?? 0) / Number(median(rates, 3));
  });
  return (10 / seconds.reduce((a, b) => a + b, 0)).toFixed(0);
}

/** The page of results; `about` tells how they were made. */
export function pageOf(results: readonly PlacedResult[], about: readonly string[]): string {
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const of = (name?: string) => results.filter(({ operation }) => operation === name);
  const overview = operations.map((name) => [
    name,
    ...of(name).map((result) => `${ratio(result, rate)} · ${ratio(result, ({ p99 }) => p99)}`),
  ]);
  const runs = of(operations[0]).map(
    ({ place, connections }) => `${nameOf(place)}, ${connections}`,
  );
  return [
    ...headOf('What `bun run bench` measured', about),
    'Requests a second, and p99, as multiples of the floor’s, by database and connections:',
    '',
    ...tableOf(['operation', ...runs], overview),
    '',
    'Of ten reads, four of a player, two histories, two times suggestions, a list and a player’s matches,',
    `the service answers ${mixedRate(results, 'server')} a second on PostgreSQL and ${mixedRate(results, 'embedded')} on the`,
    'embedded database, with the most connections.',
    '',
    'Below, each figure is the middle one of the rounds, each ratio that of their pairs. Processor time is',
    'that of one request; the embedded database is part of the server.',
    '',
    ...operations.map((name) => section(name, results)),
  ].join('\n');
}
