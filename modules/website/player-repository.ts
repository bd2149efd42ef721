import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../../shared/database/db.ts';
import { prepared, preparedById } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { isPublic, latestRecalculation, publicNameOf, rankOf, waits } from '../ratings/index.ts';
import { bestWin, changeSince, pauses, rated, steps, surfaces } from './career-repository.ts';
import { changes, form, isUnrated, type OfPlayer, others } from './changes-repository.ts';

type OfRanked = OfPlayer & {
  /** Since when those have played who are ranked. */
  readonly since: string;
  /** Since when a match counts for the trend. */
  readonly month: string;
};

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

const { selectFrom } = expressionBuilder<Tables>();

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

/** All that the page says of the player, and up to `limit` of the changes and of the other matches. */
export const playerProfile = prepared((db, { id, since, month, ...position }: OfRanked, limit) =>
  db
    .with('step', () => rated(id))
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
      jsonArrayFrom(steps()).as('steps'),
      jsonArrayFrom(pauses()).as('pauses'),
      jsonArrayFrom(form(id)).as('form'),
      jsonObjectFrom(bestWin(id)).as('best_win'),
      changeSince(month).as('change'),
      jsonObjectFrom(latestRecalculation(id, since)).as('recalculation'),
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
