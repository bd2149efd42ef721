// How the names in a table become ids: only where exactly one thing has the name, or one player a name like it.
import { closestMatch } from 'leven';
import type { Db } from '../../shared/database/db.ts';
import type { Cell } from '../../shared/exchange/cell.ts';
import type { Kind } from '../../shared/exchange/kind.ts';
import { isId } from '../../shared/ids.ts';
import { comparableName, inEachOrder } from '../../shared/names.ts';
import { shortened } from '../../shared/text.ts';
import { formerlyCalled, type Named, readBearers } from './bearers.ts';
import { createLikeness, firstNameIn, readName } from './likeness.ts';

/** What a name means. A fault of the name alone, wherever it stands, is "what" and "rest" in one. */
export type Found = Cell<string> & {
  readonly of?: {
    /** The name as it is compared. */
    readonly name: string;
    readonly what: string;
    readonly rest: string;
    /** Whether it is somebody's who may have to be registered. */
    readonly isNewcomer: boolean;
  };
};

/** Finds the id that a text is or names; if any of `among` have the name, it must be one of them. */
export type FindId = (text: string, among: readonly unknown[]) => Found;

const mostCandidates = 5;
/** How many unknown names are reported with a suggestion: each costs a search. */
const mostSearches = 100;

/** Reads the names of all things of a kind; returns what finds an id by them. */
export async function readNames(kind: Kind, database: Db | undefined): Promise<FindId> {
  return (await openNames(kind, database)).find;
}

/** The names of a kind's things, of which some may only be about to be stored. */
export type Names = Awaited<ReturnType<typeof openNames>>;

/** Reads the names of all things of a kind. Those of people are also found by names like theirs. */
export async function openNames(kind: Kind, database: Db | undefined) {
  const [one, many] = kind.words;
  const bearers = await readBearers(kind, database);
  const ids = new Set([...bearers.values()].flat().map(({ id }) => id));
  const suggest = createSuggestions(bearers.keys());
  /** Made only when a name is met that nobody has. */
  const likeness =
    kind.title?.isOfPerson &&
    lazily(() => {
      const made = createLikeness<Named>();
      const stored = new Map([...bearers.values()].flat().map((each) => [each.id, each]));
      for (const each of stored.values()) made.add(readName(each.name, true), each);
      return made;
    });
  /** The former names, and those found by likeness, of which it is said. */
  const told = new Set<string>();
  /** By id, the name of the file for which it is taken. */
  const takenFor = new Map<string, { readonly name: string; readonly isLike: boolean }>();

  function faultOf(name: string, what: string, rest: string, isNewcomer = false): Found {
    return { fault: `${what}${rest}`, of: { name, what, rest, isNewcomer } };
  }

  /** The only one that a name means, unless another name of the file means the same one. */
  function taken(name: string, only: Named, isLike: boolean): Found {
    const before = takenFor.get(only.id);
    if (before && before.name !== name && (isLike || before.isLike)) {
      const isSame = readName(before.name, false).key === readName(name, false).key;
      if (!isSame) {
        const both = `"${shortened(before.name)}" and "${shortened(name)}"`;
        const meant = `${shortened(only.name)} (${only.id})`;
        return faultOf(name, `${both} may both be ${meant}`, '; write the id where it is.');
      }
    }
    if (!before) takenFor.set(only.id, { name, isLike });
    const words = isLike
      ? `"${shortened(name)}" is taken for ${shortened(only.name)} (${only.id})`
      : formerlyCalled(name, only);
    const isTold = told.has(isLike ? only.id : name);
    const remark = isTold ? undefined : words;
    if (remark) told.add(isLike ? only.id : name);
    return { value: only.id, remark };
  }

  const find: FindId = (text, among) => {
    if (kind.ids && isId(kind.ids, text)) {
      return ids.has(text) ? { value: text } : { fault: `There is no ${one} with this id.` };
    }
    const name = comparableName(text);
    const exact = bearers.get(name);
    const found = exact ?? likeness?.().find(readName(name, false)) ?? [];
    const meant = found.filter(({ id }) => among.includes(id));
    const candidates = meant.length > 0 ? meant : found;
    const [only, other] = candidates;
    if (!only) {
      return faultOf(
        name,
        `There is no ${one} named "${shortened(name)}"`,
        `.${suggest(name)}`,
        likeness !== undefined,
      );
    }
    if (!other) {
      // Of the two who played, a winner is told by any name that fits one of them.
      if (meant.length > 0) return { value: only.id };
      return taken(name, only, !exact);
    }
    const listed = candidates
      .slice(0, mostCandidates)
      .map(({ id, name, note }) => `${id} (${exact ? '' : `${shortened(name)}, `}${note})`);
    if (candidates.length > mostCandidates) listed.push('…');
    const several = `${candidates.length} ${many} ${exact ? 'are' : 'may be'} named "${shortened(name)}"`;
    return faultOf(name, several, `; write the id of one: ${listed.join(', ')}.`);
  };

  return {
    find,
    /** Whether a text is no id, and names nobody. */
    isUnknown(text: string): boolean {
      if (kind.ids && isId(kind.ids, text)) return false;
      const name = comparableName(text);
      return !bearers.has(name) && likeness?.().find(readName(name, false)).length === 0;
    },
    /** The first names of all, as they are compared. */
    firstNames: () =>
      new Set([...bearers.values()].flat().flatMap(({ name }) => firstNameIn(name) ?? [])),
    /** Whether nobody has such a name; as it would be stored. */
    isFree: (name: string) => likeness?.().find(readName(name, true)).length === 0,
    /** Takes in somebody who is about to be stored, under the names that the file has, as they are compared. */
    add(id: string, name: string, called: readonly string[]): void {
      ids.add(id);
      for (const text of called) bearers.set(text, [{ id, name: text, note: '' }]);
      const [first = name] = called;
      likeness?.().add(readName(first, false), { id, name, note: '' });
    },
  };
}

/** Makes something when it is first asked for. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
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
