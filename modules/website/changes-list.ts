// What happened to a player's rating, in one list of changes and of matches that changed nothing. Pure.
import { dayMs, utc } from '../../shared/time.ts';
import { daysUntilDrop, endOfHistory } from '../ratings/index.ts';
import type { ChangeRow, ListPosition, OtherRow } from './changes-repository.ts';
import type { Meeting } from './sentences.ts';

/** Where a list begins: before everything. */
export const startOfList: ListPosition = {
  entry: endOfHistory,
  played_at: 'infinity',
  match_id: '',
};

/** A row of the list, and how far the list has come with it. */
export type ListRow = { readonly position: ListPosition } & (
  | { readonly change: ChangeRow; readonly other?: undefined }
  | { readonly change?: undefined; readonly other: OtherRow }
);

/**
 * Both lists as one: the changes in the order in which they were applied, the last first, and the
 * others among them by when they were played. From the same position, it always continues in the same way.
 */
export function inOneList(
  changes: readonly ChangeRow[],
  others: readonly OtherRow[],
  from: ListPosition,
): ListRow[] {
  const rows: ListRow[] = [];
  const left = [...others];
  let position = from;
  /** Puts those of the others on the list that were played after a moment. */
  const listOthers = (after: number) => {
    for (let other = left[0]; other && Date.parse(other.played_at) > after; other = left[0]) {
      position = { ...position, played_at: other.played_at, match_id: other.match_id };
      rows.push({ other, position });
      left.shift();
    }
  };
  for (const change of changes) {
    // Nothing comes before the initial assessment.
    const isFirst = change.reason === 'initial_assessment';
    listOthers(isFirst ? Number.NEGATIVE_INFINITY : momentOf(change));
    position = { ...position, entry: change.at };
    rows.push({ change, position });
  }
  listOthers(Number.NEGATIVE_INFINITY);
  return rows;
}

/**
 * When the cause of a change took place, in milliseconds since the epoch: a match was played, a drop fell
 * due. The change may have been applied much later, with a late result or after an import.
 */
export function momentOf(change: ChangeRow): number {
  const { reason, played_at, last_rated_match_at: last, drops_applied, occurred_at } = change;
  if (reason !== 'inactivity' || last === null) return Date.parse(played_at ?? occurred_at);
  return Date.parse(last) + daysUntilDrop(drops_applied) * dayMs;
}

/** The match of a row from the player's side; undefined if it has none. */
export function meetingOf(
  { match_id, opponent_id, opponent_name, status, ...match }: ChangeRow | OtherRow,
  player: string,
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

/** Drops of confidence that follow one another. */
export type Pause = { readonly last: ChangeRow; readonly drops: number; readonly until?: string };

/**
 * The drops of confidence from a row on, which was the last one, as far as they are on the page; `until` when, unless
 * the pause goes on.
 */
export function pauseAt(
  rows: readonly ListRow[],
  index: number,
  isFirst: boolean,
): Pause | undefined {
  const last = rows[index]?.change;
  if (!last) return undefined;
  const after = rows.slice(index).findIndex(({ change }) => change?.reason !== 'inactivity');
  const drops = after < 0 ? rows.length - index : after;
  const next = rows.slice(0, index).findLast(({ change }) => change)?.change;
  if (!next && isFirst) return { last, drops };
  // A result that came late was played before.
  const until = Math.max(momentOf(last), next ? momentOf(next) : 0);
  return { last, drops, until: utc(until) };
}
