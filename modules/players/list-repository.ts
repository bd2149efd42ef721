import { type ExpressionBuilder, sql } from 'kysely';
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

/** Players rated within the bounds, in the order of an index of ratings. */
function ratedWithin(db: Pick<Db, 'selectFrom'>, { min_rating, max_rating }: Bounds) {
  let rated = db.selectFrom('player').select('id').orderBy('rating_value');
  if (min_rating !== undefined) rated = rated.where('rating_value', '>=', min_rating);
  if (max_rating !== undefined) rated = rated.where('rating_value', '<=', max_rating);
  return rated;
}

const manyWithin = prepared((db, bounds: Bounds) =>
  ratedWithin(db, bounds).offset(sql.lit(many)).limit(sql.lit(1)),
);

/** The condition for players within the bounds, worded as in the index of names, and in no index of ratings. */
function isWithin({ min_rating, max_rating }: Bounds) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'player'>) => {
    const rating = eb('player.rating_value', '+', sql.lit(0));
    return and([
      ...(min_rating === undefined ? [] : [eb(rating, '>=', min_rating)]),
      ...(max_rating === undefined ? [] : [eb(rating, '<=', max_rating)]),
    ]);
  };
}

/**
 * Players by name, found among all or, if there are `few` within the bounds, among those: their ids
 * are an array, since PostgreSQL can't know how many there will be.
 */
const playersByName = listBy(
  (db, { few, ...bounds }: Bounds & { readonly few?: true | undefined }) => {
    const players = shownPlayers(db).where(isWithin(bounds));
    if (!few) return players;
    const ids = arrayOf<PlayerId>(ratedWithin(db, bounds));
    return players.where('id', '=', ({ fn }) => fn.any(ids));
  },
  ({ ref }) => [collated(ref('display_name')), ref('id')],
  'asc',
);

/** Players of the venue within the bounds, by name. */
const playersOfVenue = listBy(
  (db, { venue_id, ...bounds }: Bounds & { readonly venue_id: VenueId }) =>
    shownPlayers(db)
      .innerJoin('player_venue', 'player_venue.player_id', 'player.id')
      .where('player_venue.venue_id', '=', venue_id)
      .where(isWithin(bounds)),
  ({ ref }) => [collated(ref('player_venue.display_name')), ref('player_venue.player_id')],
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
  if (venue_id) return playersOfVenue(db, { ...bounds, venue_id }, limit, after);
  const areFew = isBound && (await manyWithin(db, bounds)).length === 0;
  return playersByName(db, { ...bounds, few: areFew ? true : undefined }, limit, after);
}

/** A bound beyond every rating matches all or nothing, but it has to fit the column. */
function bound(rating: number | undefined): number | undefined {
  return rating && Math.min(rating, 2_147_483_647);
}
