import { type AliasedExpression, type ExpressionBuilder, type NotNull, sql } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';

/**
 * Who seeks opponents, how far apart their ratings may be, which venue the opponents must prefer, if any, and
 * whether they must be listed.
 */
type Search = {
  readonly id: PlayerId;
  readonly max_rating_gap: number;
  readonly venue_id?: VenueId | undefined;
  readonly only_listed?: true | undefined;
};

type Seeking = ExpressionBuilder<Tables & { me: Tables['player'] }, 'me'>;

/** A player's rating, and the minutes of the week at which they have time. */
type Other = Pick<Tables['player'], 'id' | 'rating_value' | 'week'>;

/** All players, or those who prefer the venue, by an index of ratings. */
function others(
  { selectFrom }: Seeking,
  venue_id: VenueId | undefined,
): AliasedExpression<Other, 'other'> {
  if (venue_id === undefined) {
    return selectFrom('player').select(['id', 'rating_value', 'week']).as('other');
  }
  return selectFrom('player_venue')
    .innerJoin('player', 'player.id', 'player_venue.player_id')
    .select(['player_id as id', 'player_venue.rating_value', 'week'])
    .where('venue_id', '=', venue_id)
    .as('other');
}

/** Who is unlisted, by an index of these few: the one of ratings doesn't say it. rules 13.5 */
const unlisted = ({ selectFrom }: Seeking) =>
  selectFrom('player').select('player.id').where('player.unlisted', '=', sql.lit(true));

/** The first `limit` opponents by gap, then id, who are rated as high as the seeker or higher, or lower. */
function onSide(
  seeking: Seeking,
  way: '>=' | '<',
  { max_rating_gap, venue_id, only_listed }: Search,
  limit: number,
) {
  const [far, sign, direction] =
    way === '<' ? (['>=', '-', 'desc'] as const) : (['<=', '+', 'asc'] as const);
  return seeking
    .selectFrom(
      seeking
        .selectFrom(others(seeking, venue_id))
        .select(['other.id', 'other.rating_value'])
        .whereRef('other.id', '<>', 'me.id')
        .whereRef('other.rating_value', way, 'me.rating_value')
        .where(({ eb }) =>
          eb('other.rating_value', far, eb('me.rating_value', sign, max_rating_gap)),
        )
        .where(({ eb, ref }) => eb('other.week', '&&', ref('me.week')))
        .$if(only_listed !== undefined, (side) =>
          side.where('other.id', 'not in', unlisted(seeking)),
        )
        .orderBy('other.rating_value', direction)
        .orderBy('other.id')
        .limit(sql.lit(limit))
        .as('side'),
    )
    .select(['side.id'])
    .select(({ eb, fn, ref }) =>
      fn<number>('abs', [eb('side.rating_value', '-', ref('me.rating_value'))]).as('gap'),
    );
}

/** What is null only where there is nobody. */
type Shown = Record<
  'display_name' | 'rating_value' | 'rating_confidence' | 'preferred_venue_ids' | 'gap' | 'shared',
  NotNull
>;

/**
 * The first `limit` opponents by gap, then id, each with the seeker's venues and the minutes that both share. Without
 * opponents there is one row whose id is null; without such a seeker there is none.
 */
export const opponentsOf = prepared((db, search: Search, limit) =>
  db
    .selectFrom('player as me')
    .leftJoinLateral(
      (seeking) =>
        seeking
          .selectFrom(
            onSide(seeking, '>=', search, limit)
              .unionAll(onSide(seeking, '<', search, limit))
              .as('near'),
          )
          .select(['near.id', 'near.gap'])
          .orderBy('gap')
          .orderBy('id')
          .limit(sql.lit(limit))
          .as('near'),
      (join) => join.onTrue(),
    )
    .leftJoin('player as opponent', 'opponent.id', 'near.id')
    .select(({ eb, ref }) => [
      'opponent.id',
      'opponent.display_name',
      'opponent.rating_value',
      'opponent.rating_confidence',
      'opponent.preferred_venue_ids',
      'near.gap',
      'me.preferred_venue_ids as own_venue_ids',
      eb('opponent.week', '*', ref('me.week')).as('shared'),
    ])
    .where('me.id', '=', search.id)
    .$narrowType<Shown>()
    .orderBy('near.gap')
    .orderBy('near.id'),
);
