import { Failure } from '../../shared/console/console.ts';
import type { Database } from '../../shared/database/connect.ts';
import { isForeignKeyViolation, UnexpectedRowCount } from '../../shared/database/db.ts';
import { createChecks } from './check.ts';
import { csvSource } from './csv-read.ts';
import { type Fault, type Kind, kinds, type Report } from './kinds.ts';
import { createPause } from './pause.ts';
import { ndjsonSource, portionsOf } from './read.ts';
import { nothingStored, storedIn } from './stored.ts';
import { emptyCargo, load, writeCargo } from './write.ts';

export const formats = ['ndjson', 'csv'] as const;

export type ImportOptions = {
  readonly format?: (typeof formats)[number];
  /** Whether to leave it at the checks. */
  readonly dryRun?: boolean;
  /** Is told how many of how many records are written, or undefined once nothing goes on. */
  readonly progress?: (written: number, total: number) => void;
};

/** How many records of each kind come in; nothing does where there are faults. */
export type ImportResult =
  | { readonly ok: true; readonly counts: Readonly<Record<Kind, number>> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Imports a file: all of it, or nothing. It is checked in short steps, and committed by one final
 * transaction; `report` gets what is wrong in the order of the lines, once all of it is checked.
 * `now` is in milliseconds since the epoch.
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
  const checks = createChecks(storedIn(database.db), now, source.report);
  const cargo = emptyCargo();
  for await (const portion of portionsOf(source, createPause())) {
    const matches = await checks.check(portion);
    if (faults.length === 0) load(cargo, portion, matches);
  }
  checks.finish();
  if (faults.length > 0) {
    faults.sort((one, other) => one.line - other.line);
    for (const { line, place, reason } of faults) report(line, inWords(place, reason));
    return { ok: false, faults };
  }
  const counts = Object.fromEntries(kinds.map((kind) => [kind, cargo[kind].count()]));
  if (!dryRun) {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const committed = database.longTransaction(async (tx) => {
      let written = 0;
      if (!(await checks.holdRules(tx.db))) throw dataChanged();
      await writeCargo(tx, cargo, checks.standings, now, (count) => {
        written += count;
        progress(written, total);
      });
    });
    await committed.catch(explain);
  }
  return { ok: true, counts: counts as Record<Kind, number> };
}

/** What keeps the records from being imported into an empty database; nothing, if they could be. */
export async function faultsOf(chunks: AsyncIterable<Uint8Array>, now: number): Promise<Fault[]> {
  const faults: Fault[] = [];
  const source = ndjsonSource(chunks, (line, place, reason) => {
    faults.push({ line, place, reason });
  });
  const checks = createChecks(nothingStored, now, source.report);
  for await (const portion of portionsOf(source, createPause())) await checks.check(portion);
  checks.finish();
  return faults;
}

/** What the checks found free or present was taken or removed before the commit. */
function explain(error: unknown): never {
  const isChanged = error instanceof UnexpectedRowCount || isForeignKeyViolation(error);
  throw isChanged ? dataChanged() : error;
}

function dataChanged(): Failure {
  return new Failure(
    'The data changed while the file was checked; nothing was imported. Try again.',
  );
}

function inWords(place: string, reason: string): string {
  return place === '' ? reason : `${place}: ${reason}`;
}
