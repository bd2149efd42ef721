import { expressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../../shared/database/db.ts';
import { listBy } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { betweenPlayers, type MatchShown } from '../matches/index.ts';
import { nameOf } from '../ratings/index.ts';
import { surfaceOf } from './player-repository.ts';

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

/** The two players, and their results against each other; no row if one of them doesn't exist. */
export const headToHead = prepared((db, pair: Pair) =>
  db
    .selectFrom(['player as own', 'player as other'])
    .select([nameOf('own').as('own_name'), 'own.rating_value as own_rating'])
    .select([nameOf('other').as('other_name'), 'other.rating_value as other_rating'])
    .select(jsonArrayFrom(counted(pair)).as('counts'))
    .where('own.id', '=', pair.own)
    .where('other.id', '=', pair.other),
);

export type Compared = Awaited<ReturnType<typeof headToHead>>[number];

/** The matches of the two with both changes, the last played first, after the position. */
export const meetingsOf = listBy(
  (db, pair: Pair) =>
    db
      .selectFrom(between(pair).selectAll('match').as('match'))
      .innerJoin('competition', 'competition.id', 'match.competition_id')
      .leftJoin('rating_history as mine', (join) =>
        join.onRef('mine.match_id', '=', 'match.id').on('mine.player_id', '=', pair.own),
      )
      .leftJoin('rating_history as theirs', (join) =>
        join.onRef('theirs.match_id', '=', 'match.id').on('theirs.player_id', '=', pair.other),
      )
      .select(['match.id', 'played_at', 'first_player_id', 'status', 'score', 'winner_id'])
      .select(['rating_status', 'competition.name as competition'])
      .select(['mine.value_before as own_before', 'mine.value_after as own_after'])
      .select(['theirs.value_before as other_before', 'theirs.value_after as other_after']),
  ({ ref }) => [ref('match.played_at'), ref('match.id')],
  'desc',
);

export type MeetingRow = Awaited<ReturnType<typeof meetingsOf>>[number];
