import { expressionBuilder, sql } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import { plannedForValues } from '../../shared/database/statement-names.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';
import { named, nameOf } from './name-repository.ts';

/** What players are sought by: all that is given has to apply. */
export type RankingFilters = {
  /** The competition in which they have a match. */
  readonly competition_id?: CompetitionId | undefined;
  /** The venue that they prefer. */
  readonly venue_id?: VenueId | undefined;
  /** A part of the name. */
  readonly name?: string | undefined;
};

/**
 * Who stands in a ranking and who after it: ranked are those who have shown it; provisional those who play but
 * are not sure enough yet; resting all others. rules 13.2
 */
export const states = ['ranked', 'provisional', 'resting'] as const;
export type State = (typeof states)[number];

/** Below this confidence, a rating is provisional: it takes two rated matches. rules 13.2 */
export const rankedConfidence = 40;

/** After which place the list goes on, by the state of who has it. */
export type After = { readonly [Of in State]?: readonly [value: number, id: PlayerId] };

/** Which players are shown, and from where on. */
type RankingPage = RankingFilters &
  After & {
    /** Since when those have played a rated match who are ranked or provisional. */
    readonly since: string;
    /** Since when a match counts for the change that is shown. */
    readonly month: string;
  };

const { and, eb, lit, not, selectFrom } = expressionBuilder<Tables, 'rating'>();

/** Whether the last rated match was played since then. */
const playedSince = (since: string) => eb('rating.last_rated_match_at', '>', since);
const isSure = eb('rating.confidence', '>=', lit(rankedConfidence));

/** The players who are on no public page. */
export const unlisted = selectFrom('player').select('id').where('unlisted', '=', lit(true));

const isShown = eb('rating.player_id', 'not in', unlisted);

/** Whether a `rating` is of that state, for those who have played since then. */
const isOf = {
  ranked: (since: string) => and([playedSince(since), isSure]),
  provisional: (since: string) => and([playedSince(since), not(isSure)]),
  resting: (since: string) =>
    eb.or([eb('rating.last_rated_match_at', 'is', null), not(playedSince(since))]),
} satisfies Record<State, unknown>;

/** The rank of a `rating` among those who have played since then; null for those without one. */
export function rankOf(since: string) {
  return selectFrom('rating as other')
    .select(({ eb, fn }) => eb(fn.countAll<number>(), '+', sql.lit(1)).as('rank'))
    .whereRef('other.value', '>', 'rating.value')
    .where('other.last_rated_match_at', '>', since)
    .where('other.confidence', '>=', lit(rankedConfidence))
    .where('other.player_id', 'not in', unlisted)
    .having(and([isOf.ranked(since), isShown]));
}

/** The players with a match in the competition. */
function playersIn(competition_id: CompetitionId) {
  const players = (side: 'first_player_id' | 'second_player_id') =>
    selectFrom('match').select(`${side} as player_id`).where('competition_id', '=', competition_id);
  return players('first_player_id').unionAll(players('second_player_id'));
}

/** By how many points the matches since then have moved the rating of the player at a place. */
function changeSince(month: string) {
  const lately = (side: 'first_player_id' | 'second_player_id') =>
    selectFrom('match')
      .select('id')
      .where(side, '=', sql.ref<PlayerId>('place.player_id'))
      .where('played_at', '>', month);
  return selectFrom(lately('first_player_id').unionAll(lately('second_player_id')).as('lately'))
    .innerJoin('rating_history', (join) =>
      join
        .onRef('rating_history.match_id', '=', 'lately.id')
        .on('rating_history.player_id', '=', sql.ref<PlayerId>('place.player_id')),
    )
    .select(({ eb, cast, fn, ref }) =>
      cast<number>(fn.sum(eb('value_after', '-', ref('value_before'))), 'integer').as('change'),
    );
}

/** Up to `limit` of those sought and of one state, by rating, after the place. */
function placesOf(state: State, page: RankingPage, limit: number) {
  const { since, [state]: after, competition_id, venue_id, name } = page;
  let places = selectFrom('rating')
    .select(['rating.player_id', 'rating.value', lit(states.indexOf(state)).as('group')])
    .where(isOf[state](since))
    .where(isShown)
    .orderBy('rating.value', 'desc')
    .orderBy('rating.player_id', 'desc')
    .limit(sql.lit(limit));
  if (after) {
    places = places.where(({ ref }) =>
      beyond([ref('rating.value'), ref('rating.player_id')], '<', after),
    );
  }
  if (competition_id !== undefined) {
    places = places.where('rating.player_id', 'in', playersIn(competition_id));
  }
  if (venue_id !== undefined) {
    const there = selectFrom('player_venue').select('player_id').where('venue_id', '=', venue_id);
    places = places.where('rating.player_id', 'in', there);
  }
  if (name !== undefined) places = places.where('rating.player_id', 'in', named(name));
  return selectFrom(places.as('of_state')).selectAll();
}

/** Up to `limit` of those sought, by state, then by rating, after the place; equal ratings by id. */
export const playersByRating = prepared((db, page: RankingPage, limit) => {
  const { month, competition_id, venue_id, name } = page;
  const begun = states.findIndex((state) => page[state]);
  const [first = 'ranked', ...rest] = states.slice(Math.max(0, begun));
  // A list for each state, since the index has the order within one.
  const places = rest.reduce(
    (all, state) => all.unionAll(placesOf(state, page, limit)),
    placesOf(first, page, limit),
  );
  // Where many are sought they are met soon in the order of ratings; few are fetched and sorted.
  const seeks = competition_id !== undefined || venue_id !== undefined || name !== undefined;
  return db
    .selectFrom(places.as('place'))
    .innerJoin('player', 'player.id', 'place.player_id')
    .innerJoin('rating', 'rating.player_id', 'place.player_id')
    .select([
      'player.id',
      nameOf('player').as('display_name'),
      'place.group',
      'place.value',
      'rating.confidence',
      'rating.rated_matches',
      'rating.last_rated_match_at',
    ])
    .select(({ eb }) =>
      eb.case().when(playedSince(month)).then(changeSince(month)).end().as('change'),
    )
    .orderBy('place.group')
    .orderBy('place.value', 'desc')
    .orderBy('place.player_id', 'desc')
    .limit(sql.lit(limit))
    .modifyEnd(sql.raw(seeks ? plannedForValues : ''));
});
