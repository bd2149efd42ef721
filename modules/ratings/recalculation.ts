// Goes through the history in the order in which it was applied and computes anew what has changed
// before it. Pure: what is read and written, it is given and gives. rules 11.7
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { StoredMatch } from '../matches/index.ts';
import { dropsDueBefore } from './confidence.ts';
import { type Added, belongs, factsOf, type Placed, type Rewriting } from './placed.ts';
import type { HistoryEntry } from './schema.ts';
import {
  type Assessed,
  assess,
  dropConfidence,
  dropsOwed,
  type Names,
  rateSide,
  type Standing,
} from './standing.ts';

/**
 * A player who is followed from a place on: where the rating stands, the place of the match from which
 * drops are counted, and the drops since the last other entry.
 */
export type Followed = {
  readonly from: number;
  standing: Standing | undefined;
  countedFrom: number;
  drops: readonly Placed[];
};

/** How many drops a standing owes, whose drops are counted from the match in a place. */
type Owed = (standing: Standing, countedFrom: number) => number;

type Circumstances = {
  readonly assessed: (id: PlayerId) => Assessed | undefined;
  readonly nameOf: Names;
  /** Whether the entries of the match are to go. */
  readonly isGone?: (id: MatchId) => boolean;
  /** Whether the entry's wording is to be made anew, even where nothing else of it changes. */
  readonly isReworded?: (entry: HistoryEntry) => boolean;
};

