// How the names in a table become ids: only where exactly one thing has the name.
import { type Id, isId, type Resource } from '../../shared/ids.ts';
import type { Cell } from './csv-cells.ts';

type Named<R extends Resource> = {
  readonly id: Id<R>;
  readonly name: string;
  /** What tells it from others of the same name. */
  readonly note: string;
};

export type Names<R extends Resource> = {
  /** The id that the text is, or that belongs to the name. */
  find(text: string): Cell<Id<R>>;
  /** Whether this is the name of the one with the id. */
  isNamed(id: Id<R>, text: string): boolean;
};

const mostCandidates = 5;
/** Names beyond these that nobody has are reported without a suggestion: each costs a search. */
const mostSearches = 100;

/** A name as it is compared: canonically composed, without spaces around it or doubled ones. */
function comparableName(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** The names of all things of a kind. */
export async function createNames<R extends Resource>(
  kind: R,
  things: AsyncIterable<Named<R>>,
): Promise<Names<R>> {
  const ids = new Set<string>();
  const byName = new Map<string, Named<R>[]>();
  for await (const thing of things) {
    ids.add(thing.id);
    const name = comparableName(thing.name);
    byName.set(name, [...(byName.get(name) ?? []), thing]);
  }
  const unknown = new Map<string, string>();

  function suggestion(name: string): string {
    const known = unknown.get(name);
    if (known !== undefined) return known;
    const nearest = unknown.size < mostSearches ? nearestOf(name, byName.keys()) : undefined;
    const words = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    if (unknown.size < mostSearches) unknown.set(name, words);
    return words;
  }

  return {
    isNamed: (id, text) => (byName.get(comparableName(text)) ?? []).some((one) => one.id === id),
    find(text) {
      if (isId(kind, text)) {
        return ids.has(text) ? { value: text } : { fault: `There is no ${kind} with this id.` };
      }
      const name = comparableName(text);
      const [only, ...others] = byName.get(name) ?? [];
      if (!only) return { fault: `There is no ${kind} named "${name}".${suggestion(name)}` };
      if (others.length === 0) return { value: only.id };
      const candidates = [only, ...others].map(({ id, note }) => `${id} (${note})`);
      const listed = candidates.slice(0, mostCandidates).join(', ');
      const more = candidates.length > mostCandidates ? ', …' : '';
      return {
        fault: `${candidates.length} ${kind}s are named "${name}"; write the id of one: ${listed}${more}.`,
      };
    },
  };
}

/** The name that differs least, if it is like the text at all. */
function nearestOf(text: string, names: Iterable<string>): string | undefined {
  const wanted = plain(text);
  let nearest: string | undefined;
  let least = Math.min(2, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(wanted, plain(name), least);
    if (distance < least) [nearest, least] = [name, distance];
    if (least === 0) break;
  }
  return nearest;
}

/** Without what people leave out when they type: case and marks above and below letters. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
}

/** How many letters must be added, dropped or replaced; `most` where it is that many or more. */
function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) >= most) return most;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(row[to.length] ?? most, most);
}
