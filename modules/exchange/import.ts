import type { Database } from '../../shared/database/connect.ts';
import { isForeignKeyViolation, UnexpectedRowCount } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import type { Kind, Report } from '../../shared/exchange/kind.ts';
import { Problem } from '../../shared/problem.ts';
import { createChecks } from './check.ts';
import { csvSource } from './csv.ts';
import { kinds } from './kinds.ts';
import { createParcel, type Parcel } from './parcel.ts';
import { createPause } from './pause.ts';
import { ndjsonSource, portionsOf } from './read.ts';

export const formats = ['ndjson', 'csv'] as const;

export type ImportOptions = {
  readonly format?: (typeof formats)[number];
  /** Whether to leave it at the checks. */
  readonly dryRun?: boolean;
  /** Is told how many of how many records are written. */
  readonly progress?: (written: number, total: number) => void;
};

/** What is wrong with a line, and where: the path of the member, or the column; '' for all of it. */
export type Fault = { readonly line: number; readonly place: string; readonly reason: string };

/** How many records of each kind come in; nothing does where there are faults. */
export type ImportResult =
  | { readonly ok: true; readonly counts: Readonly<Record<string, number>> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

type Cargo = ReadonlyMap<Kind, Parcel<{ readonly id: string }>>;

/**
 * Imports a file: all of it, or nothing. It is checked in short steps, and committed by one final
 * transaction; `report` gets what is wrong in the order of the lines, once all of it is checked.
 * `now` is in milliseconds since the epoch. Throws where the data changed under the checks.
 */
export async function importRecords(
  database: Database,
  chunks: AsyncIterable<Uint8Array>,
  now: number,
  report: (line: number, reason: string) => void,
  { format = 'ndjson', dryRun = false, progress = () => undefined }: ImportOptions = {},
): Promise<ImportResult> {
  const faults: Fault[] = [];
  const note: Report = (line, place, reason) => void faults.push({ line, place, reason });
  const source =
    format === 'csv' ? csvSource(database.db, chunks, now, note) : ndjsonSource(chunks, note);
  const checks = createChecks({ stored: database.db, now, report: source.report });
  const cargo: Cargo = new Map(kinds.map((kind) => [kind, createParcel()]));
  for await (const portion of portionsOf(source, createPause())) {
    await checks.check(portion);
    if (faults.length > 0) continue;
    for (const [kind, parcel] of cargo) parcel.add(portion.of(kind).map(({ record }) => record));
  }
  checks.finish();
  if (faults.length > 0) {
    faults.sort((one, other) => one.line - other.line);
    for (const { line, place, reason } of faults) report(line, inWords(place, reason));
    return { ok: false, faults };
  }
  const counts = Object.fromEntries([...cargo].map(([{ name }, { count }]) => [name, count()]));
  if (!dryRun) {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    await database
      .longTransaction((tx) => write(tx, cargo, checks, now, (done) => progress(done, total)))
      .catch(explain);
  }
  return { ok: true, counts };
}

/** Writes the cargo, and what follows from it; `report` is told how many records are written. */
async function write(
  tx: Transaction,
  cargo: Cargo,
  { own, whole }: ReturnType<typeof createChecks>,
  now: number,
  report: (done: number) => void,
): Promise<void> {
  for (const check of own) {
    if (check.hold && !(await check.hold(tx.db))) throw dataChanged();
  }
  let done = 0;
  for (const [kind, parcel] of cargo) {
    for (const records of parcel.portions()) {
      await kind.insert(tx, records, { now, whole: whole(kind) });
      done += records.length;
      report(done);
    }
  }
  for (const check of own) await check.settle?.(tx);
}

/** What keeps the records from being imported into an empty database; nothing, if they could be. */
export async function faultsOf(chunks: AsyncIterable<Uint8Array>, now: number): Promise<Fault[]> {
  const faults: Fault[] = [];
  const source = ndjsonSource(chunks, (line, place, reason) => {
    faults.push({ line, place, reason });
  });
  const checks = createChecks({ stored: undefined, now, report: source.report });
  for await (const portion of portionsOf(source, createPause())) await checks.check(portion);
  checks.finish();
  return faults;
}

/** What the checks found free or present was taken or removed before the commit. */
function explain(error: unknown): never {
  const isChanged = error instanceof UnexpectedRowCount || isForeignKeyViolation(error);
  throw isChanged ? dataChanged() : error;
}

function dataChanged(): Problem {
  return new Problem(
    'validation-failed',
    'The data changed while the file was checked; nothing was imported. Try again.',
  );
}

function inWords(place: string, reason: string): string {
  return place === '' ? reason : `${place}: ${reason}`;
}
