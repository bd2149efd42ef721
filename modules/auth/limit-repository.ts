import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';
import { allowance, type Limiter } from '../../shared/http/rate-limit.ts';
import { minuteMs } from '../../shared/time.ts';

const mostRemembered = 10_000;

const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::float8`;

/**
 * The exact sliding window of all processes together, by one statement a request: the lock of the
 * bucket's row puts its requests in line, and the clock is the database's, read under that lock. What
 * was served after now, before that clock was put back, is forgotten.
 */
export function createDatabaseLimiter(database: Db): Limiter {
  const now = () => performance.now();
  /** Of addresses: when the oldest request of a window that is full was served, by our own clock. */
  const full = new Map<string, number>();

  return {
    async take(bucket, limit, cost = 1) {
      const since = full.get(bucket);
      // A flood needn't cost a write a request.
      if (since !== undefined && since + minuteMs > now()) {
        return allowance(false, limit, limit, since, now());
      }
      full.delete(bucket);
      const { rows } = await sql<{ served: number[]; granted: boolean; now: number }>`
          insert into rate_window as stored (bucket, served, granted, checked_at)
          values (${bucket}, array_fill(${nowMs}, array[${cost}::int]), true, ${nowMs})
          on conflict (bucket) do update set (served, granted, checked_at) = (
            select case when cardinality(recent) < ${limit}::int
                then recent || array_fill(now, array[${cost}::int]) else recent end,
              cardinality(recent) < ${limit}::int, now
            from (select ${nowMs} as now) clock,
              lateral (select coalesce(array_agg(t order by t), '{}') as recent
                from unnest(stored.served) t where t > now - ${minuteMs}::int and t <= now) window_
          )
          returning served, granted, checked_at as now`.execute(database);
      const [row] = rows;
      if (!row) throw new Error('An upsert gave no row.');
      const { served, granted, now: at } = row;
      const oldest = served[0] ?? at;
      if (!granted && bucket.startsWith('address ')) {
        if (full.size >= mostRemembered) full.clear();
        full.set(bucket, now() - (at - oldest));
      }
      return allowance(granted, limit, served.length, oldest, at);
    },
  };
}

/** Forgets the buckets that weren't asked for within the last minute. */
export async function purgeRateWindows(database: Db): Promise<void> {
  await sql`delete from rate_window where checked_at < ${nowMs} - ${minuteMs}::int`.execute(
    database,
  );
}
