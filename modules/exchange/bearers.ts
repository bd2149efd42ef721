// What the things of a kind are called, and were.
import type { Db } from '../../shared/database/db.ts';
import { type Kind, memberAt } from '../../shared/exchange/kind.ts';
import { comparableName } from '../../shared/names.ts';
import { shortened } from '../../shared/text.ts';

/** What people call the thing; '' if it has no name. */
export function titleOf({ title }: Kind, thing: object): string {
  return title ? String(memberAt(thing, title.member)) : '';
}

export type Named = {
  readonly id: string;
  readonly name: string;
  readonly note: string;
};

/** All things of a kind, by their names as they are compared, and by former ones that nobody else has now. */
export async function readBearers(
  kind: Kind,
  database: Db | undefined,
): Promise<Map<string, readonly Named[]>> {
  const venues = await preferredIn(kind, database);
  const all = await Array.fromAsync(database ? kind.list(database) : [], (listed) => ({
    id: String(memberAt(listed, 'id')),
    name: comparableName(titleOf(kind, listed)),
    note: [kind.title?.note(listed), ...venues(listed)].join(', '),
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

/** The names of the venues that a player prefers, by which people know namesakes apart. */
async function preferredIn(kind: Kind, database: Db | undefined) {
  const venueKind = kind.references?.preferred_venue_ids;
  const names = new Map<unknown, string>();
  for await (const venue of database && venueKind ? venueKind.list(database) : []) {
    names.set(memberAt(venue, 'id'), titleOf(venueKind ?? kind, venue));
  }
  return (listed: object): string[] => {
    const ids = memberAt(listed, 'preferred_venue_ids');
    return Array.isArray(ids) ? ids.flatMap((id) => names.get(id) ?? []) : [];
  };
}

/** What is said of a name that somebody had before; undefined if it is the one of now. */
export function formerlyCalled(name: string, { id, name: now }: Named): string | undefined {
  return name === now
    ? undefined
    : `"${shortened(name)}" is now called "${shortened(now)}" (${id})`;
}
