import {
  type AliasedExpression,
  type ExpressionBuilder,
  expressionBuilder,
  type InferResult,
  type NotNull,
  type RawBuilder,
  sql,
} from 'kysely';
import { arrayOf, type Db, type Tables } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';

/** Who seeks opponents, and how far apart their ratings may be. */
export type Search = { readonly id: PlayerId; readonly max_rating_gap: number };

type Seekers = Tables & { me: Tables['player'] };
type Seeking = ExpressionBuilder<Seekers, 'me'>;

/** A column that holds a rating. */
type Rating = `${'player' | 'player_venue'}.rating_value`;

const { between, eb, fn, not, ref } = expressionBuilder<
  Seekers,
  'me' | 'player' | 'player_venue'
>();

/** How many points a rating is away from the seeker's. */
const gapTo = (rating: Rating) => fn<number>('abs', [eb(rating, '-', ref('me.rating_value'))]);

/** The other players, each with the minutes of the week at which they have time. */
function others({ selectFrom }: Seeking) {
  return selectFrom('player')
    .select([
      'player.id',
      'player.display_name',
      'player.rating_value',
      'player.rating_confidence',
      'player.preferred_venue_ids',
      'player.week',
    ])
    .whereRef('player.id', '<>', 'me.id')
    .where(not(fn<boolean>('isempty', ['me.week'])));
}

/**
 * Whether both have time at some minute; only for those who are shown it is asked at which. PostgreSQL takes `&&`
 * alone for rarely true, and would sort all players within the gap.
 */
const hasMinutes = fn.coalesce(
  eb(sql.ref<string>('found.week'), '&&', ref('me.week')),
  sql.lit(false),
);

type Walk = {
  readonly widest: number;
  readonly most: number;
  readonly limit: number;
  /** Whether it gives its last player, if it was cut short; a walk that doesn't takes less time. */
  readonly withLast: boolean;
};

/**
 * The `most` players nearest to the seeker's rating on one side, by an index. The nearer bound is one of rows:
 * PostgreSQL would take two bounds on one column for a narrow range, and sort all within it.
 */
function nearestOn(seeking: Seeking, way: '>' | '<', walk: Pick<Walk, 'widest' | 'most'>) {
  const [direction, last] = way === '>' ? (['asc', '<='] as const) : (['desc', '>='] as const);
  const widest = eb('me.rating_value', way === '>' ? '+' : '-', walk.widest);
  return others(seeking)
    .select([gapTo('player.rating_value').as('gap'), sql.lit(false).as('is_last')])
    .where(
      beyond([ref('player.rating_value'), ref('player.id')], way, [ref('me.rating_value'), '']),
    )
    .where('player.rating_value', last, widest)
    .orderBy('player.rating_value', direction)
    .orderBy('player.id')
    .limit(sql.lit(walk.most));
}

/**
 * Up to `limit` of the nearest on one side who have time when the seeker has. If it finds less before the gap ends,
 * it gives the last player that it looked at, too, with `is_last`; one that isn't `withLast` gives a row without a
 * player wherever it finds less.
 */
function walk(seeking: Seeking, way: '>' | '<', { limit, most, withLast, widest }: Walk) {
  const nearest = nearestOn(seeking, way, { widest, most });
  const found = seeking
    .selectFrom(nearest.as('found'))
    .selectAll()
    .where(hasMinutes)
    .orderBy('rating_value', way === '>' ? 'asc' : 'desc')
    .orderBy('id');
  // PostgreSQL, without parallel workers, reads the parts in turn, and this one, whose columns stand in the order
  // of theirs, only if there are fewer than `limit`. A gap of 0 comes first, so that no later limit cuts it off.
  type Row = InferResult<typeof found>[number];
  const last = withLast
    ? sql<Row>`(select id, null, null, null, null, null, gap, true from ${nearest} as seen offset ${sql.lit(most - 1)})`
    : sql<Row>`select null, null, null, null, null, null, 0, not isempty(${sql.ref('me.week')})`;
  return seeking.selectFrom(found.as('side')).selectAll().unionAll(last).limit(sql.lit(limit));
}

type Opponent = InferResult<ReturnType<typeof walk>>[number];

