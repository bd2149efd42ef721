import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';
import { lastLook, moveLook } from './look-repository.ts';
import { placeBefore } from './place-repository.ts';

/** How far apart the places of two entries are. */
const step = 1_000;

/** How many others have room after each new entry, unless more room was made. */
export const usualRoom = step - 1;

/** How many others have room after each new entry. */
export async function roomBehind(db: Db): Promise<number> {
  const { rows } = await sql<{ room: number }>`
    select seqincrement::float8 - 1 as room from pg_sequence
    where seqrelid = 'rating_history_sequence_seq'::regclass`.execute(db);
  return rows[0]?.room ?? usualRoom;
}

/** Gives each new entry room for so many others after it. */
export async function giveRoom(db: Db, room: number): Promise<void> {
  const apart = sql.lit(room + 1);
  await sql`alter sequence rating_history_sequence_seq increment by ${apart}`.execute(db);
}

/**
 * Puts the history into the order of play: first the players' initial assessments, then each match with
 * the drops that were given with it, by the moment of play, then of submission, then by id; a drop that
 * a look gave goes to the moment that counted for it. What is kept of voided matches moves, too.
 * rules 3.2, 11.6
 */
export async function orderAsPlayed(db: Db): Promise<void> {
  await sql`create temporary table new_order on commit drop as
    with entry as (
      select sequence, id, reason, as_of, occurred_at, false as is_kept, case reason
        when 'match_result' then match_id
        when 'inactivity' then (
          select next.match_id from (
            select match_id, occurred_at from rating_history later
            where later.player_id = own.player_id and later.sequence > own.sequence
              and later.reason <> 'inactivity'
            order by later.sequence limit 1
          ) next where own.as_of is null and next.occurred_at = own.occurred_at
        ) end as with_match
      from rating_history own
      union all
      select sequence, id, reason, as_of, occurred_at, true, match_id from voided_entry
    ), result as (
      select id, played_at, created_at from match union all
      select id, played_at, created_at from voided_match
    )
    select entry.id, is_kept, sequence,
      row_number() over (order by sequence, is_kept) as stands,
      row_number() over (order by reason <> 'initial_assessment',
        case when reason <> 'initial_assessment' then coalesce(played_at, as_of, occurred_at) end,
        result.id is null, created_at, result.id, sequence, is_kept) as belongs
    from entry left join result on result.id = with_match`.execute(db);
  await moveLook(db, await giveNewPlaces(db, await placeBefore(db)));
}

/** Leaves the order of the history as it is, and makes room between all of its places. */
export async function makeRoom(db: Db): Promise<void> {
  await sql`create temporary table new_order on commit drop as
    select id, is_kept, sequence, 0 as stands,
      row_number() over (order by sequence, is_kept) as belongs
    from (
      select id, sequence, false as is_kept from rating_history union all
      select id, sequence, true from voided_entry
    ) entry`.execute(db);
  const look = await lastLook(db);
  await moveLook(db, await giveNewPlaces(db, look?.place ?? 0));
  await sql`drop table new_order`.execute(db); // a rebuild in the order of play makes its own
}

/**
 * Gives the entries new places in the new order, from the first one that isn't where it belongs; returns the
 * new place for a former one.
 */
async function giveNewPlaces(db: Db, former: number): Promise<number> {
  const counted = await sql<{ first: number | null; count: number; upTo: number }>`
    select min(belongs) filter (where stands <> belongs) as first, count(*) as count,
      max(belongs) filter (where sequence <= ${former}) as "upTo"
    from new_order`.execute(db);
  const { first = null, count = 0, upTo = 0 } = counted.rows[0] ?? {};
  if (first === null) return former;
  const places = sql.lit('rating_history_sequence_seq');
  // Others add entries meanwhile, so the new places are taken from the sequence all at once.
  const reserved = await sql<{ last: number }>`
    select setval(${places}, nextval(${places}) + ${count * step}::bigint) as last`.execute(db);
  const last = reserved.rows[0]?.last ?? 0;
  for (const table of ['rating_history', 'voided_entry'] as const) {
    await sql`update ${sql.table(table)} as moved
      set sequence = ${last} - ${step}::bigint * (${count} - belongs)
      from new_order where new_order.id = moved.id
        and is_kept = ${sql.lit(table === 'voided_entry')} and belongs >= ${first}`.execute(db);
  }
  return last - step * (count - upTo);
}
