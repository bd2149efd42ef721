import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';
import { prepared } from '../../shared/database/prepared.ts';
import { allowance, type Limiter } from '../../shared/http/rate-limit.ts';
import { minuteMs } from '../../shared/time.ts';

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`;

/** The state of a window by the database's clock; `served` are the moments that count, oldest first. */
type WindowState = { served: number[]; granted: boolean; now: number };

// All by one reading of the clock, under the row's lock: the query builder can't express that.
const takeOne = prepared((db, { bucket, limit }: { bucket: string; limit: number }) => ({
  compile: () =>
    sql<WindowState>`
      insert into rate_window as stored (bucket, served, granted, checked_at)
      values (${bucket}, array[${nowMs}], true, ${nowMs})
      on conflict (bucket) do update set (served, granted, checked_at) = (
        select case when cardinality(recent) < ${limit}::int then recent || now else recent end,
          cardinality(recent) < ${limit}::int, now
        from (select ${nowMs} as now) clock,
          lateral (select coalesce(array_agg(t order by t), '{}') as recent
            from unnest(stored.served) t where t > now - ${minuteMs}::int and t <= now) window_
      )
      returning served, granted, checked_at as now`.compile(db),
}));

/**
 * An exact sliding window shared by all processes, by one statement per request: the lock on the
 * bucket's row puts its requests in line, and the database's clock is read under that lock. If that
 * clock was put back, requests that were served later than now are forgotten.
 */
export function createDatabaseLimiter(db: Db): Limiter {
  return {
    async take(bucket, limit) {
      const [taken] = await takeOne(db, { bucket, limit });
      if (!taken) throw new Error('The limit gave no row.');
      const { served, granted, now } = taken;
      return allowance(granted, limit, served.length, served[0] ?? now, now);
    },
  };
}

/** Forgets the buckets that nobody asked for within the last minute. */
export async function purgeRateWindows(db: Db): Promise<void> {
  const minuteAgo = sql<number>`${nowMs} - ${minuteMs}::int`;
  await db.deleteFrom('rate_window').where('checked_at', '<', minuteAgo).execute();
}
