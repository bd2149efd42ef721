import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../../shared/database/db.ts';
import { listBy } from '../../shared/database/paging.ts';
import { prepared, preparedById } from '../../shared/database/prepared.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { betweenPlayers, type MatchShown } from '../matches/index.ts';
import { isPublic, isResult, publicNameOf } from '../ratings/index.ts';
import { surfaceOf } from './career-repository.ts';
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
            join.on('match_id', '=', id).onRef('player_id', '=', 'player.id').on(isResult()),
          )
          .select(['player.id', publicNameOf('player').as('display_name')])
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
    .innerJoin('rating_history as entry', (join) =>
      join.onRef('entry.match_id', '=', 'match.id').on(isResult('entry')),
    )
    .innerJoin('player as own', 'own.id', 'entry.player_id')
    .innerJoin('player as opponent', 'opponent.id', 'entry.opponent_id')
    .select(['entry.player_id', 'entry.reason', 'entry.confidence_before', ...change, ...meeting])
    .select(publicNameOf('own').as('display_name'))
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

const { selectFrom } = expressionBuilder<Tables>();

/** Two players, in the order in which they are compared. */
type Pair = { readonly own: PlayerId; readonly other: PlayerId };

const between = ({ own, other }: Pair) => selectFrom('match').where(betweenPlayers(own, other));

/** What is counted of the two players' matches, with equal ones grouped. */
const counted = (pair: Pair) => {
  const alike = between(pair)
    .innerJoin('competition', 'competition.id', 'match.competition_id')
    .select(({ cast, eb, fn }) => [
      eb('winner_id', '=', pair.own).$castTo<boolean>().as('won'),
      eb('first_player_id', '=', pair.own).$castTo<boolean>().as('is_first'),
      cast<MatchShown['score']>(cast('score', 'text'), 'json').as('score'),
      'rating_status',
      'games_per_set',
      'venue_id',
      'court_number',
      fn.countAll<number>().as('matches'),
    ])
    .groupBy(({ cast }) => ['won', 'is_first', cast('score', 'text'), 'rating_status'] as const)
    .groupBy(['games_per_set', 'venue_id', 'court_number']);
  return selectFrom(alike.as('alike'))
    .select(['won', 'is_first', 'score', 'rating_status', 'games_per_set', 'matches'])
    .select(surfaceOf('alike.venue_id', 'alike.court_number').as('surface'));
};

const standing = (player: PlayerId) =>
  selectFrom('rating')
    .select(['value', 'confidence', 'last_rated_match_at'])
    .where('player_id', '=', player);

/** The two players, and their results against each other; no row if one of them doesn't exist. */
export const headToHead = prepared((db, pair: Pair) =>
  db
    .selectFrom(['player as own', 'player as other'])
    .select([publicNameOf('own').as('own_name'), publicNameOf('other').as('other_name')])
    .select([
      jsonObjectFrom(standing(pair.own)).$notNull().as('own_rating'),
      jsonObjectFrom(standing(pair.other)).$notNull().as('other_rating'),
    ])
    .select(jsonArrayFrom(counted(pair)).as('counts'))
    .where('own.id', '=', pair.own)
    .where('other.id', '=', pair.other)
    .where(isPublic('own'))
    .where(isPublic('other')),
);

export type Compared = Awaited<ReturnType<typeof headToHead>>[number];

/** The matches of the two with both changes, the last played first, after the position. */
export const meetingsOf = listBy(
  (db, pair: Pair) =>
    db
      .selectFrom(between(pair).selectAll('match').as('match'))
      .innerJoin('competition', 'competition.id', 'match.competition_id')
      .leftJoin('rating_history as mine', (join) =>
        join
          .onRef('mine.match_id', '=', 'match.id')
          .on('mine.player_id', '=', pair.own)
          .on(isResult('mine')),
      )
      .leftJoin('rating_history as theirs', (join) =>
        join
          .onRef('theirs.match_id', '=', 'match.id')
          .on('theirs.player_id', '=', pair.other)
          .on(isResult('theirs')),
      )
      .select(['match.id', 'played_at', 'first_player_id', 'status', 'score', 'winner_id'])
      .select(['rating_status', 'competition.name as competition'])
      .select(['mine.value_before as own_before', 'mine.value_after as own_after'])
      .select(['theirs.value_before as other_before', 'theirs.value_after as other_after']),
  ({ ref }) => [ref('match.played_at'), ref('match.id')],
  'desc',
);

export type MeetingRow = Awaited<ReturnType<typeof meetingsOf>>[number];
