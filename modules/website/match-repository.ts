import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { prepared, preparedById } from '../../shared/database/prepared.ts';
import type { MatchId } from '../../shared/ids.ts';
import { nameOf } from '../ratings/index.ts';
import { change, meeting } from './changes-repository.ts';

/** A match with what its page tells of it; the players in the order of the score. */
export const matchInFull = preparedById((db, id: MatchId) =>
  db
    .selectFrom('match')
    .innerJoin('competition', 'competition.id', 'competition_id')
    .innerJoin('venue', 'venue.id', 'venue_id')
    .select(['match.id', 'played_at', 'court_number', 'status', 'score', 'rating_status'])
    .select(['rating_fault', 'winner_id', 'retired_player_id', 'competition_id', 'venue_id'])
    .select([
      'competition.name as competition_name',
      'venue.name as venue_name',
      'venue.address as venue_address',
      'courts',
    ])
    .select(({ ref, selectFrom }) =>
      jsonArrayFrom(
        selectFrom('player')
          .leftJoin('rating_history', (join) =>
            join.on('match_id', '=', id).onRef('player_id', '=', 'player.id'),
          )
          .select(['player.id', nameOf('player').as('display_name'), 'explanation'])
          .select(['value_before', 'value_after'])
          .select(['confidence_before', 'confidence_after', 'k_factor', 'expected_score'])
          .select(['actual_score', 'opponent_rating'])
          .where('player.id', 'in', [ref('first_player_id'), ref('second_player_id')])
          .orderBy(({ eb }) => eb('player.id', '=', ref('first_player_id')), 'desc'),
      ).as('players'),
    )
    .where('match.id', '=', id),
);

/** A match as its page shows it. */
export type MatchInFull = NonNullable<Awaited<ReturnType<typeof matchInFull>>>;

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
