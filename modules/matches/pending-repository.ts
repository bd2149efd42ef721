import { sql } from 'kysely';
import {
  changeExactly,
  type Db,
  epochMs,
  firstRow,
  recordset,
  rows,
} from '../../shared/database/db.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { Score } from './score.ts';

/** A match that counts for ratings, as the ratings module reads it. */
export type RatableMatch = {
  readonly id: MatchId;
  /** Milliseconds since the epoch. */
  readonly playedAt: number;
  readonly players: readonly [PlayerId, PlayerId];
  readonly status: 'completed' | 'retired';
  readonly score: Score;
  readonly winnerId: PlayerId;
  readonly retiredPlayerId: PlayerId | null;
};

const ratable = sql`id, ${epochMs('played_at')} as "playedAt",
  array[first_player_id, second_player_id] as players, status, score,
  winner_id as "winnerId", retired_player_id as "retiredPlayerId"`;

/** The ids of all pending matches in the order in which they are rated. rules 3.2 */
export async function pendingMatchIds(on: Db): Promise<MatchId[]> {
  const pending = await rows(
    on,
    sql<{ id: MatchId }>`select id from match where rating_status = 'pending'
      order by played_at, created_at, id`,
  );
  return pending.map(({ id }) => id);
}

/** Those of the matches that are still pending, held until the transaction ends. */
export function lockPendingMatches(on: Db, ids: readonly MatchId[]): Promise<RatableMatch[]> {
  return rows(
    on,
    sql<RatableMatch>`select ${ratable} from match
      where id = any(${[...ids]}::text[]) and rating_status = 'pending'
      order by match.played_at, created_at, id for update`,
  );
}

/** The matches with the ids, whatever their rating status. */
export function ratableMatches(on: Db, ids: readonly MatchId[]): Promise<RatableMatch[]> {
  return rows(
    on,
    sql<RatableMatch>`select ${ratable} from match where id = any(${[...ids]}::text[])`,
  );
}

/** How long ago the first and the last waiting match came in, in milliseconds; undefined without any. */
export async function waitingSince(on: Db): Promise<{ first: number; last: number } | undefined> {
  const age = (end: string) =>
    sql`(extract(epoch from clock_timestamp() - ${sql.raw(end)}(received_at)) * 1000)::float8`;
  const waiting = await firstRow(
    on,
    sql<{ first: number | null; last: number | null }>`
      select ${age('min')} as first, ${age('max')} as last from match
      where rating_status = 'pending' and rating_fault is null`,
  );
  if (!waiting || waiting.first === null || waiting.last === null) return undefined;
  return { first: waiting.first, last: waiting.last };
}

/** How many matches wait for their rating, and how many of them can't be rated. */
export async function pendingCounts(on: Db): Promise<{ pending: number; unrateable: number }> {
  const counts = await firstRow(
    on,
    sql<{ pending: number; unrateable: number }>`
      select count(*)::int as pending, count(rating_fault)::int as unrateable
      from match where rating_status = 'pending'`,
  );
  return counts ?? { pending: 0, unrateable: 0 };
}

/** Marks pending matches as rated; throws unless each of them was pending. */
export function markRated(on: Db, ids: readonly MatchId[]): Promise<void> {
  return changeExactly(
    on,
    ids.length,
    sql`update match set rating_status = 'rated', rating_fault = null
      where id = any(${[...ids]}::text[]) and rating_status = 'pending'`,
  );
}

/** Notes why pending matches can't be rated; throws unless each of them was pending. */
export function markUnrateable(
  on: Db,
  matches: readonly { id: MatchId; fault: string }[],
): Promise<void> {
  return changeExactly(
    on,
    matches.length,
    sql`update match set rating_fault = record.fault
      from ${recordset(matches, 'id text, fault text')}
      where match.id = record.id and rating_status = 'pending'`,
  );
}
