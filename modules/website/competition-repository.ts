import { type Expression, expressionBuilder, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import { arrayOf, type Tables } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { CompetitionId } from '../../shared/ids.ts';
import { opponentOf } from '../matches/index.ts';
import { isResult, publicNameOf } from '../ratings/index.ts';

/** A win is an upset if the winner was expected to score less than this. */
const surprising = 0.35;

type Asked = { readonly id: CompetitionId; readonly now: string; readonly today: string };

const playedColumns = [
  'id',
  'played_at',
  'first_player_id',
  'second_player_id',
  'winner_id',
  'status',
  'rating_status',
  'score',
] as const;

type Played = Pick<Selectable<Tables['match']>, (typeof playedColumns)[number]>;

/** For what is read with a competition about its results. */
const on = expressionBuilder<Tables & { played: Played }, 'competition'>();

/** What a competition is, and what its results add up to. */
export const competitionSummary = prepared((db, { id, now, today }: Asked) =>
  db
    .with(
      (cte) => cte('played').materialized(),
      (given) => given.selectFrom('match').select(playedColumns).where('competition_id', '=', id),
    )
    .selectFrom('competition')
    .innerJoin('organizer', 'organizer.id', 'competition.organizer_id')
    .select(['competition.id', 'competition.name', 'type', 'season', 'starts_on', 'ends_on'])
    .select(['games_per_set', 'no_ad', 'final_set', 'organizer.name as organizer_name'])
    .select([
      jsonArrayFrom(venues).as('venues'),
      jsonArrayFrom(numbers).as('numbers'),
      jsonArrayFrom(tableResults).as('results'),
      jsonArrayFrom(tablePlayers).as('players'),
      jsonArrayFrom(draw(today)).as('draw'),
      jsonArrayFrom(improved).as('improved'),
      jsonArrayFrom(upsets(today, now)).as('upsets'),
    ])
    .where('competition.id', '=', id),
);

/** A competition as its page shows it. */
export type CompetitionSummary = Awaited<ReturnType<typeof competitionSummary>>[number];

const venues = on
  .selectFrom('competition_venue')
  .innerJoin('venue', 'venue.id', 'venue_id')
  .select(['venue.id', 'venue.name'])
  .whereRef('competition_id', '=', 'competition.id')
  .orderBy('position');

const idsOfPlayers = on
  .selectFrom('played')
  .select('first_player_id as id')
  .union(on.selectFrom('played').select('second_player_id as id'));

const numbers = on.selectFrom('played').select(({ fn }) => {
  const count = fn.countAll<number>();
  return [
    count.as('results'),
    count.filterWhere('rating_status', '=', 'rated').as('rated'),
    count.filterWhere('rating_status', '=', 'pending').as('pending'),
    count.filterWhere('status', '=', 'walkover').as('walkovers'),
    fn<number>('array_length', [arrayOf(idsOfPlayers), sql.lit(1)]).as('players'),
  ];
});

const tableResults = on
  .selectFrom('played')
  .select(['first_player_id as first', 'second_player_id as second'])
  .select(['winner_id as winner', 'score'])
  .where(on('type', '=', 'league'));

const tablePlayers = on
  .selectFrom('player')
  .select(['player.id', publicNameOf('player').as('display_name')])
  .where('player.id', 'in', idsOfPlayers)
  .where(on('type', '=', 'league'));

/** The matches of a tournament, once it is over. */
const draw = (today: string) =>
  on
    .selectFrom('played')
    .select(['id', 'played_at', 'winner_id as winner'])
    .select(['first_player_id as first', 'second_player_id as second'])
    .where(on('type', '=', 'tournament'))
    .where(on('ends_on', '<', on.cast<string>(on.val(today), 'date')));

const { eb, fn, ref } = expressionBuilder<Tables, 'rating_history'>();
const gain = fn.sum<number>(eb('value_after', '-', ref('value_before')));

const improved = on
  .selectFrom(
    on
      .selectFrom('played')
      .innerJoin('rating_history', (join) =>
        join.onRef('match_id', '=', 'played.id').on(isResult()),
      )
      .select(({ fn }) => ['player_id', gain.as('gain'), fn.countAll<number>().as('matches')])
      .groupBy('player_id')
      .having(gain, '>', sql.lit(0))
      .orderBy('gain', 'desc')
      .orderBy('player_id')
      .limit(sql.lit(5))
      .as('improved'),
  )
  .innerJoin('player', 'player.id', 'player_id')
  .select(['player.id', publicNameOf('player').as('display_name'), 'gain', 'matches'])
  .orderBy('gain', 'desc')
  .orderBy('player.id');

const upsets = (today: string, now: string) => {
  // A walkover is no day of play.
  const last = on
    .selectFrom('match')
    .select('played_at')
    .whereRef('competition_id', '=', 'competition.id')
    .where('status', '<>', 'walkover')
    .orderBy('played_at', 'desc')
    .limit(sql.lit(1));
  const end = on
    .case()
    .when('ends_on', '<', on.cast<string>(on.val(today), 'date'))
    .then(last.$asScalar())
    .else(on.cast<string>(on.val(now), 'timestamptz'))
    .end();
  const lately = on
    .selectFrom('match')
    .select(['match.id', 'played_at', 'first_player_id', 'winner_id', 'status', 'score'])
    .whereRef('competition_id', '=', 'competition.id')
    .where('played_at', '>', sql<string>`${end} - interval '7 days'`);
  return on
    .selectFrom(lately.as('played'))
    .innerJoin('rating_history', (join) =>
      join.onRef('match_id', '=', 'played.id').onRef('player_id', '=', 'winner_id').on(isResult()),
    )
    .innerJoin('player as winner', 'winner.id', 'player_id')
    .innerJoin('player as loser', 'loser.id', 'opponent_id')
    .select(['played.id', 'status', 'score', 'expected_score'])
    .select(({ eb, ref }) => [
      eb('first_player_id', '=', ref('winner_id')).as('first_won'),
      named(ref('winner.id'), publicNameOf('winner')).as('winner'),
      named(ref('loser.id'), publicNameOf('loser')).as('loser'),
    ])
    .where('expected_score', '<', sql.lit(surprising))
    .orderBy('expected_score')
    .orderBy('played_at', 'desc')
    .orderBy('played.id')
    .limit(sql.lit(5));
};

const named = (id: Expression<string>, display_name: Expression<string | null>) =>
  jsonBuildObject({ id, display_name });

type ResultsAfter = { readonly id: CompetitionId; readonly after: Position | undefined };

/** Up to `limit` results of a competition, the last played first, after `[played_at in UTC, id]`. */
export const competitionResults = prepared((db, { id, after }: ResultsAfter, limit) =>
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
      join
        .onRef('won.match_id', '=', 'match.id')
        .onRef('won.player_id', '=', 'match.winner_id')
        .on(isResult('won')),
    )
    .leftJoin('rating_history as lost', (join) =>
      join
        .onRef('lost.match_id', '=', 'match.id')
        .onRef('lost.player_id', '=', 'match.loser_id')
        .on(isResult('lost')),
    )
    .select(['match.id', 'played_at', 'status', 'rating_status', 'score'])
    .select(['winner.id as winner_id', publicNameOf('winner').as('winner_name')])
    .select(['loser.id as loser_id', publicNameOf('loser').as('loser_name')])
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
