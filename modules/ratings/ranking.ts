import type { Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { dayMs, utc } from '../../shared/time.ts';
import { confidenceAfterMatch } from './confidence.ts';
import {
  type After,
  playersByRating,
  type RankingFilters,
  rankedConfidence,
  type State,
  states,
} from './ranking-repository.ts';
import type { Standing } from './standing.ts';

/** Players who haven't played a rated match within so many days are not ranked. rules 13.2 */
export const rankedDays = 365;

/** The change that is shown is that of the matches played within so many days. */
export const changeDays = 30;

/** Where a page of a ranking ended: the place of the last player, the rank, and how many came so far. */
export type RankingEnd = readonly [
  group: number,
  value: number,
  id: PlayerId,
  rank: number,
  count: number,
];

type Rated = Omit<Awaited<ReturnType<typeof playersByRating>>[number], 'group'>;

/** A player in a ranking; `change` is null if none of the matches of the last days was rated. */
export type RankedPlayer = Rated & {
  readonly state: State;
  /** The place among those listed, which players with the same rating share; null unless ranked. */
  readonly rank: number | null;
  readonly end: RankingEnd;
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

/** Up to `limit` players at the moment `now`, of those who are sought, after the end of a page. rules 13.2 */
export async function listRanking(
  db: Db,
  sought: RankingFilters,
  now: number,
  limit: number,
  after?: RankingEnd,
): Promise<RankedPlayer[]> {
  const state = after && states[after[0]];
  const place: After = state ? { [state]: [after[1], after[2]] } : {};
  const page = { since: rankedSince(now), month: utc(now - changeDays * dayMs), ...place };
  return withRanks(await playersByRating(db, { ...sought, ...page }, limit), after);
}

type Ordered = { readonly id: PlayerId; readonly value: number; readonly group: number };

/** Numbers the ranked among ordered players: equal ratings share a rank, and the next one counts them. */
export function withRanks<P extends Ordered>(players: readonly P[], after?: RankingEnd) {
  let [, value, , rank, count] = after ?? [0, undefined, undefined, 0, 0];
  return players.map(({ group, ...player }) => {
    count += 1;
    if (player.value !== value) rank = count;
    value = player.value;
    const end: RankingEnd = [group, value, player.id, rank, count];
    const state = states[group] ?? 'resting';
    return { ...player, state, rank: state === 'ranked' ? rank : null, end };
  });
}
