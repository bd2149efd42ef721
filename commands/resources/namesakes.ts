// What looks wrong with a new record of which there is another one of the same name.
import type { Db } from '../../shared/database/db.ts';
import type { Editable, Identified } from '../../shared/exchange/kind.ts';
import { comparableName } from '../../shared/names.ts';
import { withArticle } from '../../shared/text.ts';

/** What looks wrong with a second thing of a name; `other` is the id of the first. */
export function secondOne(
  { words: [one] }: Pick<Editable<Identified>, 'words'>,
  other: string,
): string {
  return `There is ${withArticle(one)} of that name already, ${other}: this makes a second one.`;
}

/** The doubt of a kind of which there are few: whether another one has the name. */
export function doubtNamesake<R extends Identified & { readonly name: string }>(kind: Editable<R>) {
  return async (db: Db, { name }: R): Promise<string | undefined> => {
    const wanted = comparableName(name);
    for await (const other of kind.list(db)) {
      if (comparableName(other.name) === wanted) return secondOne(kind, other.id);
    }
    return undefined;
  };
}
