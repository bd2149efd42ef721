// What the program knows of a kind of record. Import, export and the commands go by this alone.
import type * as v from 'valibot';
import type { Db, Table } from '../database/db.ts';
import type { Transaction } from '../events.ts';
import type { IdType } from '../ids.ts';
import type { Pause } from '../pause.ts';
import type { Field } from './field.ts';
import type { Sheet } from './sheet.ts';

export type Identified = { readonly id: string };

/** A record with the number of its line. */
export type Numbered<R> = {
  readonly line: number;
  readonly record: R;
  /** The members that the line leaves out, and that were filled in. */
  readonly made?: readonly string[] | undefined;
  /** The stored record that it seems to be, and the members in which it differs. */
  readonly contrary?: {
    readonly id: string;
    readonly members: readonly string[];
    /** What it says, and how it is put right. */
    readonly told?: string | undefined;
  };
};

/** What else is known of a fault. */
export type FaultFacts = {
  /** Its place among those of its line, above 0, if it is found only at the end of the file. */
  readonly order?: number;
  /** Whether what is wrong is that the record is stored already. */
  readonly isStored?: boolean | undefined;
  /** The cell of a workbook that is meant: `F7`. */
  readonly cell?: string | undefined;
};

/** Says what is wrong with a line, and where: the path of the member; '' for all of it. */
export type Report = (line: number, place: string, reason: string, facts?: FaultFacts) => void;

/** What only one record may have. */
type Claim = { readonly place: string; readonly key: string };

/** Items that wait on the disk, in drawers by name, in the order in which they came. */
export type Drawers = {
  put(name: string, item: object): void;
  /** The items of a drawer, a part at a time; whoever takes them knows what was put there. */
  take<T>(name: string): Iterable<T[]>;
};

/** What the checks of a file work with. */
export type CheckContext = {
  /** What is stored already; undefined for an empty database. */
  readonly stored: Db | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** No moment may be later than this: now, or any for a backup, which may hold what a wrong clock wrote. */
  readonly latest: number;
  readonly report: Report;
  /** Says what looks wrong with a line that is taken; without it, nobody wants to know. */
  readonly remark?: Report | undefined;
  /** For what must wait for the end of the file. */
  readonly drawers: Drawers;
  /** Lets others use the event loop, if this work has held it for long. */
  readonly pause: Pause;
};

/** The records of the next lines of a file, by kind. */
export type Portion = ReadonlyMap<Kind, readonly Numbered<Identified>[]>;

/** What a module checks in a file beyond what is the same for all kinds. */
export type Check<R> = {
  /** Judges the kind's next records, with those of the other kinds at hand; gives the sound ones. */
  judge(
    records: readonly Numbered<R>[],
    beside: Portion,
  ): Promise<readonly Numbered<R>[]> | readonly Numbered<R>[];
  /** Reports what shows only at the end of the file. */
  finish?(): Promise<void> | void;
  /** Before anything is written: locks the rows that were judged by, and makes room; false if they have changed since. */
  hold?(db: Db): Promise<boolean>;
  /** Writes what follows from all records, once they are in. */
  settle?(tx: Transaction): Promise<void>;
};

/** Where records that are inserted come from. */
type Origin = {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The ids of those whose parts, such as a player's history, come in the same file. */
  readonly whole?: ReadonlySet<string>;
};

/** A record of a file, and a stored one that it may be. */
export type Like = { readonly id: string; readonly like: string };

