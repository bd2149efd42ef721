import { expressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../shared/database/db.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { dayMs, utc } from '../../shared/time.ts';
import { dropIntervalDays } from './confidence.ts';
import { nextDrop } from './entity.ts';
import { historyKeys } from './history-repository.ts';
import { changeDays, rankedSince } from './ranking.ts';
import { rankedConfidence, unlisted } from './ranking-repository.ts';

/** A moment in UTC, and since when those have played a rated match who were ranked then. */
type Moment = { readonly moment: string; readonly since: string };

const { lit } = expressionBuilder<Tables, never>();

/** When the drop of an entry without a match was due, in UTC. */
const wasDue = sql<string>`${sql.raw(nextDrop)} - ${lit(dropIntervalDays)} * interval '24 hours'`;

/** Who was ranked then, and the ranks: by where each stood before the first match played later. */
const ranksAt = prepared((db, { moment, since }: Moment) =>
  db
    .selectFrom('rating')
    .innerJoinLateral(
      ({ selectFrom }) => {
        const entries = selectFrom('rating_history as entry')
          .select(['value_after', 'confidence_after', 'last_rated_match_at'])
          .whereRef('entry.player_id', '=', 'rating.player_id')
          .where(({ eb, or }) =>
            or([eb('last_rated_match_at', 'is', null), eb('last_rated_match_at', '<=', moment)]),
          )
          .where(({ eb, or, cast, val }) =>
            or([
              eb('reason', '<>', 'inactivity'),
              eb(wasDue, '<=', sql<string>`${cast(val(moment), 'timestamptz')} at time zone 'UTC'`),
            ]),
          )
          .limit(lit(1));
        return historyKeys('entry')
          .reduce((rows, key) => rows.orderBy(key, 'desc'), entries)
          .as('stood');
      },
      (join) => join.onTrue(),
    )
    .select(({ fn }) => [
      'rating.player_id',
      fn
        .agg<number>('rank')
        .over((over) => over.orderBy('stood.value_after', 'desc'))
        .as('rank'),
    ])
    .where('stood.last_rated_match_at', '>', since)
    .where('stood.confidence_after', '>=', lit(rankedConfidence))
    .where('rating.player_id', 'not in', unlisted),
);

const ranksNow = prepared((db, { since }: { readonly since: string }) =>
  db
    .selectFrom('rating')
    .select(({ fn }) => [
      'player_id',
      fn
        .agg<number>('rank')
        .over((over) => over.orderBy('value', 'desc'))
        .as('rank'),
    ])
    .where('last_rated_match_at', '>', since)
    .where('confidence', '>=', lit(rankedConfidence))
    .where('player_id', 'not in', unlisted),
);

/** The ranks of all who are ranked at the moment. rules 13.2 */
export async function presentRanks(db: Db, now: number): Promise<ReadonlyMap<PlayerId, number>> {
  return byPlayer(await ranksNow(db, { since: rankedSince(now) }));
}

/**
 * The ranks of all who were ranked 30 days before the moment, as they were then: each stood where the last
 * entry before the first match played since had put them. rules 13.2
 */
export async function formerRanks(db: Db, now: number): Promise<ReadonlyMap<PlayerId, number>> {
  const before = now - changeDays * dayMs;
  return byPlayer(await ranksAt(db, { moment: utc(before), since: rankedSince(before) }));
}

function byPlayer(ranks: readonly { readonly player_id: PlayerId; readonly rank: number }[]) {
  return new Map(ranks.map(({ player_id, rank }) => [player_id, rank]));
}
