// How texts make a record, and how its faults are told as faults of the texts: the columns of a
// table, the options of a command.
import type { Reader } from './cell.ts';

/** One of the texts that make a record. */
export type Field = {
  /** The column, `player_1`, or the option, `--court <number:surface>`. */
  readonly name: string;
  /** The member that it gives, by its path: `player_ids/0`. */
  readonly member: string;
  readonly help: string;
  /** Other headings of the column, in English and Polish. */
  readonly also?: readonly string[];
  readonly needed?: true;
  /** Whether it gives a list. */
  readonly many?: true;
  /** Whether it is a day or a time, so that the cell of a workbook may be one; elsewhere it was a score, or 3.5. */
  readonly dated?: true;
  /** Whether it can't be changed afterwards. */
  readonly fixed?: true;
  /** The option that can't be given with it. */
  readonly conflicts?: string;
  /** Without a reader the text itself is the value. */
  readonly read?: Reader;
  /** What an empty column means. */
  readonly otherwise?: string;
  /** What the member becomes where its column is empty; `now` is in milliseconds. */
  readonly fresh?: (now: number) => unknown;
  /** The member whose ids are preferred where several have the same name. */
  readonly among?: string;
  /**
   * Where an empty column means the only one that another record lists: the member that names it, and the
   * record's list.
   */
  readonly onlyOf?: readonly [member: string, list: string];
};

/** A field that may be left out. */
export function field(name: string, member: string, help: string, more?: Partial<Field>): Field {
  return { name, member, help, ...more };
}

/** A field that must be given. */
export function needed(name: string, member: string, help: string, more?: Partial<Field>): Field {
  return { name, member, help, needed: true, ...more };
}

/** Puts the value where the path of a member says. */
export function put(record: Record<string, unknown>, member: string, value: unknown): void {
  const [name = '', inner] = member.split('/');
  if (inner === undefined) record[name] = value;
  else {
    const outer = record[name] ?? (/^\d/.test(inner) ? [] : {});
    record[name] = Object.assign(outer, { [inner]: value });
  }
}

/** The field that gives the place of a record. */
export function fieldAt(fields: readonly Field[], place: string): Field | undefined {
  return fields.find(({ member }) => place === member || place.startsWith(`${member}/`));
}