/** A kind of record. Its functions are methods, so that kinds of different records make one list. */
export type Kind<R extends Identified = Identified, Listed extends object = object> = {
  /** Its name in the exchange format. */
  readonly name: string;
  readonly words: readonly [one: string, many: string];
  readonly table: Table;
  /** The type of the id that a record without one gets. */
  readonly ids?: IdType;
  /** The member of the format that is the id, if it isn't `id`. */
  readonly idMember?: string;
  readonly schema: v.GenericSchema<unknown, R>;
  /** The members that name records which must be there before: `venue_ids`, `reason/match_id`. */
  readonly references?: Readonly<Record<string, Kind>>;
  /** The kind that shares no id with it: a voided match is a match no more. */
  readonly apartFrom?: Kind;
  /** The one of the references that names what the record is a part of. */
  readonly partOf?: string;
  /** Whether a file with such records is taken for an export. */
  readonly marksExport?: true;
  /** Why records of the kind come in only where there is none yet. */
  readonly onlyFirst?: string;
  /** The members with moments that can't be in the future. */
  readonly past?: readonly string[];
  /** What, besides its id, only one record may have. */
  claims?(record: R): readonly (Claim & { readonly reason: string })[];
  /** Which of the records' claims are taken; `by` is the id of the one that took it. */
  taken?(db: Db, records: readonly R[]): Promise<readonly (Claim & { readonly by: string })[]>;
  /**
   * Its 30-day period, by the moment that orders the table's largest indexes. Records of one period are
   * written together, whatever the order of the file: the pages that they change are then in memory.
   */
  monthOf?(record: R): number;
  createCheck?(context: CheckContext): Check<R>;
  /** Adds the records; throws unless all of them are new. */
  insert(tx: Transaction, records: readonly R[], origin: Origin): Promise<unknown>;
  /** Every record, as an export writes it. */
  list(db: Db): AsyncIterable<Listed>;
  /** Those of the records that have the ids, as an export writes them. */
  some(db: Db, ids: readonly string[]): Promise<readonly Listed[]>;
  /**
   * The part of a record that a line must share to say the same, if that isn't all of it as
   * written; without what the line leaves out within a member.
   */
  content?(record: R, line: R): object;
  /** How people tell records apart: by the member with the name, and those of the same name by the note. */
  readonly title?: {
    readonly member: string;
    note(listed: Listed): string;
    /** The names that some had before, with the ids of who has them no more. */
    former?(db: Db): Promise<readonly { readonly id: string; readonly name: string }[]>;
    /** Whether they are people's, which a sheet may have in full or shortened, with the surname first or last. */
    readonly isOfPerson?: true;
  };
  /** The members that stay as they are stored, whatever a table says later, and what is said of that. */
  keeps?(stored: R): Readonly<Record<string, string>>;
  /** Which stored records, by the id of `like`, a row may be that was put right since: nothing else tells. */
  putRight?(db: Db, records: readonly R[]): Promise<readonly Like[]>;
  /** What a stored record says that a line contradicts, and how it is put right. */
  told?(stored: R): string;
  /** The columns of a table of such records, where there are such tables. */
  readonly columns?: readonly Field[];
  /** How else the rows of such tables are written. */
  readonly sheet?: Sheet;
};

/** The names of a kind that has the same one in the exchange format, as a table and in its ids. */
export const called = <const N extends Table & IdType>(name: N, many = `${name}s`) =>
  ({ name, words: [name, many], table: name, ids: name }) as const;

/** What is changed one by one, in words. */
export const changeable = [
  'organizer',
  'client',
  'API key',
  'pass',
  'venue',
  'competition',
  'player',
] as const;

/** A kind whose records are changed one by one, too. */
export type Editable<R extends Identified, Listed extends object = R> = Kind<R, Listed> & {
  readonly words: readonly [one: (typeof changeable)[number], many: string];
  /** Throws where others don't allow the change. */
  update(tx: Transaction, after: R, before: R): Promise<unknown>;
};

/** The records of the kind in a portion. */
export function recordsOf<R extends Identified>(portion: Portion, kind: Kind<R>) {
  // The records under a kind came through its schema.
  return (portion.get(kind) ?? []) as readonly Numbered<R>[];
}

/** The records that a record names, each with the member that does. */
export function* referencesIn(
  kind: Kind,
  record: Identified,
): Generator<{ readonly to: Kind; readonly id: string; readonly place: string }> {
  for (const [member, to] of Object.entries(kind.references ?? {})) {
    const named = memberAt(record, member);
    if (typeof named === 'string') yield { to, id: named, place: member };
    if (!Array.isArray(named)) continue;
    for (const [index, id] of named.entries()) yield { to, id, place: `${member}/${index}` };
  }
}

/** The member of a record at the path. */
export function memberAt(record: object, path: string): unknown {
  const inner = (part: unknown, name: string): unknown =>
    typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined;
  return path.split('/').reduce(inner, record);
}
