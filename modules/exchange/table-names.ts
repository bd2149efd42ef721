// What the columns of a table refer to, as the database holds it.
import type { Db } from '../../shared/database/db.ts';
import type { Field } from '../../shared/exchange/field.ts';
import { memberAt } from '../../shared/exchange/kind.ts';
import { memberOf } from './column-words.ts';
import type { TabularKind } from './headings.ts';
import { type Names, openNames } from './names.ts';

/** Reads the names of what the columns refer to, once for each kind. */
export async function namesOf({ columns, references = {} }: TabularKind, database: Db | undefined) {
  const names = new Map<Field, Names>();
  const referring = Map.groupBy(
    columns,
    ({ member, among }) => references[among ?? memberOf(member)],
  );
  for (const [kind, some] of referring) {
    if (!kind) continue;
    const read = await openNames(kind, database);
    for (const column of some) names.set(column, read);
  }
  return names;
}

/** By member, for each record that lists a single one: that one by the record's id. */
export async function onlyOnesOf(
  { columns, references = {} }: TabularKind,
  database: Db | undefined,
) {
  const found = new Map<string, Map<string, unknown>>();
  for (const { member, onlyOf: [of, list] = ['', ''] } of columns) {
    const only = new Map<string, unknown>();
    for await (const record of database && references[of] ? references[of].list(database) : []) {
      const all = memberAt(record, list);
      if (Array.isArray(all) && all.length === 1) only.set(String(memberAt(record, 'id')), all[0]);
    }
    found.set(member, only);
  }
  return found;
}
