// What the program knows of a kind of record. Import, export and the commands go by this alone.
import type * as v from 'valibot';
import type { Db, Table } from '../database/db.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Resource } from '../ids.ts';
import type { Reader } from './cell.ts';

type Identified = { readonly id: string };

/** A record with the number of the line on which it stands. */
export type Numbered<R> = { readonly line: number; readonly record: R };

/** Says what is wrong with a line, and where: the path of the member; '' for all of it. */
export type Report = (line: number, place: string, reason: string) => void;

/** Another record that must be there before the one that names it. */
export type Reference = {
  readonly to: Kind;
  readonly id: string;
  /** The member that names it. */
  readonly place: string;
  /** Whether the record tells of the other one what would be made up otherwise. */
  readonly completes?: true;
};

/** What one record alone may have. */
export type Claim = { readonly place: string; readonly key: string };

/** One of the texts that make a record: a column of a table, or an option of a command. */
export type Field = {
  readonly name: string;
  /** The member that it gives, by its path: `player_ids/0`. */
  readonly member: string;
  readonly help: string;
  readonly needed?: true;
  /** Whether it gives a list. */
  readonly many?: true;
  /** Without a reader the text itself is the value. */
  readonly read?: Reader;
  /** What the member is where nothing is given; `now` is in milliseconds. */
  readonly otherwise?: (now: number) => unknown;
};

/** A field of a table; it may name another record by its name in the place of its id. */
export type Column = Field & {
  readonly to?: Kind;
  /** The member with the ids of those that are meant before all others of the same name. */
  readonly among?: string;
};

/** What a file is checked by. */
export type CheckContext = {
  /** What is in already; undefined for an empty database. */
  readonly stored: Db | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly report: Report;
};

/** The records of the next lines of a file, by kind. */
export type Portion = {
  of<R extends Identified>(kind: Kind<R>): readonly Numbered<R>[];
};

/** What a module checks in a file beyond what is the same for all kinds. */
export type Check<R> = {
  /** Judges the next records of the kind, beside the other records there; gives those that are sound. */
  judge(
    records: readonly Numbered<R>[],
    beside: Portion,
  ): Promise<readonly Numbered<R>[]> | readonly Numbered<R>[];
  /** Reports what shows only at the end of the file. */
  finish?(): void;
  /** Holds what is stored and was judged by; false where it has changed since. */
  hold?(on: Db): Promise<boolean>;
  /** Writes what follows from all records, once they are in. */
  settle?(tx: Transaction): Promise<void>;
};

/** The file that records are inserted from. */
type Insertion = {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The ids of those that other records of the file complete. */
  readonly completed: ReadonlySet<string>;
};

/** A kind of record. Its functions are methods, so that kinds of different records make one list. */
export type Kind<R extends Identified = Identified> = {
  /** Its name in the exchange format. */
  readonly name: string;
  readonly words: readonly [one: string, many: string];
  readonly table: Table;
  /** The ids of which a record without one gets a new one. */
  readonly ids?: Resource;
  /** The member of the format that is the id, if it isn't `id`. */
  readonly idMember?: string;
  readonly schema: v.GenericSchema<unknown, R>;
  references?(record: R): readonly Reference[];
  /** What else than its id a record has alone. */
  claims?(record: R): readonly (Claim & { readonly reason: string })[];
  /** Which of the records' claims are taken; `by` is the id of the one that took it. */
  taken?(on: Db, records: readonly R[]): Promise<readonly (Claim & { readonly by?: string })[]>;
  /** The moments that can't lie in the future, in milliseconds. */
  moments?(record: R): Readonly<Record<string, number | undefined>>;
  createCheck?(context: CheckContext): Check<R>;
  /** Adds the records; throws unless all of them are new. */
  insert(tx: Transaction, records: readonly R[], file: Insertion): Promise<unknown>;
  /** Every record, as an export writes it. */
  list(on: Db): AsyncIterable<object>;
  /** The columns of a table of such records, where there are such tables. */
  readonly columns?: readonly Column[];
  /** Every record's name; the note tells it from others of the same name. */
  names?(
    on: Db,
  ): AsyncIterable<{ readonly id: string; readonly name: string; readonly note: string }>;
};

/** A kind whose records are changed one by one, too. */
export type Editable<R extends Identified, Listed extends object = R> = Omit<Kind<R>, 'list'> & {
  list(on: Db): AsyncIterable<Listed>;
  /** The record with the id, as it is listed. */
  find(on: Db, id: string): Promise<Listed | undefined>;
  /** Throws where there is no such record, or where others don't allow the change. */
  update(tx: Transaction, after: R, before: R): Promise<unknown>;
};
