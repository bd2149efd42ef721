// What happened to a player's rating, in one list of changes and of matches that changed nothing.
import type { PlayerId } from '../../shared/ids.ts';
import { dayMs } from '../../shared/time.ts';
import type { ChangeRow, OtherRow, Shown } from './changes-repository.ts';
import type { Meeting } from './sentences.ts';

/** Where a list begins: before everything. */
export const nothingShown: Shown = {
  entry: [Number.MAX_SAFE_INTEGER, ''],
  played_at: 'infinity',
  match_id: '',
};

/** A row of the list, and how far the list has come with it. */
export type ListRow = { readonly shown: Shown } & (
  | { readonly change: ChangeRow }
  | { readonly change?: undefined; readonly other: OtherRow }
);

/**
 * Both lists as one: the changes in the order in which they were applied, the last first, and the
 * others among them by when they were played. From the same place, it always continues in the same way.
 */
export function inOneList(
  changes: readonly ChangeRow[],
  others: readonly OtherRow[],
  from: Shown,
): ListRow[] {
  const rows: ListRow[] = [];
  const left = [...others];
  let shown = from;
  /** Puts those of the others on the list that were played after a moment. */
  const listOthers = (after: number) => {
    for (let other = left[0]; other && Date.parse(other.played_at) > after; other = left[0]) {
      shown = { ...shown, played_at: other.played_at, match_id: other.match_id };
      rows.push({ other, shown });
      left.shift();
    }
  };
  for (const change of changes) {
    // Nothing comes before the initial assessment.
    const isFirst = change.reason === 'initial_assessment';
    listOthers(isFirst ? Number.NEGATIVE_INFINITY : momentOf(change));
    shown = { ...shown, entry: [change.sequence, change.id] };
    rows.push({ change, shown });
  }
  listOthers(Number.NEGATIVE_INFINITY);
  return rows;
}

/**
 * When the cause of a change took place, in milliseconds since the epoch: a match was played, a drop fell
 * due. The change may have been applied much later, with a late result or after an import.
 */
export function momentOf(change: ChangeRow): number {
  const { inactive_days, played_at, last_played_at, occurred_at } = change;
  if (last_played_at === null || inactive_days === null)
    return Date.parse(played_at ?? occurred_at);
  return Date.parse(last_played_at) + inactive_days * dayMs;
}

/** The match of a row from the player's side; undefined if it has none. */
export function meetingOf(
  { match_id, opponent_id, opponent_name, status, ...match }: ChangeRow | OtherRow,
  player: PlayerId,
): Meeting | undefined {
  if (!match_id || !opponent_id || !status) return undefined;
  return {
    id: match_id,
    opponent: { id: opponent_id, display_name: opponent_name },
    status,
    score: match.score ?? null,
    side: match.first_player_id === player ? 0 : 1,
    won: match.winner_id === player,
  };
}
