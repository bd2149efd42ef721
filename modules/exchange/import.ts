import { tmpdir } from 'node:os';
import type { Database } from '../../shared/database/connect.ts';
import {
  type Db,
  isForeignKeyViolation,
  isUniqueViolation,
  UnexpectedRowCount,
} from '../../shared/database/db.ts';
import type { Hold } from '../../shared/database/lock.ts';
import type { Transaction } from '../../shared/events.ts';
import type { Drawers, Identified, Kind } from '../../shared/exchange/kind.ts';
import { drawerCount, drawerNumbers } from '../../shared/exchange/spread.ts';
import { refusal } from '../../shared/problem.ts';
import { type AuditNote, type By, note } from '../audit/index.ts';
import type { createChecks } from './check.ts';
import { checkFile, type File } from './check-file.ts';
import { openDrawers } from './drawers.ts';
import { createFaults, type Fault } from './faults.ts';
import { isEmpty, kinds } from './kinds.ts';

export type ImportOptions = Pick<
  File,
  'format' | 'sheet' | 'say' | 'isBackup' | 'skipKnown' | 'skipOpen' | 'admit' | 'table'
> & {
  /** Where the records come from, for the audit log. */
  readonly file: string;
  /** Whether to stop after the checks. */
  readonly dryRun?: boolean;
  /** The folder for what doesn't fit in memory; the one for temporary files, if not given. */
  readonly folder?: string | undefined;
  /** Called if this has waited for another import for a second. */
  readonly onWaiting?: () => void;
  /** Called with how many of how many records are written. */
  readonly progress?: (written: number, total: number) => void;
  /** Called with each fault, in the order of the lines, once the whole file is checked. */
  readonly report?: (fault: Fault) => void;
  /** Called with what looks wrong in a file without faults; if not given, nothing is looked for. */
  readonly remark?: (remark: Fault) => void;
  /** Called with what was done with a table's rows, such as columns that were left out, whether it has faults or not. */
  readonly note?: (note: Fault) => void;
};

/** How many records there are of each kind, by its name. */
export type Counts = Readonly<Record<string, number>>;

/** How many records were imported, and how many left out, as known or as `open`. If there are faults, nothing is imported. */
type ImportResult =
  | { readonly ok: true; readonly counts: Counts; readonly leftOut: Counts; readonly open: number }
  | { readonly ok: false; readonly faults: number };

type Checks = ReturnType<typeof createChecks>;

const notEmpty =
  'The database is not empty; restore needs a new one, in another DATA_DIR or DATABASE_URL. Nothing was changed.';

const nameOfDrawer = ({ name }: Kind, number: number) => `records ${name} ${number}`;

/** The number of the drawer, from 0, in which a record waits with those that will be stored near it. */
const numberOf = (kind: Kind, record: Identified) =>
  Math.abs(kind.monthOf?.(record) ?? 0) % drawerCount;

/**
 * Imports a file: all of it, or nothing. It is checked in short steps, and committed by one final
 * transaction; meanwhile its records wait on the disk. Throws if the data changed during the checks, or
 * if a backup is to go into a database that isn't empty.
 * Without a database it is only checked, as for an empty one.
 */
export async function importRecords(
  database: Database | undefined,
  chunks: AsyncIterable<Uint8Array>,
  by: By,
  options: ImportOptions,
): Promise<ImportResult> {
  const { skipKnown, isBackup, onWaiting, report, remark, note } = options;
  await using drawers = await openDrawers(options.folder ?? tmpdir());
  const work = (hold?: Hold) => importAll(database, drawers, chunks, by, options, hold);
  const alone = async ({ db, locked, transaction }: Database) => {
    const checkIsEmpty = async () => {
      if (isBackup && !(await isEmpty(db))) throw refusal(notEmpty);
    };
    await checkIsEmpty(); // the wait may be long
    const inTurn = async (_: Db, hold: Hold) => {
      await transaction(({ db }) => hold(db)); // an import that lost its turn may be about to commit
      await checkIsEmpty();
      return work(hold);
    };
    return locked('import', inTurn, onWaiting);
  };
  // No constraint keeps two imports from adding the same name, or from both filling an empty database.
  const isOneByOne = skipKnown || isBackup;
  const { faults, remarks, notes, ...done } = await (database && isOneByOne
    ? alone(database)
    : work());
  // Only now: others needn't wait for a reader.
  for (const fault of notes?.inOrder() ?? []) note?.(fault);
  for (const fault of faults.inOrder()) report?.(fault);
  for (const fault of remarks?.inOrder() ?? []) remark?.(fault);
  return faults.count() > 0 ? { ok: false, faults: faults.count() } : { ok: true, ...done };
}

