import type { Database } from '../../shared/database/connect.ts';
import { type Db, isForeignKeyViolation, UnexpectedRowCount } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import type { Identified, Kind, Portion, Report } from '../../shared/exchange/kind.ts';
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

type Checks = ReturnType<typeof createChecks>;
type Cargo = ReadonlyMap<Kind, Parcel<Identified>>;

/**
 * Imports a file: all of it, or nothing. It is checked in short steps, and committed by one final
 * transaction; the faults come in the order of the lines. `now` is in milliseconds since the epoch.
 * Throws where the data changed under the checks.
 */
export async function importRecords(
  database: Database,
  chunks: AsyncIterable<Uint8Array>,
  now: number,
  { format = 'ndjson', dryRun = false, progress = () => undefined }: ImportOptions = {},
): Promise<ImportResult> {
  const cargo: Cargo = new Map(kinds.map((kind) => [kind, createParcel()]));
  const { faults, checks } = await check(chunks, format, database.db, now, (portion) => {
    for (const [kind, records] of portion) {
      cargo.get(kind)?.add(records.map(({ record }) => record));
    }
  });
  if (faults.length > 0) return { ok: false, faults };
  const counts = Object.fromEntries([...cargo].map(([{ name }, { count }]) => [name, count()]));
  if (!dryRun) {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    await database
      .longTransaction((tx) => write(tx, cargo, checks, now, (done) => progress(done, total)))
      .catch(explain);
  }
  return { ok: true, counts };
}

/** What keeps the records from being imported into an empty database; nothing, if they could be. */
export async function faultsOf(
  chunks: AsyncIterable<Uint8Array>,
  now: number,
): Promise<readonly Fault[]> {
  return (await check(chunks, 'ndjson', undefined, now, () => undefined)).faults;
}

/** Checks a file beside what is stored; `keep` gets each portion while all of it is sound. */
async function check(
  chunks: AsyncIterable<Uint8Array>,
  format: (typeof formats)[number],
  stored: Db | undefined,
  now: number,
  keep: (portion: Portion) => void,
): Promise<{ readonly faults: readonly Fault[]; readonly checks: Checks }> {
  const faults: Fault[] = [];
  const note: Report = (line, place, reason) => void faults.push({ line, place, reason });
  const source =
    format === 'csv' && stored ? csvSource(stored, chunks, now, note) : ndjsonSource(chunks, note);
  const refused = new Set();
  const checks = createChecks({ stored, now, report: source.report }, refused);
  for await (const portion of portionsOf(source, refused, createPause())) {
    const sound = await checks.check(portion);
    if (faults.length === 0) keep(sound);
  }
  checks.finish();
  faults.sort((one, other) => one.line - other.line);
  return { faults, checks };
}

/** Writes the cargo, and what follows from it; `report` is told how many records are written. */
async function write(
  tx: Transaction,
  cargo: Cargo,
  { own, whole }: Checks,
  now: number,
  report: (done: number) => void,
): Promise<void> {
  for (const check of own.values()) {
    if (check?.hold && !(await check.hold(tx.db))) throw new UnexpectedRowCount();
  }
  let done = 0;
  for (const [kind, parcel] of cargo) {
    for (const records of parcel.portions()) {
      await kind.insert(tx, records, { now, whole: whole(kind) });
      done += records.length;
      report(done);
    }
  }
  for (const check of own.values()) await check?.settle?.(tx);
}

/** What the checks found free or present was taken or removed before the commit. */
function explain(error: unknown): never {
  if (!(error instanceof UnexpectedRowCount || isForeignKeyViolation(error))) throw error;
  throw new Problem(
    'validation-failed',
    'The data changed while the file was checked; nothing was imported. Try again.',
  );
}

/** A fault as a person reads it. */
export function faultInWords({ line, place, reason }: Fault): string {
  return `line ${line}: ${place && `${place}: `}${reason}`;
}
