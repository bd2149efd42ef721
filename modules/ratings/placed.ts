import { isDeepStrictEqual } from 'node:util';
import type { HistoryEntry } from './schema.ts';

/** An entry in its place; `as_of` is the moment that counted for a drop that a look gave. */
export type Placed = {
  readonly sequence: number;
  readonly as_of: string | null;
  readonly entry: HistoryEntry;
};

/** A new entry; without a place it goes to the end. */
export type Added = Omit<Placed, 'sequence'> & Partial<Pick<Placed, 'sequence'>>;

/** What becomes of the history. */
export type Rewriting = {
  readonly changed: { readonly before: Placed; readonly after: HistoryEntry }[];
  readonly removed: Placed[];
  readonly added: Added[];
};

/** Whether the drop was given with the rating of the match. rules 2.5 */
export function belongs(drop: Placed, match: Placed | undefined): boolean {
  return drop.as_of === null && drop.entry.occurred_at === match?.entry.occurred_at;
}

/** Whether two entries say the same, apart from their wording. */
export function areAlike(one: HistoryEntry, other: HistoryEntry): boolean {
  return isDeepStrictEqual(factsOf(one), factsOf(other));
}

function factsOf({ reason: { explanation: _, ...reason }, ...rest }: HistoryEntry): object {
  return { ...rest, reason };
}
