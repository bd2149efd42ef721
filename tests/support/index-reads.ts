import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';

/** How many entries of the index this session has read since it last sent its counts, as between transactions. */
export async function entriesRead(db: Db, index: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`select
    pg_stat_get_xact_tuples_returned(${index}::regclass)::int as read`.execute(db);
  return Number(rows[0]?.read);
}
