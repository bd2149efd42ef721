import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { compareNames } from '../../shared/names.ts';
import { utc } from '../../shared/time.ts';
import { type StoredMatch, storedMatches } from '../matches/index.ts';
import { storeChanges } from './batch.ts';
import { isAfterLook, type PastLook } from './drops.ts';
import { followedOf, metIn, type Places } from './followed.ts';
import { placedFrom } from './history-repository.ts';
import { lastLook, moveLook } from './look-repository.ts';
import { cameIn, type Insertion } from './place.ts';
import { keptPlaces, placeBefore } from './place-repository.ts';
import type { Rewriting } from './placed.ts';
import { createRecalculation, type Person, type Rewritten } from './recalculation.ts';
import { peopleOf, rewriteHistory, waitingAt } from './recalculation-repository.ts';
import { standingsOf } from './repository.ts';
import type { Standing } from './standing.ts';

/** How many players' ratings are brought up to date at once. */
const portionSize = 1_000;

/** What a recalculation starts from: the change itself is stored already, but not what follows from it. */
export type ChangedData = Rewritten & {
  /** The place in the history from which on something may differ. */
  readonly from: number;
  /** Whose entries may differ from there on; 'all' for everybody's, from the very beginning. */
  readonly players: readonly PlayerId[] | 'all';
  /** A match that was never rated, and where to insert it. */
  readonly inserted?: (Insertion & { readonly match: StoredMatch }) | undefined;
  /** Called with what becomes of the history, part by part, before it is written. */
  readonly onRewriting?: (rewriting: Rewriting) => void;
};

/** The transaction of a change, and its moment, in milliseconds. */
export type Work = {
  readonly tx: Transaction;
  readonly now: number;
  /** Called now and then, with how many entries were looked at; throws if nobody waits for it any more. */
  readonly tell: (entries: number) => void;
};

type Rated = Pick<Standing, 'value' | 'confidence'>;

const ratedOf = ({ value, confidence }: Standing): Rated => ({ value, confidence });

type ChangedRating = {
  readonly player_id: PlayerId;
  readonly display_name: string;
  readonly before: Rated;
  readonly after: Rated;
};

/** The ratings that a recalculation changed, by the players' names, and how many entries of the history. */
export type Recalculated = {
  readonly ratings: readonly ChangedRating[];
  readonly entries: { readonly changed: number; readonly removed: number; readonly added: number };
};

/**
 * Makes the history and all ratings what they would be if the changed data had been so from the beginning, at
 * the moment of the work. Works from what is stored: entries keep their ids, moments and order. rules 11.7
 */
export async function recalculate({ tx, now, tell }: Work, change: ChangedData) {
  const { db } = tx;
  const { from, players, inserted, onRewriting } = change;
  const people = new Map<PlayerId, Person>();
  const look = await lookAnew(db, change, utc(now));
  const circumstances = { ...change, people, look, present: now };
  const walk = createRecalculation(circumstances, await placeBefore(db, from));
  const isFollowed = (id: PlayerId) => walk.players.has(id);
  const entries = { changed: 0, removed: 0, added: 0 };
  let seen = 0;

  /** Follows the players, each from a place on. */
  async function start(places: Places): Promise<void> {
    if (places.size === 0) return;
    for (const person of await peopleOf(db, [...places.keys()])) people.set(person.id, person);
    for (const [id, player] of await followedOf(db, places, look)) walk.players.set(id, player);
  }

  async function write(): Promise<void> {
    const rewriting = walk.take();
    entries.changed += rewriting.changed.length;
    entries.removed += rewriting.removed.length;
    entries.added += rewriting.added.length;
    onRewriting?.(rewriting);
    tell(seen);
    await rewriteHistory(db, rewriting);
  }

  await start(new Map(players === 'all' ? [] : players.map((id) => [id, from])));
  const kept = await keptPlaces(db, from);
  let next = inserted;
  const passKept = (place: number) => {
    while ((kept[0] ?? place) < place) walk.pass(kept.shift() ?? 0);
  };
  /** Goes on to a place: passes what is kept before it, and inserts the match that belongs there. */
  const comeTo = (place: number) => {
    if (next && next.place <= place) {
      passKept(next.place);
      walk.insert(next.match, next);
      next = undefined;
    }
    passKept(place);
  };
  for await (const page of placedFrom(db, from)) {
    await start(metIn(page, isFollowed, players === 'all'));
    const own = page.filter(({ entry }) => isFollowed(entry.player_id));
    const ids = own.flatMap(({ entry }) => entry.reason.match_id ?? []);
    const matches = await storedMatches(db, ids);
    for (const placed of page) {
      comeTo(placed.sequence);
      walk.follow(placed, matches.get(placed.entry.reason.match_id));
    }
    seen += page.length;
    await write();
  }
  comeTo(Number.POSITIVE_INFINITY);

  const ratings: ChangedRating[] = [];
  const all = [...walk.players.keys()];
  while (all.length > 0) {
    const ended = (await standingsOf(db, all.splice(0, portionSize))).map((before) => ({
      before,
      after: walk.finish(before.player_id, utc(now)),
    }));
    await write();
    const changes = ended.filter(
      ({ before, after }) => !isDeepStrictEqual({ ...before, ...after }, { ...before }),
    );
    await storeChanges(tx, [], changes);
    for (const { before, after } of ended) {
      if (before.value === after.value && before.confidence === after.confidence) continue;
      const { player_id, display_name } = before;
      ratings.push({ player_id, display_name, before: ratedOf(before), after: ratedOf(after) });
    }
  }
  return { ratings: ratings.sort(byName), entries };
}

function byName(one: ChangedRating, other: ChangedRating): number {
  return compareNames([one.display_name, one.player_id], [other.display_name, other.player_id]);
}

/**
 * The last look, and who had a match that waited at it, with the change taken into account. If the look must
 * come after what is inserted, it is first moved halfway between two entries. One of the future, of a clock that
 * was wrong, should have given what is due by now.
 */
async function lookAnew(
  db: Db,
  { gone, inserted }: ChangedData,
  now: string,
): Promise<PastLook | undefined> {
  let look = await lastLook(db);
  if (!look) return undefined;
  if (inserted && inserted.now < look.ended_at && inserted.place > look.place) {
    const place = Math.floor(((await placeBefore(db, inserted.place)) + inserted.place) / 2);
    await moveLook(db, place);
    look = { ...look, place };
  }
  const waited = new Set(await waitingAt(db, look, gone));
  if (inserted && cameIn(inserted.match) <= look.ended_at && isAfterLook(look, inserted)) {
    waited.add(inserted.match.first_player_id).add(inserted.match.second_player_id);
  }
  return { ...look, as_of: look.as_of < now ? look.as_of : now, waited };
}
