import type { Db } from '../../shared/database/db.ts';
import type { MatchId } from '../../shared/ids.ts';
import type { StoredMatch } from '../matches/index.ts';
import {
  entriesBefore,
  entriesOf,
  firstFollowing,
  firstPlaceOf,
  firstRatedSince,
  newPlace,
  ratedFrom,
} from './place-repository.ts';

/** Where a match without entries is inserted: before a place in the history, at a moment in UTC. */
export type Insertion = { readonly place: number; readonly now: string };

/** When the result came in as it is, in UTC: not before it was played, since nobody can send it earlier. */
export function cameIn({ created_at, played_at }: StoredMatch): string {
  return created_at > played_at ? created_at : played_at;
}

/**
 * Where to insert a match that was a walkover and turns out to have been played: in the first run that rated
 * anything after the match came in, where that run would have put it. Undefined if nothing was rated since.
 * rules 3.2, 11.2
 */
export async function placeOfUnrated(db: Db, match: StoredMatch): Promise<Insertion | undefined> {
  // Imported players and matches came in later than they say.
  const joined = [
    await firstPlaceOf(db, match.first_player_id),
    await firstPlaceOf(db, match.second_player_id),
  ];
  const run = await runSince(db, cameIn(match), Math.max(...joined));
  if (!run) return undefined;
  const { place, now } = run;
  const next = await firstFollowing(db, place, match, now);
  if (!next) return { place: await newPlace(db), now };
  return { place: next.match_id ? await startOf(db, next.match_id) : next.sequence, now };
}

/**
 * Where the first run begins that comes after a place and rated anything since the moment, and when it was. A
 * merge may have moved entries to a later moment, that of joining, so later entries count, too. rules 2.7
 */
async function runSince(db: Db, moment: string, after: number): Promise<Insertion | undefined> {
  const first = await firstRatedSince(db, moment, after);
  if (!first) return undefined;
  const { earliest, before } = await ratedFrom(db, first.sequence, moment);
  return before > 0 ? runSince(db, moment, before) : { place: first.sequence, now: earliest };
}

/** Where the entries of the match begin, including the drops that were given with it. */
async function startOf(db: Db, id: MatchId): Promise<number> {
  const both = await entriesOf(db, id);
  let start = Math.min(...both.map(({ sequence }) => sequence));
  for (const { player_id, occurred_at, sequence } of both) {
    for (const own of (await entriesBefore(db, player_id, sequence)).reverse()) {
      if (own.reason !== 'inactivity' || own.as_of !== null) break;
      if (own.occurred_at === occurred_at) start = Math.min(start, own.sequence);
    }
  }
  return start;
}
