// Where the benchmarks run: a fresh embedded database or a fresh PostgreSQL, both on the disk, which sync.
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench, type Workbench } from '../commands/workbench.ts';
import { faultInWords, importRecords } from '../modules/exchange/index.ts';
import { readSettings, type Settings } from '../shared/config.ts';
import { startOwnPostgres } from '../tests/support/postgres.ts';

export type Place = 'embedded' | 'server';

/** The databases that `--database` names on the command line; both without it. */
export const placesOf = (argv: readonly string[]) =>
  listOption<Place>(argv, '--database', ['embedded', 'server']);

/** Those of the words that stand behind a name on the command line, with commas; all without it. */
export function listOption<T extends string>(
  argv: readonly string[],
  name: string,
  all: readonly T[],
): readonly T[] {
  const named = option(argv, name)?.split(',');
  if (named?.every((word) => (all as readonly string[]).includes(word)) === false) {
    throw new Error(`${name}: ${all.join(', ')}`);
  }
  return all.filter((word) => named?.includes(word) ?? true);
}

/** The number behind a name on the command line, or the one that holds without it. */
export function numberOption(argv: readonly string[], name: string, otherwise: number): number {
  return numbersOption(argv, name, [otherwise])[0] ?? otherwise;
}

/** The numbers behind a name, with commas, or those that hold without it. */
export function numbersOption(
  argv: readonly string[],
  name: string,
  otherwise: number[],
): number[] {
  const values = option(argv, name)?.split(',').map(Number) ?? otherwise;
  if (!values.every((value) => Number.isSafeInteger(value) && value > 0)) {
    throw new Error(`${name}: a whole number`);
  }
  return values;
}

export function option(argv: readonly string[], name: string): string | undefined {
  const place = argv.indexOf(name);
  return place < 0 ? undefined : argv[place + 1];
}

/** A folder that is gone at the end of this process. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tennis-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** PostgreSQL's settings on the command line: `--postgres shared_buffers=1GB,max_wal_size=8GB`. */
function postgresSettings(argv: readonly string[]): Record<string, string> {
  const pairs = option(argv, '--postgres')?.split(',') ?? [];
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
}

/** Works with the settings of an empty database of the kind, which is gone afterwards. */
export async function onDatabase<T>(
  place: Place,
  work: (settings: Settings) => Promise<T>,
): Promise<T> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tennis-bench-'));
  const durable = { fsync: 'on', full_page_writes: 'on', max_wal_size: '1GB' };
  const settings = { ...durable, ...postgresSettings(process.argv) };
  const server =
    place === 'server' ? await startOwnPostgres({ settings, onDisk: true }) : undefined;
  try {
    const DATABASE_URL = await server?.createDatabase('bench');
    return await work(readSettings({ DATA_DIR, DATABASE_URL }));
  } finally {
    await server?.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  }
}

/** The value below which that share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How many seconds the work took. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/** Who imports what is measured. */
export const byBench = () => ({ actor: { user: 'bench' }, now: Date.now() });

/** Imports the lines, each a record in JSON; throws where one is refused. */
export async function importLines(
  { database }: Pick<Workbench, 'database'>,
  lines: readonly string[],
): Promise<void> {
  async function* chunks() {
    for (let start = 0; start < lines.length; start += 200) {
      yield Buffer.from(`${lines.slice(start, start + 200).join('\n')}\n`);
    }
  }
  const faults: string[] = [];
  await importRecords(database, chunks(), byBench(), {
    file: 'bench',
    report: (fault) => void faults.push(faultInWords(fault)),
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Fills an empty database with the records. */
export async function fill(settings: Settings, records: readonly object[]): Promise<void> {
  const workbench = await openWorkbench({ settings });
  await importLines(
    workbench,
    records.map((record) => JSON.stringify(record)),
  );
  await workbench.database.close();
}
