// Goes through the history in the order in which it was applied, and computes again what an earlier
// change affects. Pure: it gets what is read, and returns what to write. rules 11.7
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { Side, StoredMatch } from '../matches/index.ts';
import {
  alongWith,
  type Followed,
  isAfterLook,
  isKnown,
  type Known,
  type Owed,
  type PastLook,
  settle,
} from './drops.ts';
import type { Insertion } from './place.ts';
import { type Added, areAlike, belongs, type Placed, type Rewriting } from './placed.ts';
import type { HistoryEntry } from './schema.ts';
import {
  type Assessed,
  assess,
  dropsOwed,
  dropsOwedBefore,
  faultOf,
  rateSide,
  type Standing,
} from './standing.ts';

/** Two entries of the history are so close that nothing fits between them any more. */
export class NoRoom extends Error {}

/** What is to become of entries, whatever is computed for them. */
export type Rewritten = {
  /** The match whose entries are to go. */
  readonly gone?: MatchId | undefined;
  /** Whether the entry's wording is to be made again, even if nothing else in it changes. */
  readonly isReworded?: (entry: HistoryEntry) => boolean;
};

export type Person = Assessed & { readonly display_name: string };

type Circumstances = Rewritten & {
  readonly people: ReadonlyMap<PlayerId, Person>;
  readonly look: PastLook | undefined;
  /** The present moment, in milliseconds. */
  readonly present: number;
};

