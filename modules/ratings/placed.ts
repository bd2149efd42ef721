import type { HistoryEntry } from './schema.ts';

/** An entry in its place; `as_of` is the moment that counted for a drop that a look gave. */
export type Placed = {
  readonly sequence: number;
  readonly as_of: string | null;
  readonly entry: HistoryEntry;
};

/** An entry that is new; without a place it stands at the end. */
export type Added = Omit<Placed, 'sequence'> & { readonly sequence: number | undefined };

/** What becomes of the history. */
export type Rewriting = {
  readonly changed: { readonly before: Placed; readonly after: HistoryEntry }[];
  readonly removed: Placed[];
  readonly added: Added[];
};

/** Whether the drop was given along with the rating of the match. rules 2.5 */
export function belongs(drop: Placed, match: Placed | undefined): boolean {
  return drop.as_of === null && drop.entry.occurred_at === match?.entry.occurred_at;
}

/** What an entry says, but for its wording. */
export function factsOf({ reason, calculation, ...rest }: HistoryEntry): string {
  const { opponent_id, opponent_rating, expected_score, actual_score, k_factor } =
    calculation ?? {};
  const inputs = [opponent_id, opponent_rating, expected_score, actual_score, k_factor];
  const { id, player_id, occurred_at, value_before, value_after } = rest;
  const results = [value_before, value_after, rest.confidence_before, rest.confidence_after];
  return JSON.stringify([
    id,
    player_id,
    occurred_at,
    reason.code,
    reason.match_id,
    results,
    inputs,
  ]);
}
