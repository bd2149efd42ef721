import { sql } from 'kysely';
import {
  all,
  changeExactly,
  type Db,
  epochMs,
  firstRow,
  paged,
  recordset,
  rows,
  utcText,
} from '../../shared/database/db.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { type AvailabilityWindow, toMultirange } from './availability.ts';
import type { Player, PlayerRecord } from './schema.ts';

const venueIds = sql`array(
  select venue_id from player_venue where player_id = p.id order by position)`;

const profile = sql`p.id, p.display_name, p.self_assessed_ntrp::float8 as self_assessed_ntrp,
  ${venueIds} as preferred_venue_ids, p.availability, ${utcText('p.created_at')} as created_at`;

const shown = sql`${profile},
  json_build_object('value', p.rating_value, 'confidence', p.rating_confidence) as rating`;

/** The player with the id. */
export function findPlayer(on: Db, id: PlayerId): Promise<Player | undefined> {
  return firstRow(on, sql<Player>`select ${shown} from player p where p.id = ${id}`);
}

export type PlayerFilters = {
  readonly min_rating?: number | undefined;
  readonly max_rating?: number | undefined;
  readonly venue_id?: VenueId | undefined;
};

/** Up to `limit` players by display name after the position `[display_name, id]`. */
export function listPlayers(
  on: Db,
  { min_rating, max_rating, venue_id }: PlayerFilters,
  limit: number,
  after: Position | undefined,
): Promise<Player[]> {
  const where = all([
    min_rating === undefined ? undefined : sql`p.rating_value >= ${bound(min_rating)}`,
    max_rating === undefined ? undefined : sql`p.rating_value <= ${bound(max_rating)}`,
    venue_id === undefined ? undefined : prefers(venue_id),
    after && sql`(p.display_name collate "und-x-icu", p.id) > (${after[0]}, ${after[1]})`,
  ]);
  return rows(
    on,
    sql<Player>`select ${shown} from player p where ${where}
      order by p.display_name collate "und-x-icu", p.id limit ${limit}`,
  );
}

/** Bounds beyond every rating are filters that match all or nothing, and must fit the column. */
function bound(rating: number): number {
  return Math.min(rating, 2_147_483_647);
}

function prefers(venueId: VenueId) {
  return sql`exists (select from player_venue v
    where v.player_id = p.id and v.venue_id = ${venueId})`;
}

export type Candidate = {
  readonly id: PlayerId;
  readonly display_name: string;
  readonly rating: { readonly value: number; readonly confidence: number };
  readonly gap: number;
  readonly availability: readonly AvailabilityWindow[];
  readonly preferred_venue_ids: readonly VenueId[];
};

/**
 * Up to `limit` other players whose week overlaps the player's and whose rating is at most `widest`
 * points away, by gap, then id. Walks the index of ratings up and down from the player's own.
 */
export function closestOpponents(
  on: Db,
  player: Player,
  widest: number,
  venueId: VenueId | undefined,
  limit: number,
): Promise<Candidate[]> {
  const own = player.rating.value;
  const where = all([
    sql`p.id <> ${player.id}`,
    sql`p.week && ${toMultirange(player.availability)}::int4multirange`,
    venueId === undefined ? undefined : prefers(venueId),
  ]);
  return rows(
    on,
    sql<Candidate>`select id, display_name, gap, availability, preferred_venue_ids, rating from (
      (select ${shown}, p.rating_value - ${own}::int as gap from player p
        where p.rating_value between ${own} and ${own + widest} and ${where}
        order by p.rating_value, p.id limit ${limit})
      union all
      (select ${shown}, ${own}::int - p.rating_value as gap from player p
        where p.rating_value between ${own - widest} and ${own - 1} and ${where}
        order by p.rating_value desc, p.id limit ${limit})
    ) candidate order by gap, id limit ${limit}`,
  );
}

/** Adds the players, whose ratings `ratings.changed` brings; throws unless all of them are new. */
export async function insertPlayers(on: Db, players: readonly PlayerRecord[]): Promise<void> {
  const flat = players.map((player) => ({
    ...player,
    week: toMultirange(player.availability),
    created_at: utc(player.created_at.instant),
  }));
  await changeExactly(
    on,
    players.length,
    sql`insert into player (id, display_name, self_assessed_ntrp, availability, week, created_at,
        rating_value, rating_confidence)
      select *, 0, 0 from ${recordset(
        flat,
        `id text, display_name text, self_assessed_ntrp numeric, availability json,
         week int4multirange, created_at timestamptz`,
      )} on conflict do nothing`,
  );
  await insertLinks(on, players);
}

function insertLinks(
  on: Db,
  players: readonly Pick<PlayerRecord, 'id' | 'preferred_venue_ids'>[],
): Promise<void> {
  const links = players.flatMap(({ id, preferred_venue_ids }) =>
    preferred_venue_ids.map((venue_id, position) => ({ id, venue_id, position })),
  );
  return changeExactly(
    on,
    links.length,
    sql`insert into player_venue (player_id, venue_id, position)
      select * from ${recordset(links, 'id text, venue_id text, position smallint')}`,
  );
}

/** Brings this module's copy of the ratings up to date. */
export function copyRatings(
  on: Db,
  ratings: readonly { id: PlayerId; value: number; confidence: number }[],
): Promise<void> {
  return changeExactly(
    on,
    ratings.length,
    sql`update player set rating_value = record.value, rating_confidence = record.confidence
      from ${recordset(ratings, 'id text, value int, confidence smallint')}
      where player.id = record.id`,
  );
}

/** Every player by id, as an import takes it; `created_at` is text. */
export function exportPlayers(
  on: Db,
): AsyncGenerator<Omit<PlayerRecord, 'created_at'> & { created_at: string }> {
  return paged(1_000, (last, size) =>
    rows(
      on,
      sql<Player>`select ${profile} from player p where p.id > ${last?.id ?? ''}
        order by p.id limit ${size}`,
    ),
  );
}

/** How a player was assessed, and this module's copy of the rating. */
export type RatingCopy = {
  readonly id: PlayerId;
  readonly selfAssessedNtrp: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly value: number;
  readonly confidence: number;
};

/** The copies of all players' ratings, by id. */
export function playerRatings(on: Db): AsyncGenerator<RatingCopy> {
  return paged(2_000, (last, size) =>
    rows(
      on,
      sql<RatingCopy>`select id, self_assessed_ntrp::float8 as "selfAssessedNtrp",
          ${epochMs('created_at')} as "createdAt", rating_value as value,
          rating_confidence as confidence
        from player where id > ${last?.id ?? ''} order by id limit ${size}`,
    ),
  );
}

/**
 * Stores what may change of a player: name, venues and availability; the level and the day of joining
 * stay. Throws unless there is a player with the id.
 */
export async function updatePlayer(
  on: Db,
  player: Pick<PlayerRecord, 'id' | 'display_name' | 'preferred_venue_ids' | 'availability'>,
): Promise<void> {
  const { id, display_name, availability } = player;
  await changeExactly(
    on,
    1,
    sql`update player set display_name = ${display_name},
      availability = ${JSON.stringify(availability)}::json,
      week = ${toMultirange(availability)}::int4multirange where id = ${id}`,
  );
  await sql`delete from player_venue where player_id = ${id}`.execute(on);
  await insertLinks(on, [player]);
}