/** The import itself; gives what is to be told of it. */
async function importAll(
  database: Database | undefined,
  drawers: Drawers,
  chunks: AsyncIterable<Uint8Array>,
  by: By,
  options: ImportOptions,
  hold?: Hold,
) {
  const { isBackup, dryRun = false, remark, note: tell, progress = () => undefined } = options;
  const { now } = by;
  const counts = Object.fromEntries(kinds.map(({ name }) => [name, 0]));
  const remarks = remark && createFaults();
  const notes = tell && createFaults();
  const stored = database?.db;
  const told = { remark: remarks?.report, note: notes?.report };
  const file = { ...options, chunks, stored, now, ...told };
  const { faults, checks, known, open } = await checkFile(file, drawers, (portion) => {
    for (const [kind, records] of portion) {
      counts[kind.name] = (counts[kind.name] ?? 0) + records.length;
      for (const { record } of dryRun ? [] : records) {
        drawers.put(nameOfDrawer(kind, numberOf(kind, record)), record);
      }
    }
  });
  const leftOut = known?.counts ?? {};
  if (faults.count() > 0) return { faults, notes, counts, leftOut, open };
  if (database && !dryRun) {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    await database
      .longTransaction(async (tx) => {
        await hold?.(tx.db);
        if (isBackup && !(await isEmpty(tx.db))) throw new UnexpectedRowCount();
        const notes = await notesOf(tx.db, options.file, counts);
        await write(tx, drawers, checks, now, (done) => progress(done, total));
        await note(tx.db, by, notes);
      })
      .catch(explain);
  }
  return { faults, remarks, notes, counts, leftOut, open };
}

/**
 * What the log says of an import. It says nothing of an export that goes into an empty database, which
 * must then export as the same bytes: the log in the file is the whole log. rules 9.2
 */
async function notesOf(db: Db, file: string, counts: Counts): Promise<AuditNote[]> {
  const isExport = kinds.some(({ name, marksExport }) => marksExport && counts[name]);
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0 || (isExport && (await isEmpty(db)))) return [];
  return [{ action: 'imported', after: { file, records: Object.fromEntries(some) } }];
}

/** Writes the records, and what follows from them; calls `report` with how many are written. */
async function write(
  tx: Transaction,
  drawers: Drawers,
  { own, whole }: Checks,
  now: number,
  report: (done: number) => void,
): Promise<void> {
  for (const check of own.values()) {
    if (check?.hold && !(await check.hold(tx.db))) throw new UnexpectedRowCount();
  }
  let done = 0;
  for (const kind of kinds) {
    for (const number of drawerNumbers) {
      for (const records of drawers.take<Identified>(nameOfDrawer(kind, number))) {
        await kind.insert(tx, records, { now, whole: whole(kind) });
        done += records.length;
        report(done);
      }
    }
  }
  for (const check of own.values()) await check?.settle?.(tx);
}

/** Throws a problem if what the checks found free or present was taken or removed before the commit. */
function explain(error: unknown): never {
  const isViolation = isForeignKeyViolation(error) || isUniqueViolation(error);
  if (!(isViolation || error instanceof UnexpectedRowCount)) throw error;
  throw refusal('The data changed while the file was checked; nothing was imported. Try again.');
}
