// Which drops of confidence a recalculation keeps, removes and adds. Pure. rules 2.5, 11.7
import type { PlayerId } from '../../shared/ids.ts';
import type { Look } from './look-repository.ts';
import type { Insertion } from './place.ts';
import { belongs, type Placed } from './placed.ts';
import type { HistoryEntry } from './schema.ts';
import { dropConfidence, dropsOwed, type Standing } from './standing.ts';

/**
 * A player who is followed from a place on: where the rating stands, the drops since the last entry of
 * another kind and, once that is known, how many drops the last look should have given that weren't met
 * in the history so far.
 */
export type Followed = {
  readonly from: number;
  standing: Standing | undefined;
  drops: readonly Placed[];
  missed?: number;
};

/** A followed player whose initial assessment has been reached. */
export type Known = Followed & { standing: Standing };

/** Whether the player's initial assessment has been reached. */
export function isKnown(player: Followed): player is Known {
  return player.standing !== undefined;
}

/** The last look for inactive players, and whom it left out because a match waited. rules 2.5 */
export type PastLook = Look & { readonly waited: ReadonlySet<PlayerId> };

/** How many drops a standing owes. */
export type Owed = (standing: Standing) => number;

type Settling = {
  /** How many drops are owed when the match is rated, or at the end. */
  readonly owed: Owed;
  /** The moment of new entries. */
  readonly now: string;
  /** The place that the drops come before, and the player's entry there, if there is one. */
  readonly before: number;
  readonly next: Placed | undefined;
  readonly look: PastLook | undefined;
  /** The present moment, in milliseconds. */
  readonly present: number;
};

/**
 * Gives the player the drops that are due before a place. Those that are there already stay if they are still
 * due: a look's by the moment that counted for it, a correction's as far as the last look should have given
 * them, and then the match's own as far as more are owed than those. If still more are owed, new entries
 * are made.
 */
export function settle(player: Known, settling: Settling) {
  const { owed, now, next } = settling;
  const stays = stillDue(player, settling);
  const given: { readonly drop: Placed; readonly entry: HistoryEntry }[] = [];
  const removed: Placed[] = [];
  for (const drop of player.drops) {
    if (stays.has(drop)) {
      const { entries, standing } = dropConfidence(player.standing, 1, drop.entry.occurred_at);
      player.standing = standing;
      given.push(...entries.map((entry) => ({ drop, entry })));
    } else {
      removed.push(belongs(drop, next) ? alongWith(next, drop) : drop);
    }
  }
  const { entries: added, standing } = dropConfidence(player.standing, owed(player.standing), now);
  meet(player, added.length);
  player.standing = standing;
  player.drops = [];
  return { given, removed, added };
}

/** The drop with the id of the match that it was given with. */
export function alongWith(match: Placed | undefined, drop: Placed): Placed {
  const reason = { ...drop.entry.reason, match_id: match?.entry.reason.match_id ?? null };
  return { ...drop, entry: { ...drop.entry, reason } };
}

/**
 * Which of the drops stay: those that weren't given with the match have the first claim. Each is judged at its
 * moment, or at the present one if that is earlier: then the clock was ahead.
 */
function stillDue(
  player: Known,
  { owed, before, next, look, present }: Settling,
): ReadonlySet<Placed> {
  let { standing } = player;
  const stays = new Set<Placed>();
  const isOwn = (drop: Placed) => belongs(drop, next);
  const claim = (drop: Placed, due: number) => {
    const count = Math.min(1, due);
    const { entries, standing: after } = dropConfidence(standing, count, drop.entry.occurred_at);
    if (entries.length > 0) {
      stays.add(drop);
      meet(player);
    }
    standing = after;
  };
  for (const drop of player.drops.filter((one) => !isOwn(one))) {
    passLook(player, standing, drop.sequence, look);
    if (isGivenSince(look, drop) && !player.missed) continue;
    claim(drop, dropsOwed(standing, Math.min(momentOf(drop), present)));
  }
  passLook(player, standing, before, look);
  for (const drop of player.drops.filter(isOwn)) claim(drop, owed(standing));
  return stays;
}

/** The moment that counts for a drop that was given without a match: a look of the future counts when it gave it. */
function momentOf({ as_of, entry }: Placed): number {
  const given = Date.parse(entry.occurred_at);
  return as_of === null ? given : Math.min(Date.parse(as_of), given);
}

/** Notes what the last look should have given, once the player passes it on the way to the place. */
export function passLook(
  player: Followed,
  standing: Standing,
  place: number,
  look: PastLook | undefined,
): void {
  if (!look || place <= look.place || player.missed !== undefined) return;
  const isOwed = !look.waited.has(standing.player_id);
  const owed = isOwed ? dropsOwed(standing, Date.parse(look.as_of)) : 0;
  player.missed = dropConfidence(standing, owed, look.as_of).entries.length;
}

/**
 * Counts drops that the player has got. After the last look they stand for those that it should have given,
 * whatever has brought them: a late match brings some of them, too.
 */
export function meet(player: Followed, drops = 1): void {
  if (player.missed) player.missed = Math.max(0, player.missed - drops);
}

/** Whether something inserted at the moment, before the place, comes after the look. */
export function isAfterLook(look: Look, { place, now }: Insertion): boolean {
  return look.place < place && look.ended_at <= now;
}

/** Whether a correction gave the drop after the last look, because that look should have given it. */
function isGivenSince(
  look: PastLook | undefined,
  { sequence, as_of }: Pick<Placed, 'sequence' | 'as_of'>,
): boolean {
  return look !== undefined && as_of === look.as_of && sequence > look.place;
}
