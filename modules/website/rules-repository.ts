import { sql } from 'kysely';
import { prepared } from '../../shared/database/prepared.ts';
import { nameOf } from '../ratings/index.ts';
import { change, meeting } from './changes-repository.ts';

/** How far back the example is looked for: what was played last may wait for its rating. */
const mostNewest = 1_000;

/** Both players' entries of the last played match that is completed and rated. */
export const latestRated = prepared((db) =>
  db
    .with('latest', (given) =>
      given
        .selectFrom(
          given
            .selectFrom('match')
            .select(['id', 'status', 'rating_status', 'played_at'])
            .orderBy('played_at', 'desc')
            .orderBy('id', 'desc')
            .limit(sql.lit(mostNewest))
            .as('newest'),
        )
        .select('newest.id')
        .where('status', '=', sql.lit('completed' as const))
        .where('rating_status', '=', sql.lit('rated' as const))
        .orderBy('played_at', 'desc')
        .orderBy('newest.id', 'desc')
        .limit(sql.lit(1)),
    )
    .selectFrom('latest')
    .innerJoin('match', 'match.id', 'latest.id')
    .innerJoin('rating_history as entry', 'entry.match_id', 'match.id')
    .innerJoin('player as own', 'own.id', 'entry.player_id')
    .innerJoin('player as opponent', 'opponent.id', 'entry.opponent_id')
    .select(['entry.player_id', 'entry.reason', 'entry.confidence_before', ...change, ...meeting])
    .select(nameOf('own').as('display_name'))
    .$narrowType<{
      value_before: number;
      confidence_before: number;
      opponent_rating: number;
      expected_score: number;
      actual_score: number;
    }>()
    .orderBy('entry.actual_score', 'desc'),
);

/** One player's side of that match. */
export type RatedSide = Awaited<ReturnType<typeof latestRated>>[number];
