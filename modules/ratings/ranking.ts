import type { Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { dayMs, utc } from '../../shared/time.ts';
import { confidenceAfterMatch } from './confidence.ts';
import {
  playersByRating,
  type RankingFilters,
  rankedConfidence,
  type State,
} from './ranking-repository.ts';
import type { Standing } from './standing.ts';

/** Players who haven't played a rated match within so many days are not ranked. rules 13.2 */
export const rankedDays = 365;

/** The change that is shown is that of the matches played within so many days. */
export const changeDays = 30;

/** Where a page of a ranking ended: rating and id of the last player, the rank, and how many came so far. */
export type RankingEnd = readonly [value: number, id: PlayerId, rank: number, count: number];

type Rated = Awaited<ReturnType<typeof playersByRating>>[number];

/** A player in a ranking; `change` is null if none of the matches of the last days was rated. */
export type RankedPlayer = Rated & {
  /** The place among those listed; players with the same rating share it. */
  readonly rank: number;
  /** Whether the last rated match is recent enough. */
  readonly is_ranked: boolean;
  readonly end: RankingEnd;
};

type RankingQuery = RankingFilters & {
  /** Also players without a match that is recent enough. */
  readonly everybody?: boolean | undefined;
};

/** Since when those have played a rated match who are ranked at the moment, in UTC. */
export function rankedSince(now: number): string {
  return utc(now - rankedDays * dayMs);
}

/** Whether a player is ranked at the moment, or why not. rules 13.2 */
export function stateOf(
  { last_rated_match_at: last, confidence }: Pick<Standing, 'last_rated_match_at' | 'confidence'>,
  now: number,
): State {
  if (last === null || last <= rankedSince(now)) return 'resting';
  return confidence < rankedConfidence ? 'provisional' : 'ranked';
}

/** How many rated matches a player who isn't ranked needs for it, if they are played soon. rules 2.1 */
export function matchesMissing(confidence: number): number {
  let missing = 1;
  for (let next = confidenceAfterMatch(confidence); next < rankedConfidence; missing += 1) {
    next = confidenceAfterMatch(next);
  }
  return missing;
}

/** Up to `limit` players by rating at the moment `now`, of those who are sought, after the end of a page. */
export async function listRanking(
  db: Db,
  { everybody, ...sought }: RankingQuery,
  now: number,
  limit: number,
  after?: RankingEnd,
): Promise<RankedPlayer[]> {
  const oldest = rankedSince(now);
  const page = {
    ...sought,
    since: everybody ? undefined : oldest,
    month: utc(now - changeDays * dayMs),
    after: after && ([after[0], after[1]] as const),
  };
  const players = await playersByRating(db, page, limit);
  return withRanks(players, after).map((player) => ({
    ...player,
    is_ranked: player.last_rated_match_at !== null && player.last_rated_match_at > oldest,
  }));
}

type Ordered = { readonly id: PlayerId; readonly value: number };

/** Numbers players who are ordered by rating: equal ratings share a rank, and the next one counts them. */
export function withRanks<P extends Ordered>(players: readonly P[], after?: RankingEnd) {
  let [value, , rank, count] = after ?? [undefined, undefined, 0, 0];
  return players.map((player) => {
    count += 1;
    if (player.value !== value) rank = count;
    value = player.value;
    const end: RankingEnd = [value, player.id, rank, count];
    return { ...player, rank, end };
  });
}
