// Whom a recalculation follows, and where they stand when it begins to follow them.
import type { Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { type Followed, meet, type PastLook, passLook } from './drops.ts';
import { placedAt } from './history-repository.ts';
import type { Placed } from './placed.ts';
import { pastOf } from './recalculation-repository.ts';
import { standingAfter } from './standing.ts';

/** A place in the history for each player. */
export type Places = ReadonlyMap<PlayerId, number>;

/** The players, not followed yet, whom followed players meet in a page, and where. With `all`, everybody. */
export function metIn(
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

/** Where the players stand by their entries before the places, and the drops that are the last of these. */
export async function followedOf(
  db: Db,
  places: Places,
  look: PastLook | undefined,
): Promise<Map<PlayerId, Followed>> {
  const players = new Map<PlayerId, Followed>();
  for (const [id, from] of places) {
    players.set(id, { from, standing: undefined, drops: [] });
  }
  const past = Map.groupBy(await pastOf(db, places), ({ player_id }) => player_id);
  const trailing: number[] = [];
  for (const [id, steps] of past) {
    const last = steps.findLastIndex(({ reason }) => reason !== 'inactivity');
    const player = players.get(id);
    if (!player) continue;
    for (const step of steps.slice(0, last + 1)) {
      if (player.standing) passLook(player, player.standing, step.sequence, look);
      if (step.reason === 'inactivity') meet(player);
      player.standing = standingAfter(player.standing, step);
    }
    trailing.push(...steps.slice(last + 1).map(({ sequence }) => sequence));
  }
  for (const drop of await placedAt(db, trailing)) {
    const player = players.get(drop.entry.player_id);
    if (player) player.drops = [...player.drops, drop];
  }
  return players;
}