/** Begins after the place in the history, with nobody followed. */
export function createRecalculation(circumstances: Circumstances, place: number) {
  const { assessed, nameOf, isGone = () => false, isReworded = () => false } = circumstances;
  const players = new Map<PlayerId, Followed>();
  /** Drops whose match is gone: they stay as far as what follows owes them. */
  const loose = new Set<Placed>();
  /** Of a match whose second entry is yet to come: the first one, and the place before it. */
  const open = new Map<MatchId, { readonly placed: Placed; readonly after: number }>();
  let rewriting: Rewriting = { changed: [], removed: [], added: [] };
  let lastPlace = place;

  function followed(id: PlayerId): Followed {
    const player = players.get(id);
    if (player) return player;
    throw new Error(`The player ${id} is met before being followed.`);
  }

  function standingOf(id: PlayerId): Standing {
    const { standing } = followed(id);
    if (standing) return standing;
    throw new Error(`The player ${id} has no initial assessment before a match.`);
  }

  /** The next entry; those of players who aren't followed yet are passed over. */
  function follow(placed: Placed, match: StoredMatch | undefined): void {
    const { entry, sequence } = placed;
    const known = players.get(entry.player_id);
    const player = known && sequence >= known.from ? known : undefined;
    if (player && entry.reason.code === 'initial_assessment') {
      const person = assessed(entry.player_id);
      if (!person) throw new Error(`There is no player with the id ${entry.player_id}.`);
      const { entry: first, standing } = assess(person);
      player.standing = standing;
      put(placed, first);
    } else if (player && entry.reason.code === 'inactivity') {
      player.drops = [...player.drops, placed];
    } else if (player && match) {
      const first = open.get(match.id);
      if (first) rateStored(match, [first.placed, placed], first.after);
      else open.set(match.id, { placed, after: lastPlace });
      if (first) open.delete(match.id);
    } else if (player) {
      throw new Error(`The entry ${entry.id} is of a match that isn't there.`);
    }
    lastPlace = Math.max(lastPlace, sequence);
  }

  function rateStored(match: StoredMatch, both: readonly [Placed, Placed], after: number): void {
    const isFirst = (placed: Placed) => placed.entry.player_id === match.first_player_id;
    const sides = isFirst(both[0]) ? both : ([both[1], both[0]] as const);
    if (!isGone(match.id)) {
      rate(match, sides, after, both[0].sequence);
      return;
    }
    for (const placed of sides) {
      for (const drop of followed(placed.entry.player_id).drops) {
        if (belongs(drop, placed)) loose.add(drop);
      }
      rewriting.removed.push(placed);
    }
  }

  /** Rates the match, whose entries stand or come between two places. rules 1.2 to 1.7, 2.5 */
  function rate(
    match: StoredMatch,
    sides: readonly [Placed | undefined, Placed | undefined],
    after: number,
    before: number,
    now = '',
  ): void {
    const ids = [match.first_player_id, match.second_player_id] as const;
    const playedAt = Date.parse(match.played_at);
    const owed: Owed = (standing) => dropsOwed(standing, playedAt, dropsDueBefore);
    const added: Omit<Added, 'sequence'>[] = [];
    ids.forEach((id, side) => {
      const own = sides[side];
      const entries = settleDrops(id, owed, own?.entry.occurred_at ?? now, own);
      added.push(...entries.map((entry) => ({ entry, as_of: null })));
    });
    const [first, second] = [standingOf(ids[0]), standingOf(ids[1])];
    for (const side of [0, 1] as const) {
      const [own, opponent] = side === 0 ? [first, second] : [second, first];
      const stored = sides[side];
      const at = stored?.entry.occurred_at ?? now;
      const { entry, standing } = rateSide(match, side, own, opponent, at, nameOf);
      const player = followed(own.player_id);
      player.standing = standing;
      if (standing.last_rated_match_at !== own.last_rated_match_at) {
        player.countedFrom = stored?.sequence ?? before;
      }
      if (stored) put(stored, entry);
      else added.push({ entry, as_of: null });
    }
    addBetween(added, after, before);
  }

  /**
   * Gives the player the drops that are due by now: those that stand there stay where they still are,
   * a look's by the moment that counted for it, a match's as far as they are `owed`. Gives what is owed
   * beyond them, as entries of the moment `now`.
   */
  function settleDrops(id: PlayerId, owed: Owed, now: string, next?: Placed): HistoryEntry[] {
    const player = followed(id);
    let standing = standingOf(id);
    for (const drop of player.drops) {
      const { occurred_at } = drop.entry;
      const isOfMatch = loose.delete(drop) || belongs(drop, next);
      const by = Date.parse((isOfMatch ? null : drop.as_of) ?? occurred_at);
      const isDue =
        dropsOwed(standing, by) > 0 && (!isOfMatch || owed(standing, player.countedFrom) > 0);
      const given = dropConfidence(standing, isDue ? 1 : 0, occurred_at);
      for (const entry of given.entries) put(drop, entry);
      if (given.entries.length === 0) rewriting.removed.push(drop);
      standing = given.standing;
    }
    const missing = dropConfidence(standing, owed(standing, player.countedFrom), now);
    player.standing = missing.standing;
    player.drops = [];
    return missing.entries;
  }

  /** Lets an entry be what it is computed to be now, under its own id. */
  function put(before: Placed, { id: _, ...computed }: HistoryEntry): void {
    const { entry } = before;
    const after = { ...computed, id: entry.id };
    const isWorded = entry.reason.code !== 'match_result' || isReworded(after);
    const isSaid = !isWorded || after.reason.explanation === entry.reason.explanation;
    if (!isSaid || factsOf(after) !== factsOf(entry)) rewriting.changed.push({ before, after });
  }

  function addBetween(added: readonly Omit<Added, 'sequence'>[], after: number, before: number) {
    let place = after;
    for (const one of added) {
      place += 1;
      if (place >= before) throw new Error(`The history has no room left before ${before}.`);
      rewriting.added.push({ ...one, sequence: place });
    }
    lastPlace = Math.max(lastPlace, place);
  }

  return {
    players,
    /** Follows the player. */
    start: (id: PlayerId, from: Followed) => void players.set(id, from),
    follow,
    /** Rates a match that has no entries yet, before the next entry that follows, at the moment `now`. */
    insert: (match: StoredMatch, before: number, now: string) =>
      rate(match, [undefined, undefined], lastPlace, before, now),
    /**
     * The player's end of the history: gives the drops that are owed there, at the moment `now`, as a
     * look of the moment `asOf` would. Gives where the player stands then.
     */
    finish(id: PlayerId, owed: Owed, now: string, asOf: string | null): Standing {
      const entries = settleDrops(id, owed, now);
      for (const entry of entries) {
        rewriting.added.push({ entry, as_of: asOf, sequence: undefined });
      }
      return standingOf(id);
    },
    /** What has become of the history since this was asked last. */
    take(): Rewriting {
      const taken = rewriting;
      rewriting = { changed: [], removed: [], added: [] };
      return taken;
    },
  };
}
