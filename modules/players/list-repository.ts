import { type Expression, expressionBuilder, sql } from 'kysely';
import { arrayOf, collated, type Db, type Tables } from '../../shared/database/db.ts';
import { type Filters, listBy } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';
import { shownPlayers } from './repository.ts';
import type { PlayerShown } from './schema.ts';

type Bounds = Filters<{ min_rating: number; max_rating: number }>;
type PlayerFilters = Bounds & Filters<{ venue_id: VenueId }>;

/** With this many players within the bounds, a page of them is soon found along the index of names. */
const many = 1_000;
/** The same of a venue's players, which are fewer. */
const manyOfVenue = 200;

const { and, eb, fn, ref } = expressionBuilder<Tables, 'player' | 'player_venue'>();

function isWithin({ min_rating, max_rating }: Bounds, rating: Expression<number>) {
  return and([
    ...(min_rating === undefined ? [] : [eb(rating, '>=', min_rating)]),
    ...(max_rating === undefined ? [] : [eb(rating, '<=', max_rating)]),
  ]);
}

/** A rating as the index of names has it: no index of ratings fits it, so PostgreSQL goes by name. */
const besideName = (rating: Expression<number>) => eb(rating, '+', sql.lit(0));

/** The players, all or those of a venue, who are rated within the bounds, in the order of an index of ratings. */
function ratedWithin(db: Pick<Db, 'selectFrom'>, { venue_id, ...bounds }: PlayerFilters) {
  const players = venue_id
    ? db
        .selectFrom('player_venue')
        .where('venue_id', '=', venue_id)
        .select(['player_id as id', 'rating_value'])
    : db.selectFrom('player').select(['id', 'rating_value']);
  return db
    .selectFrom(players.as('rated'))
    .select('rated.id')
    .where(({ ref }) => isWithin(bounds, ref('rated.rating_value')))
    .orderBy('rated.rating_value');
}

const manyWithin = prepared((db, filters: PlayerFilters) =>
  ratedWithin(db, filters)
    .offset(sql.lit(filters.venue_id ? manyOfVenue : many))
    .limit(sql.lit(1)),
);

/** Players within the bounds by name, found among all. */
const playersByName = listBy(
  (db, bounds: Bounds) =>
    shownPlayers(db).where(isWithin(bounds, besideName(ref('player.rating_value')))),
  () => [collated(ref('player.display_name')), ref('player.id')],
  'asc',
);

/** The same of a venue. */
const playersOfVenue = listBy(
  (db, { venue_id, ...bounds }: Bounds & { readonly venue_id: VenueId }) =>
    shownPlayers(db)
      .innerJoin('player_venue', 'player_venue.player_id', 'player.id')
      .where('player_venue.venue_id', '=', venue_id)
      .where(isWithin(bounds, besideName(ref('player_venue.rating_value')))),
  () => [collated(ref('player_venue.display_name')), ref('player_venue.player_id')],
  'asc',
);

/** Where few are within the bounds, the same among those: an array, since PostgreSQL can't know how many there will be. */
const fewByName = listBy(
  (db, filters: PlayerFilters) => {
    const ids = arrayOf<PlayerId>(ratedWithin(db, filters));
    return shownPlayers(db).where('player.id', '=', fn.any(ids));
  },
  () => [collated(ref('player.display_name')), ref('player.id')],
  'asc',
);

/** Up to `limit` players by display name after the position `[display_name, id]`. */
export async function listPlayers(
  db: Db,
  { min_rating, max_rating, venue_id }: PlayerFilters,
  limit: number,
  after: Position | undefined,
): Promise<PlayerShown[]> {
  const bounds = { min_rating: bound(min_rating), max_rating: bound(max_rating) };
  const isBound = min_rating !== undefined || max_rating !== undefined;
  const areFew = isBound && (await manyWithin(db, { ...bounds, venue_id })).length === 0;
  if (areFew) return fewByName(db, { ...bounds, venue_id }, limit, after);
  if (venue_id) return playersOfVenue(db, { ...bounds, venue_id }, limit, after);
  return playersByName(db, bounds, limit, after);
}

/** A bound beyond every rating matches all or nothing, but it has to fit the column. */
function bound(rating: number | undefined): number | undefined {
  return rating && Math.min(rating, 2_147_483_647);
}