/** The opponents who come first by gap, then id, in any order, each with the seeker's venues. */
function firstOf(
  db: Db,
  { id }: Search,
  limit: number,
  opponents: (seeking: Seeking) => AliasedExpression<Opponent, 'found'>,
) {
  return db
    .selectFrom('player as me')
    .leftJoinLateral(
      (seeking) =>
        seeking
          .selectFrom(opponents(seeking))
          .selectAll()
          .orderBy('gap')
          .orderBy('id')
          .limit(sql.lit(limit))
          .as('near'),
      (join) => join.onTrue(),
    )
    .select(({ eb, ref }) => [
      'near.id',
      'near.display_name',
      'near.rating_value',
      'near.rating_confidence',
      'near.preferred_venue_ids',
      'near.gap',
      'near.is_last',
      'me.preferred_venue_ids as own_venue_ids',
      eb('near.week', '*', ref('me.week')).as('shared'),
    ])
    .where('me.id', '=', id)
    .$narrowType<Record<Exclude<keyof Opponent, 'id' | 'week'> | 'shared', NotNull>>();
}

/**
 * Finds up to `limit` opponents at any venue, nearest by gap, then id, among the `most` nearest players on
 * either side. Without opponents there is at least one empty row; without such a seeker there is no row. With
 * one that has `is_last`, some may be missing: those after it, or any if it is nobody.
 */
const opponentsAmong = (most: number, withLast: boolean) =>
  prepared((db, search: Search, limit) =>
    firstOf(db, search, limit, (seeking) => {
      const bounds = { widest: search.max_rating_gap, most, limit, withLast };
      const side = (way: '>' | '<') =>
        seeking.selectFrom(walk(seeking, way, bounds).as('side')).selectAll();
      return side('>').unionAll(side('<')).as('found');
    }),
  );

// Each player looked at costs a page read. Five opponents are mostly among the nearest if one in sixty
// has time when the seeker has, and among the further ones if one in two hundred has.
const near = 300;
export const nearestOpponents = opponentsAmong(near, false);
export const nearestWithLast = opponentsAmong(near, true);
export const furtherOpponents = opponentsAmong(1_000, true);

/** Whether the rating is within the gap; this is checked first, since it costs less than comparing weeks. */
const isWithin = (rating: Rating, widest: number) =>
  between(rating, eb('me.rating_value', '-', widest), eb('me.rating_value', '+', widest));

/** Finds opponents among all who have time when the seeker has; none unless the condition holds. */
const opponentsByTime = (condition: (seeking: Seeking, widest: number) => RawBuilder<boolean>) =>
  prepared((db, search: Search, limit) =>
    firstOf(db, search, limit, (seeking) => {
      // An array keeps the planner from reading all players, whatever it expects.
      const ids = arrayOf(
        seeking
          .selectFrom('player_time')
          .select('player_id')
          .where(({ ref }) => {
            const blocks = sql`unnest(week_blocks(${ref('me.week')})) as block`;
            return sql<boolean>`${ref('blocks')} && array(select -block from ${blocks})`;
          }),
      );
      const found = others(seeking)
        .select([gapTo('player.rating_value').as('gap'), sql.lit(false).as('is_last')])
        .where('player.id', '=', fn.any(ids))
        .where(isWithin('player.rating_value', search.max_rating_gap))
        .where(condition(seeking, search.max_rating_gap));
      return seeking.selectFrom(found.as('found')).selectAll().where(hasMinutes).as('found');
    }),
  );

export const knownOpponents = opponentsByTime(() => sql.lit(true));

/** The same where nobody near has time: only if there are more within the gap on either side. */
export const knownBeyondNearest = opponentsByTime((seeking, widest) => {
  const isCut = (way: '>' | '<') => {
    const nearest = nearestOn(seeking, way, { widest, most: near });
    return sql`exists (select from ${nearest} as seen offset ${sql.lit(near - 1)})`;
  };
  return sql`(${isCut('>')} or ${isCut('<')})`;
});

/** Finds opponents among all who prefer the venue; the nearest are looked at first. */
export const opponentsAtVenue = prepared(
  (db, { venue_id, ...search }: Search & { readonly venue_id: VenueId }, limit) =>
    firstOf(db, search, limit, (seeking) => {
      const near = seeking
        .selectFrom('player_venue')
        .select(['player_id', gapTo('player_venue.rating_value').as('gap')])
        .where('venue_id', '=', venue_id)
        .where(isWithin('player_venue.rating_value', search.max_rating_gap))
        .orderBy('gap')
        .orderBy('player_id')
        // Keeps the planner from fetching all of these players before it sorts them.
        .offset(sql.lit(0));
      const found = others(seeking)
        .innerJoin(near.as('near'), 'near.player_id', 'player.id')
        .select(['near.gap', sql.lit(false).as('is_last')]);
      return seeking.selectFrom(found.as('found')).selectAll().where(hasMinutes).as('found');
    }),
);
