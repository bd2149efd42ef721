import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { type StoredMatch, storedMatches } from '../matches/index.ts';
import { placedAt, placedFrom } from './history-repository.ts';
import { lastLook } from './job-repository.ts';
import type { Placed, Rewriting } from './placed.ts';
import { createRecalculation, type Followed } from './recalculation.ts';
import {
  pastOf,
  peopleOf,
  placeBefore,
  rewriteHistory,
  waitingAmong,
} from './recalculation-repository.ts';
import { standingsOf, updateStandings } from './repository.ts';
import type { HistoryEntry } from './schema.ts';
import { dropsOwed, isUnchanged, type Standing, standingAfter } from './standing.ts';

/** How many players' ratings are brought up to date at once. */
const portionSize = 1_000;

/** What a recalculation starts from: what it is told has changed already, but for what follows. */
export type Change = {
  /** The place in the history from which on something may differ. */
  readonly from: number;
  /** Whose entries may differ from there on; 'all' for everybody's, from the very beginning. */
  readonly players: readonly PlayerId[] | 'all';
  /** Whether the entries of the match are to go. */
  readonly isGone?: (id: MatchId) => boolean;
  /** Whether the entry's wording is to be made anew, even where nothing else of it changes. */
  readonly isReworded?: (entry: HistoryEntry) => boolean;
  /** A match that was never rated, and the entry before which it comes. */
  readonly inserted?: { readonly match: StoredMatch; readonly before: Placed } | undefined;
  /** Is told what becomes of the history, part by part, before it is written. */
  readonly onRewriting?: (rewriting: Rewriting) => Promise<void> | void;
};

/** A place in the history for each player. */
type Places = ReadonlyMap<PlayerId, number>;

type Rated = Pick<Standing, 'value' | 'confidence'>;

/** Whose ratings a recalculation changed, and how many entries of the history. */
export type Recalculated = {
  readonly ratings: readonly {
    readonly player_id: PlayerId;
    readonly display_name: string;
    readonly before: Rated;
    readonly after: Rated;
  }[];
  readonly entries: { readonly changed: number; readonly removed: number; readonly added: number };
};

/**
 * Makes the history and all ratings what they would be had the change been so from the beginning, at the
 * moment `now`. Goes by what is stored: entries keep their ids, moments and order. rules 11.7
 */
export async function recalculate(tx: Transaction, change: Change, now: number) {
  const { db } = tx;
  const { from, players, inserted, onRewriting } = change;
  const people = new Map<PlayerId, Awaited<ReturnType<typeof peopleOf>>[number]>();
  const circumstances = {
    ...change,
    assessed: (id: PlayerId) => people.get(id),
    nameOf: (id: PlayerId) => people.get(id)?.display_name ?? '',
  };
  const walk = createRecalculation(circumstances, await placeBefore(db, from));
  const isFollowed = (id: PlayerId) => walk.players.has(id);
  const entries = { changed: 0, removed: 0, added: 0 };

  /** Follows the players, each from a place on. */
  async function start(places: Places): Promise<void> {
    if (places.size === 0) return;
    for (const person of await peopleOf(db, [...places.keys()])) people.set(person.id, person);
    for (const [id, player] of await followedOf(db, places)) walk.start(id, player);
  }

  async function write(): Promise<void> {
    const rewriting = walk.take();
    entries.changed += rewriting.changed.length;
    entries.removed += rewriting.removed.length;
    entries.added += rewriting.added.length;
    await onRewriting?.(rewriting);
    await rewriteHistory(db, rewriting);
  }

  await start(new Map(players === 'all' ? [] : players.map((id) => [id, from])));
  let next = inserted;
  for await (const page of placedFrom(db, from)) {
    await start(metIn(page, isFollowed, players === 'all'));
    const own = page.filter(({ entry }) => isFollowed(entry.player_id));
    const ids = own.flatMap(({ entry }) => entry.reason.match_id ?? []);
    const matches = new Map((await storedMatches(db, ids)).map((match) => [match.id, match]));
    for (const placed of page) {
      if (next && placed.sequence >= next.before.sequence) {
        walk.insert(next.match, placed.sequence, next.before.entry.occurred_at);
        next = undefined;
      }
      const { match_id } = placed.entry.reason;
      walk.follow(placed, match_id ? matches.get(match_id) : undefined);
    }
    await write();
  }

  const look = await lastLook(db);
  const ratings: Recalculated['ratings'][number][] = [];
  const all = [...walk.players.keys()];
  while (all.length > 0) {
    const portion = all.splice(0, portionSize);
    const waiting = await waitingAmong(db, portion);
    const changes: { before: Standing; after: Standing }[] = [];
    for (const { display_name, ...before } of await standingsOf(db, portion)) {
      // A look gave what was due, unless the match from which drops are counted was applied later.
      const owed = (standing: Standing, countedFrom: number) =>
        look === undefined || countedFrom > look.place || waiting.has(before.player_id)
          ? 0
          : isCountedAlike(before, standing)
            ? 0
            : dropsOwed(standing, Date.parse(look.as_of));
      const after = walk.finish(before.player_id, owed, utc(now), look?.as_of ?? null);
      if (isUnchanged({ before, after })) continue;
      changes.push({ before, after });
      if (before.value === after.value && before.confidence === after.confidence) continue;
      ratings.push({ player_id: before.player_id, display_name, before, after });
    }
    await write();
    await updateStandings(db, changes);
    await tx.publish('ratings.changed', { players: changes.map(({ after }) => after) });
  }
  return { ratings, entries };
}

/** The players met in a page by those who are followed, who aren't followed yet, and where. */
function metIn(
  page: readonly Placed[],
  isFollowed: (id: PlayerId) => boolean,
  all: boolean,
): Places {
  const met = new Map<PlayerId, number>();
  const isKnown = (id: PlayerId) => met.has(id) || isFollowed(id);
  for (const { entry, sequence } of page) {
    const { player_id: own, calculation } = entry;
    const opponent = calculation?.opponent_id ?? own;
    if (!isKnown(own) && (all || isKnown(opponent))) met.set(own, sequence);
    if (!isKnown(opponent) && isKnown(own)) met.set(opponent, sequence);
  }
  return met;
}

/** Where the players stand by their entries before the places, and the drops that come last of these. */
async function followedOf(db: Db, places: Places): Promise<Map<PlayerId, Followed>> {
  const players = new Map<PlayerId, Followed>();
  for (const [id, from] of places) {
    players.set(id, { from, standing: undefined, countedFrom: 0, drops: [] });
  }
  const past = Map.groupBy(await pastOf(db, places), ({ player_id }) => player_id);
  const trailing: number[] = [];
  for (const [id, steps] of past) {
    const last = steps.findLastIndex(({ reason }) => reason !== 'inactivity');
    const player = players.get(id);
    if (!player) continue;
    for (const step of steps.slice(0, last + 1)) {
      const before = player.standing;
      player.standing = standingAfter(before, step);
      if (player.standing.last_rated_match_at !== before?.last_rated_match_at) {
        player.countedFrom = step.sequence;
      }
    }
    trailing.push(...steps.slice(last + 1).map(({ sequence }) => sequence));
  }
  for (const drop of await placedAt(db, trailing)) {
    const player = players.get(drop.entry.player_id);
    if (player) player.drops = [...player.drops, drop];
  }
  return players;
}

/** Whether drops are counted alike for both: what is due was due without the change, too. */
function isCountedAlike(one: Standing, other: Standing): boolean {
  return (
    one.confidence === other.confidence &&
    one.last_rated_match_at === other.last_rated_match_at &&
    one.drops_applied === other.drops_applied
  );
}
