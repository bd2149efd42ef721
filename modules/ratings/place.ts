import type { Db } from '../../shared/database/db.ts';
import type { StoredMatch } from '../matches/index.ts';
import {
  appliedSince,
  firstAfter,
  firstRatedSince,
  newPlace,
  placesOf,
} from './place-repository.ts';

/** Where a match comes that has no entries: before a place in the history, at a moment in UTC. */
export type Insertion = { readonly place: number; readonly now: string };

/**
 * Where a match comes that was a walkover and turns out to have been played: in the run that was the first
 * to rate anything since it came in, before the first entry of its players that isn't of a match which that
 * run, or one before it, had to rate first. Undefined where nothing was rated since. rules 3.2, 11.2
 */
export async function placeOfUnrated(db: Db, match: StoredMatch): Promise<Insertion | undefined> {
  const run = await firstRatedSince(db, match.created_at);
  if (!run) return undefined;
  const now = run.occurred_at;
  const isEarlier = (played_at: string, created_at: string) =>
    created_at <= now &&
    (played_at < match.played_at ||
      (played_at === match.played_at && created_at < match.created_at));
  const ids = [match.first_player_id, match.second_player_id];
  const entries = await appliedSince(db, ids, match.created_at);
  const next = entries.findIndex(({ played_at, created_at, as_of, occurred_at }) =>
    played_at !== null && created_at !== null
      ? !isEarlier(played_at, created_at)
      : as_of !== null && occurred_at > now,
  );
  const follower = entries[next];
  const before = next < 0 ? entries : entries.slice(0, next);
  // It comes before both entries of that match, and the drops that were given along with it.
  const own = follower?.match_id ? await placesOf(db, follower.match_id) : [];
  const drop = before.find(
    ({ reason, as_of, occurred_at, player_id }, place) =>
      reason === 'inactivity' &&
      as_of === null &&
      occurred_at === follower?.occurred_at &&
      !before.slice(place).some((one) => one.match_id && one.player_id === player_id),
  );
  const last = before.findLast(({ match_id }) => match_id !== null) ?? run;
  const follows = [...own, drop?.sequence, follower?.sequence, await firstAfter(db, last)];
  const places = follows.filter((one) => one !== undefined);
  return { place: places.length > 0 ? Math.min(...places) : await newPlace(db), now };
}
