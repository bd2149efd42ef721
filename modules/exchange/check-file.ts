import type { Db } from '../../shared/database/db.ts';
import { csvRecords } from '../../shared/exchange/csv.ts';
import { inUtf8 } from '../../shared/exchange/encoding.ts';
import type { Drawers, Identified, Kind, Portion, Report } from '../../shared/exchange/kind.ts';
import { workbookRows } from '../../shared/exchange/workbook.ts';
import { createPause } from '../../shared/pause.ts';
import { createChecks } from './check.ts';
import { createFaults } from './faults.ts';
import { isHeading, type TableOptions } from './headings.ts';
import { createKnown } from './known.ts';
import { createLedger } from './ledger.ts';
import { ndjsonSource, portionsOf, type Source } from './read.ts';
import { type Told, tableSource } from './table.ts';

export const fileFormats = ['ndjson', 'csv', 'xlsx'] as const;

/** A file that is checked. */
export type File = {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly format?: (typeof fileFormats)[number];
  /** The name of a workbook's sheet; its first, if not given. */
  readonly sheet?: string | undefined;
  /** Called with what is found of a file that can be read all the same, such as its character set. */
  readonly say?: ((sentence: string) => void) | undefined;
  /** Whether the file is a backup, which holds what was stored, whatever the clock says now. */
  readonly isBackup?: boolean;
  /** Whether to leave out records that are already stored with the same content. */
  readonly skipKnown?: boolean;
  /** Whether to leave out the rows of a table that have no result yet. */
  readonly skipOpen?: boolean;
  /** The database that the records are checked against; undefined for an empty one. */
  readonly stored: Db | undefined;
  readonly now: number;
  /** Says why a record may not come in; undefined if it may, and if not given, each may. */
  readonly admit?: ((kind: Kind, record: Identified) => string | undefined) | undefined;
  /** What is said of all rows of a table. */
  readonly table?: TableOptions | undefined;
  /** Called with what looks wrong, if there is somebody to hear it. */
  readonly remark?: Report | undefined;
  /** Called with what was done with the rows of a table. */
  readonly note?: Report | undefined;
};

/** So many rows without a result are named. */
const mostNamed = 20;

/** The file as values that may be records, by its format. */
function sourceOf(file: File, told: Told): Source {
  const { chunks, format, sheet, say, stored, now, table = {} } = file;
  if (format === 'xlsx') {
    const rows = workbookRows(chunks, sheet);
    return tableSource(stored, { rows, isSheet: true }, now, table, told);
  }
  if (format !== 'csv') return ndjsonSource(chunks, told.report);
  const bytes = inUtf8(chunks, say ?? (() => undefined));
  const rows = csvRecords(bytes, (fields) => isHeading(fields, table));
  return tableSource(stored, { rows, isSheet: false }, now, table, told);
}

/** Checks a file; `keep` gets each portion as long as there is no fault. */
export async function checkFile(file: File, drawers: Drawers, keep: (portion: Portion) => void) {
  const { format, isBackup, skipKnown, skipOpen, stored, now, admit, remark } = file;
  const faults = createFaults();
  const openRows: number[] = [];
  const open = (line: number) => {
    openRows.push(line);
    if (!skipOpen) faults.report(line, '', 'no result yet; --skip-open leaves such rows out');
  };
  const source = sourceOf(file, { report: faults.report, remark, note: file.note, open });
  const ledger = createLedger(drawers);
  const pause = createPause();
  const report = source.inWords(faults.report);
  const told = { report, remark: remark && source.inWords(remark) };
  const latest = isBackup ? Number.POSITIVE_INFINITY : now;
  const checks = createChecks({ stored, now, latest, ...told, drawers, pause }, ledger);
  const isTable = format !== undefined && format !== 'ndjson';
  const known =
    skipKnown && stored ? createKnown({ stored, ...told, drawers, isTable }) : undefined;
  for await (const portion of portionsOf(source, report, ledger.refuse, pause)) {
    for (const [kind, records] of admit ? portion : []) {
      for (const { line, record } of records) {
        const refusal = admit?.(kind, record);
        if (refusal) report(line, '', refusal);
      }
    }
    const sound = await checks.check((await known?.leaveOut(portion)) ?? portion);
    if (faults.count() === 0) keep(sound);
  }
  known?.finish();
  await checks.finish();
  const [first] = openRows;
  if (skipOpen && first !== undefined) {
    const named = openRows.slice(0, mostNamed).join(', ');
    const more = openRows.length > mostNamed ? ', …' : '';
    file.note?.(first, '', `No result yet, and left out: row ${named}${more}.`);
  }
  return { faults, checks, known, open: openRows.length };
}
