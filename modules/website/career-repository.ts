// What a player's rated matches come to.
import { expressionBuilder, sql } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';
import type { MatchId, PlayerId, VenueId } from '../../shared/ids.ts';
import type { MatchShown } from '../matches/index.ts';
import { firstDropDays, isResult, publicNameOf } from '../ratings/index.ts';

/**
 * One rated match of the player. `reached` is the latest moment of play by then: a late result moved the rating
 * from where it was then, not from where it was on the day of play.
 */
type Step = {
  readonly rated_matches: number;
  readonly value_before: number;
  readonly value: number;
  readonly reached: string;
  readonly match_id: MatchId;
  readonly played_at: string;
  readonly status: MatchShown['status'];
  readonly score: MatchShown['score'];
  readonly first_player_id: PlayerId;
  readonly winner_id: PlayerId;
  readonly opponent_id: PlayerId;
  readonly opponent_rating: number;
  readonly venue_id: string;
  readonly court_number: number | null;
};

const { cast, eb, selectFrom } = expressionBuilder<Tables & { step: Step }, 'step'>();

/** The rated matches of the player, for a statement that has them under the name `step`. */
export const rated = (id: PlayerId) =>
  expressionBuilder<Tables>()
    .selectFrom('rating_history as entry')
    .innerJoin('match', 'match.id', 'entry.match_id')
    .select(['entry.rated_matches', 'value_before', 'value_after as value'])
    .select(['opponent_id', 'opponent_rating', 'match_id', 'played_at', 'status', 'score'])
    .select(['first_player_id', 'winner_id', 'venue_id', 'court_number'])
    .select(({ fn }) =>
      fn
        .max('played_at')
        .over((over) => over.orderBy('entry.rated_matches'))
        .as('reached'),
    )
    .where('entry.player_id', '=', id)
    .where(isResult('entry'));

/** Of a match with the opponent's name of today. */
const withOpponent = () =>
  selectFrom('step')
    .innerJoin('player as opponent', 'opponent.id', 'step.opponent_id')
    .select(['match_id', 'played_at', 'first_player_id', 'status', 'score', 'winner_id'])
    .select(['opponent_id', publicNameOf('opponent').as('opponent_name')]);

/** Twice as many spans of a career keep its shape; more points would be closer together than they are wide. */
const spans = 40;

/**
 * The matches for the chart, in the order of application: of many, the last one, and those after which the rating
 * was the best and the lowest of each span.
 */
export const steps = () => {
  const span = sql<number>`ntile(${sql.lit(spans)}) over (order by rated_matches)`;
  const inSpans = selectFrom('step').select(({ fn }) => [
    ...(['rated_matches', 'value'] as const),
    span.as('span'),
    fn.countAll<number>().over().as('all'),
  ]);
  const place = (direction: 'asc' | 'desc') =>
    sql<number>`row_number() over (partition by span order by value ${sql.raw(direction)}, rated_matches)`;
  const placed = selectFrom(inSpans.as('in_spans'))
    .select(['rated_matches', 'all'])
    .select([place('desc').as('from_best'), place('asc').as('from_lowest')]);
  const chosen = selectFrom(placed.as('placed'))
    .select('rated_matches')
    .where(({ eb, or, ref }) =>
      or([
        eb('all', '<=', sql.lit(2 * spans)),
        eb('rated_matches', '=', ref('all')),
        eb('from_best', '=', sql.lit(1)),
        eb('from_lowest', '=', sql.lit(1)),
      ]),
    );
  return withOpponent()
    .select(['reached', 'value_before', 'value'])
    .where('rated_matches', 'in', chosen)
    .orderBy('rated_matches');
};

/** Between which rated matches, by when they were played, a drop fell due; the last pause has no end yet. */
export const pauses = () => {
  const next = sql<string | null>`lead(played_at) over (order by played_at)`;
  const between = selectFrom('step').select(['played_at as from', next.as('until')]);
  return selectFrom(between.as('between'))
    .selectAll()
    .where(
      sql<boolean>`"until" is null or "until" >= "from" + ${sql.lit(firstDropDays)} * interval '24 hours'`,
    )
    .orderBy('from');
};

/** The win against the best rated opponent, by that rating before the match; of equal ones the last. */
export const bestWin = (id: PlayerId) =>
  withOpponent()
    .select('opponent_rating')
    .where('winner_id', '=', id)
    .where('status', '=', sql.lit('completed' as const))
    .orderBy('opponent_rating', 'desc')
    .orderBy('played_at', 'desc')
    .orderBy('rated_matches', 'desc')
    .limit(sql.lit(1));

/** By how many points the matches since then have moved the rating; null if there is none. */
export const changeSince = (month: string) =>
  selectFrom('step')
    .select(({ fn, ref }) =>
      cast<number | null>(fn.sum(eb('value', '-', ref('value_before'))), 'integer').as('change'),
    )
    .where('played_at', '>', month);

/** Wins and losses by surface; null if the court isn't known. */
export const surfaces = (id: PlayerId) => {
  // By court first, so that each venue's courts are read once and not for each match.
  const courts = selectFrom('step')
    .select(({ eb, fn }) => [
      'venue_id',
      'court_number',
      eb('winner_id', '=', id).$castTo<boolean>().as('won'),
      fn.countAll<number>().as('matches'),
    ])
    .groupBy(['venue_id', 'court_number', 'won']);
  return selectFrom(courts.as('court_of'))
    .select(({ fn }) => [
      surfaceOf('court_of.venue_id', 'court_of.court_number').as('surface'),
      'won',
      cast<number>(fn.sum('matches'), 'integer').as('matches'),
    ])
    .groupBy(['surface', 'won']);
};

type Court = { readonly number: number; readonly surface: string | null };

/**
 * The surface of a court; `venue` and `number` are the columns with its venue's id and its number. Null if it
 * isn't known, or if courts of different surfaces have the number.
 */
export function surfaceOf(venue: string, number: string) {
  const { ref, selectFrom } = expressionBuilder<Tables, 'venue'>();
  const courts = sql<Court>`json_to_recordset(${ref('venue.courts')})`;
  return selectFrom(['venue', courts.as<'court'>(sql`court(number int, surface text)`)])
    .select(({ fn }) => fn.max('court.surface').as('surface'))
    .where('venue.id', '=', sql.ref<VenueId>(venue))
    .where('court.number', '=', sql.ref<number>(number))
    .having(({ eb, fn }) => eb(fn.min('court.surface'), '=', fn.max('court.surface')));
}
