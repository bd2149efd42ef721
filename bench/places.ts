// Where the benchmarks run: a fresh embedded database or a fresh PostgreSQL, both on disk and synced.
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench, type Workbench } from '../commands/workbench.ts';
import { faultInWords, importRecords } from '../modules/exchange/index.ts';
import { readSettings, type Settings } from '../shared/config.ts';
import { startOwnPostgres } from '../tests/support/postgres.ts';
import { fileOf } from './results-file.ts';

export type Place = 'embedded' | 'server';

/** A folder that is gone at the end of this process. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tennis-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a PostgreSQL on disk that keeps what it has acknowledged; `tuning` is settings of it. */
export function startDurable(tuning: Record<string, string> = {}) {
  const settings = { fsync: 'on', full_page_writes: 'on', max_wal_size: '1GB', ...tuning };
  return startOwnPostgres({ settings, onDisk: true });
}

/** Runs the work on an empty database of that kind, removed afterwards; `tuning` is for PostgreSQL. */
export async function onDatabase<T>(
  place: Place,
  work: (settings: Settings) => Promise<T>,
  tuning: Record<string, string> = {},
): Promise<T> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tennis-bench-'));
  const server = place === 'server' ? await startDurable(tuning) : undefined;
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

/** Megabytes of the process: now, or the most that it had. */
export function memory(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] =
    new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ??
    [];
  return Number(kilobytes) / 1_024;
}

/** How many seconds the work took. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/** Who imports what is measured. */
export const byBench = () => ({ actor: { user: 'bench' }, now: Date.now() });

/** Imports the records; throws where one is refused. */
export async function importAll(
  { database }: Pick<Workbench, 'database'>,
  records: Iterable<object>,
): Promise<void> {
  const faults: string[] = [];
  await importRecords(database, fileOf(records), byBench(), {
    file: 'bench',
    report: (fault) => void faults.push(faultInWords(fault)),
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Does the work with the database that the settings name, and closes it. */
export async function within<T>(
  settings: Settings,
  work: (workbench: Workbench) => Promise<T>,
): Promise<T> {
  const workbench = await openWorkbench({ settings });
  return work(workbench).finally(workbench.database.close);
}
