// Which drops of confidence stay, go and come while the history is gone through. Pure. rules 2.5, 11.7
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { Look } from './job-repository.ts';
import { belongs, type Placed } from './placed.ts';
import type { HistoryEntry } from './schema.ts';
import { dropConfidence, dropsOwed, type Standing } from './standing.ts';

/**
 * A player who is followed from a place on: where the rating stands, the drops since the last other entry,
 * and how many drops the last look should have given that don't stand in the history so far, once that
 * is known.
 */
export type Followed = {
  readonly from: number;
  standing: Standing | undefined;
  drops: readonly Placed[];
  missed?: number;
};

/** One who has come to the initial assessment. */
export type Known = Followed & { standing: Standing };

/** Whether the player has come to the initial assessment. */
export function isKnown(player: Followed): player is Known {
  return player.standing !== undefined;
}

/** The last look for inactive players, and who was left out by it, since a match waited. rules 2.5 */
export type PastLook = Look & { readonly waited: ReadonlySet<PlayerId> };

/** How many drops a standing owes. */
export type Owed = (standing: Standing) => number;

type Settling = {
  /** How many drops are owed where the match is rated, or at the end. */
  readonly owed: Owed;
  /** The moment of new entries. */
  readonly now: string;
  /** The place before which the drops stand, and the player's entry in it, if there is one. */
  readonly before: number;
  readonly next: Placed | undefined;
  /** Drops whose match is gone, and which one that was. */
  readonly loose: Map<Placed, MatchId>;
  readonly look: PastLook | undefined;
};

/**
 * Gives the player the drops that are due before a place: those that stand there stay where they still are,
 * a look's by the moment that counted for it, a match's as far as they are owed, a correction's as far as
 * the last look should have given them. What is owed beyond them comes as new entries.
 */
export function settle(player: Known, { owed, now, before, next, loose, look }: Settling) {
  const given: { readonly drop: Placed; readonly entry: HistoryEntry }[] = [];
  const removed: Placed[] = [];
  for (const drop of player.drops) {
    passLook(player, drop.sequence, look);
    const { standing } = player;
    const gone = loose.get(drop);
    const isLoose = loose.delete(drop);
    const isOfMatch = isLoose || belongs(drop, next);
    const match_id = gone ?? (isOfMatch ? next?.entry.reason.match_id : null) ?? null;
    const isMissed = isOfCorrection(player, drop, look) || (isLoose && !Number.isFinite(before));
    const by = Date.parse((isOfMatch ? null : drop.as_of) ?? drop.entry.occurred_at);
    const isDue =
      dropsOwed(standing, by) > 0 &&
      (!isOfMatch || owed(standing) > 0) &&
      (!isMissed || Number(player.missed) > 0);
    const { entries, ...after } = dropConfidence(standing, isDue ? 1 : 0, drop.entry.occurred_at);
    player.standing = after.standing;
    given.push(...entries.map((entry) => ({ drop, entry })));
    if (entries.length === 0) removed.push(of(drop, match_id));
    else if (isMissed) player.missed = Number(player.missed) - 1;
  }
  passLook(player, before, look);
  const { entries: added, standing } = dropConfidence(player.standing, owed(player.standing), now);
  player.standing = standing;
  player.drops = [];
  return { given, removed, added };
}

/** The drop with the match along with which it was given. */
function of(drop: Placed, match_id: MatchId | null): Placed {
  const reason = { ...drop.entry.reason, match_id };
  return { ...drop, entry: { ...drop.entry, reason } };
}

/** Notes what the last look should have given, where the player gets from before it to the place. */
function passLook(player: Known, place: number, look: PastLook | undefined): void {
  if (!look || place <= look.place || player.missed !== undefined) return;
  const { from, standing } = player;
  const gaveNone = from > look.place + 1 || look.waited.has(standing.player_id);
  const owed = gaveNone ? 0 : dropsOwed(standing, Date.parse(look.as_of));
  player.missed = dropConfidence(standing, owed, look.as_of).entries.length;
}

/** Whether a correction has given the drop since the last look, in its stead. */
function isOfCorrection({ from }: Followed, drop: Placed, look: PastLook | undefined): boolean {
  return (
    look !== undefined &&
    drop.as_of === look.as_of &&
    drop.sequence > look.place &&
    from <= look.place + 1
  );
}
