import { sql } from 'kysely';
import {
  changeExactly,
  type Db,
  epochMs,
  firstRow,
  paged,
  recordset,
  rows,
  utcText,
} from '../../shared/database/db.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { HistoryEntry, RatingRecord } from './schema.ts';
import type { Entry, Standing } from './standing.ts';

/** The player's rating, without the K-factor, which follows from the confidence. */
export function findRating(
  on: Db,
  playerId: PlayerId,
): Promise<Omit<RatingRecord, 'k_factor'> | undefined> {
  return firstRow(
    on,
    sql<RatingRecord>`select player_id, value, confidence, rated_matches,
        ${utcText('last_rated_match_at')} as last_rated_match_at,
        ${utcText('updated_at')} as updated_at
      from rating where player_id = ${playerId}`,
  );
}

export type HistoryRow = { readonly sequence: number; readonly entry: HistoryEntry };

// Sorting must name the table, or it goes by this list's `sequence`, which no index knows.
const historyRow = sql`sequence::float8 as sequence, json_build_object(
  'id', id, 'player_id', player_id, 'occurred_at', ${utcText('occurred_at')},
  'reason', json_build_object(
    'code', reason, 'match_id', match_id, 'explanation', explanation),
  'value_before', value_before, 'value_after', value_after,
  'change', value_after - value_before,
  'confidence_before', confidence_before, 'confidence_after', confidence_after,
  'calculation', case when reason = 'match_result' then json_build_object(
    'opponent_id', opponent_id, 'opponent_rating', opponent_rating,
    'expected_score', expected_score::float8, 'actual_score', actual_score::float8,
    'k_factor', k_factor) end) as entry`;

/** Up to `limit` entries of the player, the newest first, from before the sequence number. */
export function listHistory(
  on: Db,
  playerId: PlayerId,
  limit: number,
  before: number | undefined,
): Promise<HistoryRow[]> {
  const older = before === undefined ? sql`true` : sql`sequence < ${before}`;
  return rows(
    on,
    sql<HistoryRow>`select ${historyRow} from rating_history
      where player_id = ${playerId} and ${older}
      order by rating_history.sequence desc limit ${limit}`,
  );
}

/** Every history entry in the order in which they were applied. */
export function exportHistory(on: Db): AsyncGenerator<HistoryRow> {
  return paged(2_000, (last, size) =>
    rows(
      on,
      sql<HistoryRow>`select ${historyRow} from rating_history
        where sequence > ${last?.sequence ?? 0} order by rating_history.sequence limit ${size}`,
    ),
  );
}

const standing = sql`player_id as "playerId", value, confidence, rated_matches as "ratedMatches",
  ${epochMs('last_rated_match_at')} as "lastRatedMatchAt", drops_applied as "dropsApplied",
  ${epochMs('updated_at')} as "updatedAt"`;

/** Where the players stand, held until the transaction ends so that nothing else moves them. */
export function lockStandings(on: Db, ids: Iterable<PlayerId>): Promise<Standing[]> {
  return rows(
    on,
    sql<Standing>`select ${standing} from rating where player_id = any(${[...new Set(ids)]}::text[])
      order by player_id for update`,
  );
}

/** Where every player stands, by id. */
export function exportStandings(on: Db): AsyncGenerator<Standing> {
  return paged(2_000, (last, size) =>
    rows(
      on,
      sql<Standing>`select ${standing} from rating where player_id > ${last?.playerId ?? ''}
        order by player_id limit ${size}`,
    ),
  );
}

function standingRows(standings: readonly Standing[]) {
  const records = standings.map(({ lastRatedMatchAt, updatedAt, ...rest }) => ({
    ...rest,
    lastRatedMatchAt: lastRatedMatchAt === null ? null : utc(lastRatedMatchAt),
    updatedAt: utc(updatedAt),
  }));
  return recordset(
    records,
    `"playerId" text, value int, confidence smallint, "ratedMatches" int,
     "lastRatedMatchAt" timestamptz, "dropsApplied" int, "updatedAt" timestamptz`,
  );
}

/** Adds the standings of new players. */
export function insertStandings(on: Db, standings: readonly Standing[]): Promise<void> {
  return changeExactly(
    on,
    standings.length,
    sql`insert into rating (player_id, value, confidence, rated_matches, last_rated_match_at,
        drops_applied, updated_at) select * from ${standingRows(standings)}`,
  );
}

/** Stores the standings of players who have one already. */
export function updateStandings(on: Db, standings: readonly Standing[]): Promise<void> {
  return changeExactly(
    on,
    standings.length,
    sql`update rating set value = record.value, confidence = record.confidence,
        rated_matches = record."ratedMatches", last_rated_match_at = record."lastRatedMatchAt",
        drops_applied = record."dropsApplied", updated_at = record."updatedAt"
      from ${standingRows(standings)} where rating.player_id = record."playerId"`,
  );
}

