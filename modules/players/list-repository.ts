import { expressionBuilder, sql } from 'kysely';
import { collated, type Db, type Tables } from '../../shared/database/db.ts';
import { type Filters, listBy } from '../../shared/database/paging.ts';
import { plannedForValues } from '../../shared/database/statement-names.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { VenueId } from '../../shared/ids.ts';
import { shownPlayers } from './repository.ts';
import type { PlayerShown } from './schema.ts';

type Bounds = Filters<{ min_rating: number; max_rating: number }>;
type PlayerFilters = Bounds & Filters<{ venue_id: VenueId }>;

const { and, eb, ref } = expressionBuilder<Tables, 'player' | 'player_venue'>();

function isWithin(
  { min_rating, max_rating }: Bounds,
  rating: 'player.rating_value' | 'player_venue.rating_value',
) {
  return and([
    ...(min_rating === undefined ? [] : [eb(rating, '>=', min_rating)]),
    ...(max_rating === undefined ? [] : [eb(rating, '<=', max_rating)]),
  ]);
}

/** Where many are within the bounds they are met soon in the order of names; few are sooner found by rating. */
const planned = ({ min_rating, max_rating }: Bounds) =>
  sql.raw(min_rating === undefined && max_rating === undefined ? '' : plannedForValues);

const playersOfAll = listBy(
  (db, bounds: Bounds) =>
    shownPlayers(db).where(isWithin(bounds, 'player.rating_value')).modifyEnd(planned(bounds)),
  () => [collated(ref('player.display_name')), ref('player.id')],
  'asc',
);

const playersOfVenue = listBy(
  (db, { venue_id, ...bounds }: Bounds & { readonly venue_id: VenueId }) =>
    shownPlayers(db)
      .innerJoin('player_venue', 'player_venue.player_id', 'player.id')
      .where('player_venue.venue_id', '=', venue_id)
      .where(isWithin(bounds, 'player_venue.rating_value'))
      .modifyEnd(planned(bounds)),
  () => [collated(ref('player_venue.display_name')), ref('player_venue.player_id')],
  'asc',
);

/** Up to `limit` players by display name after the position `[display_name, id]`. */
export function listPlayers(
  db: Db,
  { min_rating, max_rating, venue_id }: PlayerFilters,
  limit: number,
  after: Position | undefined,
): Promise<PlayerShown[]> {
  const bounds = { min_rating: bound(min_rating), max_rating: bound(max_rating) };
  if (venue_id) return playersOfVenue(db, { ...bounds, venue_id }, limit, after);
  return playersOfAll(db, bounds, limit, after);
}

/** A bound beyond every rating matches all or nothing, but it has to fit the column. */
function bound(rating: number | undefined): number | undefined {
  return rating && Math.min(rating, 2_147_483_647);
}
