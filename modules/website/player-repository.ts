import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../../shared/database/db.ts';
import { prepared, preparedById } from '../../shared/database/prepared.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';
import { isPublic, isResult, publicNameOf, rankOf, waits } from '../ratings/index.ts';
import { changes, isUnrated, type OfPlayer, others } from './changes-repository.ts';

type OfRanked = OfPlayer & { readonly since: string };

/** What the player is called; none if unlisted. */
export const playerName = preparedById((db, id: PlayerId) =>
  db
    .selectFrom('player')
    .select(['id', publicNameOf('player').as('display_name')])
    .where('id', '=', id)
    .where(isPublic('player')),
);

/** Those of the players who have no page. rules 13.5 */
export const unlistedAmong = prepared((db, { ids }: { readonly ids: readonly PlayerId[] }) =>
  db.selectFrom('player').select('id').where('id', 'in', ids).where('unlisted', '=', true),
);

/**
 * One rated match of the player. `reached` is the latest day of play by then: a late result moved the
 * rating from where it was then, not from where it was on the day of play.
 */
type Step = {
  readonly rated_matches: number;
  readonly value: number;
  readonly reached: string;
  readonly winner_id: PlayerId;
  readonly venue_id: string;
  readonly court_number: number | null;
};

const { cast, ref, selectFrom } = expressionBuilder<Tables & { step: Step }, 'step'>();

const day = cast<string>(sql`(${ref('reached')} at time zone 'Europe/Warsaw')::date`, 'text');

/** Where the rating stood at the end of each day of play. */
const daysOfPlay = () =>
  selectFrom('step')
    .distinctOn(day)
    .select([day.as('day'), 'value'])
    .orderBy('day')
    .orderBy('rated_matches', 'desc');

/** The best or the lowest rating after a match, and the day of play on which it was reached first. */
const extreme = (direction: 'asc' | 'desc') =>
  selectFrom('step')
    .select(['rated_matches', day.as('day'), 'value'])
    .orderBy('value', direction)
    .orderBy('rated_matches')
    .limit(sql.lit(1));

/** Wins and losses by surface; null if the court isn't known. */
const surfaces = (id: PlayerId) => {
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

/** The venues at which the player prefers to play, in the order in which they were given. */
const preferredVenues = (id: PlayerId) =>
  selectFrom('player_venue')
    .innerJoin('venue', 'venue.id', 'venue_id')
    .select(['venue.id', 'venue.name'])
    .innerJoin('player', 'player.id', 'player_id')
    .where('player_id', '=', id)
    .orderBy(({ fn }) => fn('array_position', ['preferred_venue_ids', 'venue.id']));

/** Walkovers won and lost, and results that wait for their rating. */
const unrated = (id: PlayerId) =>
  selectFrom('match')
    .select(({ fn }) => {
      const count = fn.countAll<number>();
      const walkovers = count.filterWhere('status', '=', sql.lit('walkover' as const));
      return [
        walkovers.filterWhere('winner_id', '=', id).as('won'),
        walkovers.filterWhere('winner_id', '<>', id).as('lost'),
        count.filterWhere('rating_status', '=', sql.lit('pending' as const)).as('pending'),
      ];
    })
    .where(({ eb, or }) => or([eb('first_player_id', '=', id), eb('second_player_id', '=', id)]))
    .where(isUnrated);

/**
 * All that the page says of the player, ranked among those who have played since then, and up to `limit` of
 * the changes and of the other matches.
 */
export const playerProfile = prepared((db, { id, since, ...position }: OfRanked, limit) =>
  db
    .with('step', (on) =>
      on
        .selectFrom('rating_history as entry')
        .innerJoin('match', 'match.id', 'entry.match_id')
        .select(['entry.rated_matches', 'value_after as value'])
        .select(['winner_id', 'venue_id', 'court_number'])
        .select(({ fn }) =>
          fn
            .max('played_at')
            .over((over) => over.orderBy('entry.rated_matches'))
            .as('reached'),
        )
        .where('entry.player_id', '=', id)
        .where(isResult('entry')),
    )
    .selectFrom('player')
    .innerJoin('rating', 'rating.player_id', 'player.id')
    .select([
      'player.id',
      publicNameOf('player').as('display_name'),
      'created_at',
      'self_assessed_ntrp',
    ])
    .select(['rating.value', 'confidence', 'rated_matches', 'last_rated_match_at'])
    .select(({ fn, not }) => not(fn<boolean>('isempty', ['player.week'])).as('has_times'))
    .select(rankOf(since).as('rank'))
    .select([
      jsonArrayFrom(daysOfPlay()).as('days'),
      jsonObjectFrom(extreme('desc')).as('best'),
      jsonObjectFrom(extreme('asc')).as('lowest'),
      jsonArrayFrom(surfaces(id)).as('surfaces'),
      jsonArrayFrom(preferredVenues(id)).as('venues'),
      jsonObjectFrom(unrated(id)).$notNull().as('unrated'),
      jsonArrayFrom(changes({ id, ...position }, limit)).as('changes'),
      jsonArrayFrom(others({ id, ...position }, limit)).as('others'),
    ])
    .where('player.id', '=', id)
    .where(isPublic('player')),
);

export type Profile = Awaited<ReturnType<typeof playerProfile>>[number];

/** Where the players stand, what they are called, and whether a result of theirs waits to be rated. */
export const standingsOfPlayers = prepared((db, { ids }: { readonly ids: readonly PlayerId[] }) =>
  db
    .selectFrom('rating')
    .innerJoin('player', 'player.id', 'rating.player_id')
    .selectAll('rating')
    .select(['player.id', publicNameOf('player').as('display_name'), waits.as('waits')])
    .where('rating.player_id', 'in', ids)
    .where(isPublic('player')),
);

export type Stands = Awaited<ReturnType<typeof standingsOfPlayers>>[number];

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