/** Adds the entries to the end of the history, in their order. */
export function insertHistory(on: Db, entries: readonly Entry[]): Promise<void> {
  const records = entries.map(({ calculation, occurred_at, ...entry }, place) => ({
    ...entry,
    ...calculation,
    occurred_at: utc(occurred_at),
    place,
  }));
  const columns = sql`id, player_id, occurred_at, reason, match_id, explanation, value_before,
    value_after, confidence_before, confidence_after, opponent_id, opponent_rating,
    expected_score, actual_score, k_factor`;
  return changeExactly(
    on,
    entries.length,
    sql`insert into rating_history (${columns}) select ${columns} from ${recordset(
      records,
      `id text, player_id text, occurred_at timestamptz, reason text, match_id text,
       explanation text, value_before int, value_after int, confidence_before smallint,
       confidence_after smallint, opponent_id text, opponent_rating int,
       expected_score numeric, actual_score numeric, k_factor smallint, place int`,
    )} order by place`,
  );
}

/** When drops fall due, in days since the last rated match, and the confidence below which none does. */
type DropRule = {
  readonly firstDays: number;
  readonly intervalDays: number;
  readonly lowest: number;
};

/**
 * Up to `limit` standings, by player id after `last`, that a drop is due for at the moment, held until
 * the transaction ends. Players with a match that waits for its rating are left out: the condition
 * stands in the statement that locks, so that a match submitted before it counts.
 */
export function lockIdleStandings(
  on: Db,
  { firstDays, intervalDays, lowest }: DropRule,
  asOf: number,
  last: PlayerId | undefined,
  limit: number,
): Promise<Standing[]> {
  const at = sql`${utc(asOf)}::timestamptz`;
  const waits = (side: 'first_player_id' | 'second_player_id') =>
    sql`exists (select from match where rating_status = 'pending' and rating_fault is null
      and ${sql.ref(side)} = player_id)`;
  return rows(
    on,
    sql<Standing>`select ${standing} from rating
      where confidence > ${sql.lit(lowest)} and player_id > ${last ?? ''}
        and last_rated_match_at <= ${at} - ${firstDays} * interval '24 hours'
        and last_rated_match_at <= ${at}
          - (${firstDays} + ${intervalDays} * drops_applied) * interval '24 hours'
        and not ${waits('first_player_id')} and not ${waits('second_player_id')}
      order by player_id limit ${limit} for update`,
  );
}

/** Display names of the players. */
export async function displayNames(
  on: Db,
  ids: Iterable<PlayerId>,
): Promise<Map<PlayerId, string>> {
  const found = await rows(
    on,
    sql<{ id: PlayerId; name: string }>`select id, display_name as name from player
      where id = any(${[...new Set(ids)]}::text[])`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The history's matches that aren't marked as rated, and rated ones without both entries. */
export function mismatchedMatches(
  on: Db,
): Promise<{ id: MatchId; ratingStatus: string; entries: number }[]> {
  return rows(
    on,
    sql<{ id: MatchId; ratingStatus: string; entries: number }>`
      select id, rating_status as "ratingStatus", coalesce(entries, 0)::int as entries
      from match left join (select match_id, count(*) as entries from rating_history
        where match_id is not null group by match_id) history on history.match_id = match.id
      where coalesce(entries, 0) <> case rating_status when 'rated' then 2 else 0 end
      order by id`,
  );
}

/** Notes that a job ended; `at` in milliseconds since the epoch. */
export async function noteRun(on: Db, name: string, at: number, result: object): Promise<void> {
  await sql`insert into job_run (name, ended_at, result)
    values (${name}, ${utc(at)}, ${JSON.stringify(result)}::json)
    on conflict (name) do update set ended_at = excluded.ended_at, result = excluded.result`.execute(
    on,
  );
}

/** Forgets that a job ended. */
export async function forgetRun(on: Db, name: string): Promise<void> {
  await sql`delete from job_run where name = ${name}`.execute(on);
}

/** When each job last ended, and with what result. */
export function lastRuns(on: Db): Promise<{ name: string; ended_at: string; result: object }[]> {
  return rows(
    on,
    sql<{ name: string; ended_at: string; result: object }>`
      select name, ${utcText('ended_at')} as ended_at, result from job_run order by name`,
  );
}

/** When every match was played, by id: milliseconds since the epoch, and how it was written. */
export function matchMoments(
  on: Db,
): AsyncGenerator<{ id: MatchId; playedAt: number; written: string }> {
  return paged(5_000, (last, size) =>
    rows(
      on,
      sql<{ id: MatchId; playedAt: number; written: string }>`
        select id, ${epochMs('played_at')} as "playedAt", played_at_text as written
        from match where id > ${last?.id ?? ''} order by id limit ${size}`,
    ),
  );
}