/** Begins after the place in the history, with nobody followed. */
export function createRecalculation(circumstances: Circumstances, place: number) {
  const { people, look, present, gone, isReworded = () => false } = circumstances;
  const players = new Map<PlayerId, Followed>();
  /** For each match whose second entry is yet to come: the first one, and the place before it. */
  const open = new Map<MatchId, { readonly placed: Placed; readonly after: number }>();
  let rewriting: Rewriting = { changed: [], removed: [], added: [] };
  let lastPlace = place;

  function knownPlayer(id: PlayerId): Known {
    const player = players.get(id);
    if (player && isKnown(player)) return player;
    const order = 'see what "tennis ratings rebuild --order played --dry-run" would change';
    throw new Error(`The player ${id} is met before the initial assessment: ${order}.`);
  }

  /** Takes the next entry; those of players who aren't followed yet are passed over. */
  function follow(placed: Placed, match: StoredMatch | undefined): void {
    const { entry, sequence } = placed;
    const known = players.get(entry.player_id);
    const player = known && sequence >= known.from ? known : undefined;
    if (player && entry.reason.code === 'initial_assessment') {
      const person = people.get(entry.player_id);
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

  function rateStored(match: StoredMatch, both: readonly [Placed, Placed], last: number): void {
    const isFirst = (placed: Placed) => placed.entry.player_id === match.first_player_id;
    const sides = isFirst(both[0]) ? both : ([both[1], both[0]] as const);
    if (match.id !== gone) {
      const before = both[0].sequence;
      const after = look && look.place < before ? Math.max(last, look.place) : last;
      rate(match, sides, after, before);
      return;
    }
    for (const placed of sides) {
      const player = knownPlayer(placed.entry.player_id);
      const own = player.drops.filter((drop) => belongs(drop, placed));
      player.drops = player.drops.filter((drop) => !belongs(drop, placed));
      rewriting.removed.push(...own.map((drop) => alongWith(placed, drop)), placed);
    }
  }

  /** Rates the match, whose entries are or will be between two places. rules 1.2 to 1.7, 2.5 */
  function rate(
    match: StoredMatch,
    sides: readonly [Placed | undefined, Placed | undefined],
    after: number,
    before: number,
    now = '',
  ): void {
    const ids = [match.first_player_id, match.second_player_id] as const;
    const owed: Owed = (standing) => dropsOwedBefore(standing, match);
    const added: Omit<Added, 'sequence'>[] = [];
    ids.forEach((id, side) => {
      const own = sides[side];
      const place = own ? before : after + 1;
      const entries = settleDrops(id, owed, own?.entry.occurred_at ?? now, place, own);
      added.push(...entries.map((entry) => ({ entry, as_of: null })));
    });
    const [{ standing: first }, { standing: second }] = [knownPlayer(ids[0]), knownPlayer(ids[1])];
    for (const side of [0, 1] as const) {
      const [own, opponent] = side === 0 ? [first, second] : [second, first];
      const stored = sides[side];
      const at = stored?.entry.occurred_at ?? now;
      const { entry, standing } = rateOne(match, side, own, opponent, at);
      knownPlayer(own.player_id).standing = standing;
      if (stored) put(stored, entry);
      else added.push({ entry, as_of: null });
    }
    addBetween(added, after, before);
  }

  /** Rates the match for one side; throws an Error that names it where it can't be rated. */
  function rateOne(match: StoredMatch, side: Side, own: Standing, opponent: Standing, now: string) {
    const name = people.get(opponent.player_id)?.display_name ?? '';
    try {
      return rateSide(match, side, own, opponent, now, name);
    } catch (error) {
      throw new Error(`The match ${match.id} can't be rated: ${faultOf(error)}`);
    }
  }

  /** Gives the player the drops that are due before a place; returns the new ones, of the moment `now`. */
  function settleDrops(id: PlayerId, owed: Owed, now: string, before: number, next?: Placed) {
    const settling = { owed, now, before, next, look, present };
    const { given, removed, added } = settle(knownPlayer(id), settling);
    for (const { drop, entry } of given) put(drop, entry);
    rewriting.removed.push(...removed);
    return added;
  }

  /** Replaces an entry by what is computed for it now, under its own id. */
  function put(before: Placed, { id: _, ...computed }: HistoryEntry): void {
    const { entry } = before;
    const after = { ...computed, id: entry.id };
    const isWorded = entry.reason.code !== 'match_result' || isReworded(after);
    const isSaid = !isWorded || after.reason.explanation === entry.reason.explanation;
    if (!isSaid || !areAlike(after, entry)) rewriting.changed.push({ before, after });
  }

  /** Gives new entries places between two others, evenly spaced. */
  function addBetween(added: readonly Omit<Added, 'sequence'>[], after: number, before: number) {
    const room = Number.isFinite(before) ? before - after : added.length + 1;
    if (room <= added.length) throw new NoRoom();
    added.forEach((one, n) => {
      const sequence = after + Math.floor((room * (n + 1)) / (added.length + 1));
      rewriting.added.push({ ...one, sequence });
      lastPlace = Math.max(lastPlace, sequence);
    });
  }

  return {
    players,
    follow,
    /** Passes a place at which something is kept of a voided match. */
    pass: (place: number) => {
      lastPlace = Math.max(lastPlace, place);
    },
    /**
     * Rates a match that has no entries yet, before a place, at the moment `now`: after a look that came
     * earlier, and before one that came later.
     */
    insert(match: StoredMatch, { place, now }: Insertion): void {
      const isLater = look && isAfterLook(look, { place, now });
      const after = isLater ? Math.max(lastPlace, look.place) : lastPlace;
      const before = look && !isLater ? Math.min(place, look.place + 1) : place;
      rate(match, [undefined, undefined], after, before, now);
    },
    /**
     * Ends the player's history: adds the drops that the last look should have given, if they are still
     * owed, at the moment `now`. Returns where the player then stands.
     */
    finish(id: PlayerId, now: string): Standing {
      const player = knownPlayer(id);
      const owed: Owed = (standing) =>
        look ? Math.min(player.missed ?? 0, dropsOwed(standing, Date.parse(look.as_of))) : 0;
      for (const entry of settleDrops(id, owed, now, Number.POSITIVE_INFINITY)) {
        rewriting.added.push({ entry, as_of: look?.as_of ?? null });
      }
      return player.standing;
    },
    /** What has become of the history since the last call. */
    take(): Rewriting {
      const taken = rewriting;
      rewriting = { changed: [], removed: [], added: [] };
      return taken;
    },
  };
}
