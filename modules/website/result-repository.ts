import { sql } from 'kysely';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { CompetitionId } from '../../shared/ids.ts';
import { opponentOf } from '../matches/index.ts';
import { nameOf } from '../ratings/index.ts';

type Asked = { readonly id: CompetitionId; readonly after: Position | undefined };

/** Up to `limit` results of a competition, the last played first, after `[played_at in UTC, id]`. */
export const competitionResults = prepared((db, { id, after }: Asked, limit) =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('match')
        .selectAll()
        .select(({ ref }) => opponentOf(ref('winner_id')).as('loser_id'))
        .where('competition_id', '=', id)
        .where(({ and, ref }) =>
          after ? beyond([ref('played_at'), ref('id')], '<', after) : and([]),
        )
        .orderBy('played_at', 'desc')
        .orderBy('id', 'desc')
        .limit(sql.lit(limit))
        .as('match'),
    )
    .innerJoin('player as winner', 'winner.id', 'match.winner_id')
    .innerJoin('player as loser', 'loser.id', 'match.loser_id')
    .leftJoin('rating_history as won', (join) =>
      join.onRef('won.match_id', '=', 'match.id').onRef('won.player_id', '=', 'match.winner_id'),
    )
    .leftJoin('rating_history as lost', (join) =>
      join.onRef('lost.match_id', '=', 'match.id').onRef('lost.player_id', '=', 'match.loser_id'),
    )
    .select(['match.id', 'played_at', 'status', 'rating_status', 'score'])
    .select(['winner.id as winner_id', nameOf('winner').as('winner_name')])
    .select(['loser.id as loser_id', nameOf('loser').as('loser_name')])
    .select(({ eb, ref }) => [
      eb('match.first_player_id', '=', ref('match.winner_id')).as('first_won'),
      eb('won.value_after', '-', ref('won.value_before')).as('winner_change'),
      eb('lost.value_after', '-', ref('lost.value_before')).as('loser_change'),
    ])
    .orderBy('match.played_at', 'desc')
    .orderBy('match.id', 'desc'),
);

/** A result as the page of its competition shows it. */
export type CompetitionResult = Awaited<ReturnType<typeof competitionResults>>[number];
