import { type AliasableExpression, type AliasedExpression, expressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { nameOf } from './finder-repository.ts';

/** A place among the players by rating. */
type Place = readonly [value: number, id: PlayerId];

/** Which players are shown, and from where on. */
export type RankingPage = {
  /** Only players who have played a rated match since then. */
  readonly since?: string | undefined;
  /** Since when a match counts for the change that is shown. */
  readonly month: string;
  readonly after?: Place | undefined;
};

/** A player met on a walk by rating; `is_last` marks the last one looked at: there may be more. */
export type Walked = { player_id: PlayerId; value: number; is_last: boolean };

/** The first players by rating from after the place, equal ratings by id, in the order of an index. */
export function walk(
  db: Db,
  { since, after }: RankingPage,
  limit: number,
): AliasedExpression<Walked, 'walk'> {
  const { eb, fn, ref } = expressionBuilder<Tables, 'player' | 'rating'>();
  const walkOf = (
    table: 'player' | 'rating',
    value: AliasableExpression<number>,
    player_id: AliasableExpression<PlayerId>,
  ) => {
    const place = fn
      .agg<number>('row_number')
      .over((over) => over.orderBy(value, 'desc').orderBy(player_id, 'desc'));
    const rows = db
      .selectFrom(table)
      .select([player_id.as('player_id'), value.as('value')])
      .select(eb(place, '=', sql.lit(limit)).$castTo<boolean>().as('is_last'))
      .orderBy(value, 'desc')
      .orderBy(player_id, 'desc')
      .limit(sql.lit(limit));
    return after ? rows.where(beyond([value, player_id], '<', after)) : rows;
  };
  if (since === undefined) {
    return walkOf('player', ref('player.rating_value'), ref('player.id')).as('walk');
  }
  const rated = walkOf('rating', ref('rating.value'), ref('rating.player_id'));
  return rated.where(playedSince(since)).as('walk');
}

/** Whether the last rated match was played since then. */
export const playedSince = (since: string) =>
  expressionBuilder<Tables, 'rating'>()('rating.last_rated_match_at', '>', since);

/** A rank is told if fewer players than these are before it: counting them costs a look at each in the index. */
const mostBefore = 10_000;

/** The rank of a `rating` among those who have played since then; null if many are before it, and for others. */
export function rankOf(since: string) {
  const { selectFrom } = expressionBuilder<Tables, 'rating'>();
  const before = selectFrom('rating as other')
    .select('other.last_rated_match_at')
    .whereRef('other.value', '>', 'rating.value')
    .where('other.last_rated_match_at', 'is not', null)
    .orderBy('other.value', 'desc') // else PostgreSQL may read the whole table
    .limit(sql.lit(mostBefore));
  return selectFrom(before.as('before'))
    .select(({ eb, fn }) => {
      const ranked = fn.countAll<number>().filterWhere('before.last_rated_match_at', '>', since);
      return eb(ranked, '+', sql.lit(1)).as('rank');
    })
    .having(({ and, eb, fn }) =>
      and([eb(fn.countAll(), '<', sql.lit(mostBefore)), playedSince(since)]),
    );
}

/** The players at the places, as they are shown. */
export function shownPlayers(
  db: Pick<Db, 'selectFrom'>,
  places: AliasedExpression<Pick<Walked, 'player_id' | 'value'>, 'place'>,
  month: string,
) {
  return db
    .selectFrom(places)
    .innerJoin('player', 'player.id', 'place.player_id')
    .innerJoin('rating', 'rating.player_id', 'place.player_id')
    .select(({ eb, selectFrom }) => {
      const lately = (side: 'first_player_id' | 'second_player_id') =>
        selectFrom('match')
          .select('id')
          .whereRef(side, '=', 'place.player_id')
          .where('played_at', '>', month);
      const change = selectFrom(
        lately('first_player_id').unionAll(lately('second_player_id')).as('lately'),
      )
        .innerJoin('rating_history', (join) =>
          join
            .onRef('rating_history.match_id', '=', 'lately.id')
            .onRef('rating_history.player_id', '=', 'place.player_id'),
        )
        .select(({ eb, cast, fn, ref }) =>
          cast<number>(fn.sum(eb('value_after', '-', ref('value_before'))), 'integer').as('change'),
        );
      return [
        'player.id',
        nameOf('player').as('display_name'),
        'place.value',
        'rating.confidence',
        'rating.rated_matches',
        'rating.last_rated_match_at',
        eb.case().when(playedSince(month)).then(change).end().as('change'),
      ] as const;
    })
    .orderBy('place.value', 'desc')
    .orderBy('place.player_id', 'desc');
}

/** Up to `limit` players by rating. */
export const playersByRating = prepared((db, page: RankingPage, limit) => {
  const places = db.selectFrom(walk(db, page, limit)).select(['player_id', 'value']);
  return shownPlayers(db, places.as('place'), page.month);
});
