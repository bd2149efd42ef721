import { sql } from 'kysely';
import { prepared } from '../../shared/database/prepared.ts';
import { nameOf } from '../ratings/index.ts';
import { change, meeting } from './changes-repository.ts';

/** Both players' entries of the last played match that is completed and rated. */
export const latestRated = prepared((db) =>
  db
    .with('latest', (given) =>
      given
        .selectFrom('match')
        .select('id')
        .where('status', '=', 'completed')
        .where('rating_status', '=', 'rated')
        .orderBy('played_at', 'desc')
        .orderBy('id', 'desc')
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
