// How the texts of a table's row, or of a command's options, become a record and its faults theirs again.
import type { Field } from './kind.ts';

/** Puts the value where the path of a member says: `player_ids/0`. */
export function put(record: Record<string, unknown>, member: string, value: unknown): void {
  const [name = '', inner] = member.split('/');
  if (inner === undefined) record[name] = value;
  else
    record[name] = Object.assign(record[name] ?? (/^\d/.test(inner) ? [] : {}), { [inner]: value });
}

/** The field that gives the place of a record. */
export function fieldAt<F extends Field>(fields: readonly F[], place: string): F | undefined {
  return fields.find(({ member }) => place === member || place.startsWith(`${member}/`));
}
