import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';
import { placeBefore } from './history-repository.ts';
import { moveLook } from './job-repository.ts';

/** How far apart the places of two entries are. */
const step = 1_000;

/**
 * Puts the history into the order of play: first the players' initial assessments, then each match with
 * the drops that were given along with it, by the moment of play, then of submission, then by id; a drop
 * that a look gave stands at the moment that counted for it. rules 3.2, 11.6
 */
export async function orderAsPlayed(db: Db): Promise<void> {
  await sql`create temporary table new_order on commit drop as
    with belonging as (
      select entry.*, case entry.reason
        when 'match_result' then entry.match_id
        when 'inactivity' then (
          select next.match_id from (
            select match_id, occurred_at from rating_history later
            where later.player_id = entry.player_id and later.sequence > entry.sequence
              and later.reason <> 'inactivity'
            order by later.sequence limit 1
          ) next where entry.as_of is null and next.occurred_at = entry.occurred_at
        ) end as with_match
      from rating_history entry
    )
    select sequence, row_number() over (order by sequence) as stands, row_number() over (order by
      reason <> 'initial_assessment',
      case when reason <> 'initial_assessment' then
        coalesce(match.played_at, belonging.as_of, belonging.occurred_at) end,
      match.id is null, match.created_at, match.id, sequence) as belongs
    from belonging left join match on match.id = with_match`.execute(db);
  const found = await sql<{ first: number | null; count: number }>`
    select min(belongs) filter (where stands <> belongs) as first, count(*) as count
    from new_order`.execute(db);
  const { first, count } = found.rows[0] ?? { first: null, count: 0 };
  if (first === null) {
    await moveLook(db, await placeBefore(db, Number.MAX_SAFE_INTEGER));
    return;
  }
  const places = sql.lit('rating_history_sequence_seq');
  // Others add entries meanwhile: the new places are taken from the sequence at once.
  const reserved = await sql<{ last: number }>`
    select setval(${places}, nextval(${places}) + ${count * step}::bigint) as last`.execute(db);
  const last = reserved.rows[0]?.last ?? 0;
  await sql`update rating_history set sequence = ${last} - ${step}::bigint * (${count} - belongs)
    from new_order where new_order.sequence = rating_history.sequence
      and belongs >= ${first}`.execute(db);
  await moveLook(db, last);
}
