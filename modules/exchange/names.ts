// How the names in a table become ids: only where exactly one thing has the name.
import { closestMatch } from 'leven';
import type { Db } from '../../shared/database/db.ts';
import type { Cell } from '../../shared/exchange/cell.ts';
import { type Kind, memberAt } from '../../shared/exchange/kind.ts';
import { isId } from '../../shared/ids.ts';
import { comparableName, inEachOrder } from '../../shared/names.ts';
import { shortened } from '../../shared/text.ts';

/** Finds the id that a text is or names; if any of `among` have the name, it must be one of them. */
export type FindId = (text: string, among: readonly unknown[]) => Cell<string>;

const mostCandidates = 5;
/** How many unknown names are reported with a suggestion: each costs a search. */
const mostSearches = 100;

/** What people call the thing; '' if it has no name. */
export function titleOf({ title }: Kind, thing: object): string {
  return title ? String(memberAt(thing, title.member)) : '';
}

type Named = {
  readonly id: string;
  readonly name: string;
  readonly note: string | undefined;
};

/** All things of a kind, by their names as they are compared, and by former ones that nobody else has now. */
export async function readBearers(
  kind: Kind,
  database: Db | undefined,
): Promise<Map<string, readonly Named[]>> {
  const all = await Array.fromAsync(database ? kind.list(database) : [], (listed) => ({
    id: String(memberAt(listed, 'id')),
    name: comparableName(titleOf(kind, listed)),
    note: kind.title?.note(listed),
  }));
  const bearers = new Map<string, readonly Named[]>(Map.groupBy(all, ({ name }) => name));
  const former = (database && (await kind.title?.former?.(database))) ?? [];
  if (former.length === 0) return bearers;
  const byId = new Map(all.map((one) => [one.id, one]));
  for (const [name, some] of Map.groupBy(former, (one) => comparableName(one.name))) {
    if (bearers.has(name)) continue;
    const ids = new Set(some.map(({ id }) => id));
    const found = [...ids].flatMap((id) => byId.get(id) ?? []);
    if (found.length > 0) bearers.set(name, found);
  }
  return bearers;
}

/** What is said of a name that somebody had before; undefined if it is the one of now. */
export function formerlyCalled(name: string, { id, name: now }: Named): string | undefined {
  return name === now
    ? undefined
    : `"${shortened(name)}" is now called "${shortened(now)}" (${id})`;
}

/** Reads the names of all things of a kind; returns what finds an id by them. */
export async function readNames(kind: Kind, database: Db | undefined): Promise<FindId> {
  const [one, many] = kind.words;
  const bearers = await readBearers(kind, database);
  const ids = new Set([...bearers.values()].flat().map(({ id }) => id));
  const suggest = createSuggestions(bearers.keys());
  /** The former names of which it is said. */
  const told = new Set<string>();

  return (text, among) => {
    if (kind.ids && isId(kind.ids, text)) {
      return ids.has(text) ? { value: text } : { fault: `There is no ${one} with this id.` };
    }
    const name = comparableName(text);
    const found = bearers.get(name) ?? [];
    const meant = found.filter(({ id }) => among.includes(id));
    const candidates = meant.length > 0 ? meant : found;
    const [only, other] = candidates;
    if (!only) return { fault: `There is no ${one} named "${shortened(name)}".${suggest(name)}` };
    if (!other) {
      const remark = told.has(name) ? undefined : formerlyCalled(name, only);
      if (remark) told.add(name);
      return { value: only.id, remark };
    }
    const listed = candidates.slice(0, mostCandidates).map(({ id, note }) => `${id} (${note})`);
    if (candidates.length > mostCandidates) listed.push('…');
    const several = `${candidates.length} ${many} are named "${shortened(name)}"`;
    return { fault: `${several}; write the id of one: ${listed.join(', ')}.` };
  };
}

/** Suggests a known name that is like an unknown one, if there is one. */
function createSuggestions(names: Iterable<string>): (name: string) => string {
  const known = new Map<string, string>();
  let byLetters: Map<string, string> | undefined;
  return (name) => {
    const earlier = known.get(name);
    if (earlier !== undefined || known.size === mostSearches) return earlier ?? '';
    byLetters ??= new Map([...names].map((each) => [letters(each), each]));
    const wanted = letters(name);
    const maxDistance = Math.min(2, Math.floor(wanted.length / 3));
    const nearest =
      inEachOrder(wanted.replaceAll(',', '')).find((order) => byLetters?.has(order)) ??
      closestMatch(wanted, [...byLetters.keys()], { maxDistance });
    const words = nearest === undefined ? '' : ` Did you mean "${byLetters.get(nearest)}"?`;
    known.set(name, words);
    return words;
  };
}

/** A text without what people leave out when they type: case, and marks above and below letters. */
function letters(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
}
